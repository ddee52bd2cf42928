import styles from './HeroDrawing.module.css';

/** A courier on the way from the pharmacy, at dusk. Purely decorative. */
export function HeroDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 440 320" aria-hidden="true" focusable="false">
      <path
        className={styles.wash}
        d="M60 40C140-20 330-10 400 70s40 210-60 235S60 300 25 215 10 80 60 40Z"
      />
      <path className={styles.sun} d="M352 62a44 44 0 1 0 26 78 36 36 0 0 1-26-78Z" />
      <path className={styles.wall} d="M58 120h112v136H58z" />
      <path className={styles.roof} d="M48 120h132l-12-28H60z" />
      <path className={styles.door} d="M74 190h34v66H74zM124 190h30v32h-30z" />
      <path className={styles.cross} d="M106 128h16v12h12v16h-12v12h-16v-12H94v-16h12z" />
      <path className={styles.road} d="M30 258h380" />
      <path className={styles.dash} d="M60 278h40M130 278h60M220 278h30M290 278h70" />
      <circle className={styles.wheel} cx="236" cy="236" r="22" />
      <circle className={styles.wheel} cx="342" cy="236" r="22" />
      <path className={styles.frame} d="M236 236h44l30-30h-52M342 236l-20-62h-14M310 206l14-16" />
      <path className={styles.box} d="M206 160h48v42h-48z" />
      <path className={styles.leaf} d="M230 169c6 8 11 13 11 18a11 11 0 0 1-22 0c0-5 5-10 11-18Z" />
      <path className={styles.body} d="M262 204c0-30 8-52 30-54l6 18 22 8-4 10-32-8 4 26 8 26h-12l-10-26z" />
      <circle className={styles.helmet} cx="300" cy="130" r="18" />
      <path className={styles.visor} d="M304 124h16a18 18 0 0 1-2 14h-14z" />
    </svg>
  );
}
