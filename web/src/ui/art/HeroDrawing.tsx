import styles from './HeroDrawing.module.css';

/** A courier on the way from the pharmacy, at dusk. Purely decorative. */
export function HeroDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 440 320" aria-hidden="true" focusable="false">
      <path
        className={styles.wash}
        d="M60 40C140-20 330-10 400 70s40 210-60 235S60 300 25 215 10 80 60 40Z"
      />
      <path className={styles.sun} d="M372 36a30 30 0 1 0 19 52 25 25 0 0 1-19-52Z" />
      <path className={styles.wall} d="M58 120h112v136H58z" />
      <path className={styles.roof} d="M48 120h132l-12-28H60z" />
      <path className={styles.door} d="M74 190h34v66H74zM124 190h30v32h-30z" />
      <path className={styles.cross} d="M106 128h16v12h12v16h-12v12h-16v-12H94v-16h12z" />
      <path className={styles.road} d="M30 258h380" />
      <path className={styles.dash} d="M60 278h40M130 278h60M220 278h30M290 278h70" />
      <g transform="translate(214 146) scale(1.35)">
        <path className={styles.box} d="M0 2h30v26H0z" />
        <path className={styles.leaf} d="M15 6c4 5 7 8 7 11a7 7 0 0 1-14 0c0-3 3-6 7-11Z" />
        <path
          className={styles.scooter}
          d="M6 62c0-16 11-26 26-26h24c4 0 6 2 7 6l4 14h15L72 16h-9a4 4 0 0 1 0-8h12c2 0 4 1 5 3l13 49c1 3-1 6-4 6H44a20 20 0 0 0-38 0z"
        />
        <circle className={styles.lamp} cx="84" cy="20" r="5" />
        <path className={styles.seat} d="M22 30h34a4 4 0 0 1 0 8H22z" />
        <path
          className={styles.body}
          d="M38 32c-2-24 2-40 14-42l10 6 12 14-6 5-12-10 2 20 12 8 4 20h-9l-4-15-14-6z"
        />
        <circle className={styles.helmet} cx="56" cy="-22" r="13" />
        <path className={styles.visor} d="M59-27h10a13 13 0 0 1-1 10h-9z" />
        <circle className={styles.wheel} cx="25" cy="68" r="13" />
        <circle className={styles.wheel} cx="94" cy="68" r="13" />
      </g>
    </svg>
  );
}
