import styles from './art.module.css';

/** A leaf with a drop. Decorative beside the name. */
function LogoMark({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        className={styles.leaf}
        d="M28.6 3.4C15.2 2.6 4.2 8 4 18.3c-.1 3 .9 5.7 2.7 7.9L3.6 29.3l1.5 1.5 3.2-3.1c2.1 1.5 4.7 2.3 7.4 2.1C26 29.3 29.9 17.3 28.6 3.4Z"
      />
      <path
        className={styles.drop}
        d="M17.2 9.6c2.8 3.4 5.2 6.2 5.2 9a5.2 5.2 0 0 1-10.4 0c0-2.8 2.4-5.6 5.2-9Z"
      />
    </svg>
  );
}

export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      <span className={styles.name}>Amasin</span>
    </span>
  );
}

const drawings = {
  motorbike: (
    <>
      <path className={styles.fill} d="M2 8h14v11H2z" />
      <path className={styles.mark} d="M9 10.5v6M6 13.5h6" />
      <path
        className={styles.solid}
        d="M4 33c0-6 4-10 9-10h9c2 0 3 1 3 2.5L27 31h7L30 14h-3.5a1.5 1.5 0 0 1 0-3.5h5c1 0 1.5.5 1.7 1.2L38.5 33a2 2 0 0 1-2 2.5H18A7.5 7.5 0 0 0 4 35z"
      />
      <circle className={styles.line} cx="11" cy="36" r="5.5" />
      <circle className={styles.line} cx="39" cy="36" r="5.5" />
    </>
  ),
  phone: (
    <>
      <rect className={styles.line} x="13" y="4" width="22" height="40" rx="5" />
      <rect className={styles.fill} x="17" y="11" width="14" height="9" rx="2" />
      <path className={styles.line} d="M17 26h14M17 31h9M22 39h4" />
    </>
  ),
  pharmacy: (
    <>
      <path className={styles.fill} d="M18 5h12v13h13v12H30v13H18V30H5V18h13z" />
      <path className={styles.mark} d="M24 16c4 5 7 8 7 11a7 7 0 0 1-14 0c0-3 3-6 7-11Z" />
    </>
  ),
  moon: (
    <>
      <path className={styles.fill} d="M29 6a19 19 0 1 0 14 25A16 16 0 0 1 29 6Z" />
      <path className={styles.line} d="M38 8v6M35 11h6" />
    </>
  ),
  shield: (
    <>
      <path className={styles.line} d="M24 4 8 10v12c0 11 7 18 16 22 9-4 16-11 16-22V10z" />
      <path className={styles.line} d="m16 24 6 6 11-12" />
    </>
  ),
  stethoscope: (
    <>
      <path className={styles.line} d="M11 6H7v12a10 10 0 0 0 20 0V6h-4M17 28v4a10 10 0 0 0 20 0v-4" />
      <circle className={styles.fill} cx="37" cy="22" r="6" />
      <circle className={styles.mark} cx="37" cy="22" r="2" />
    </>
  ),
  basket: (
    <>
      <path className={styles.fill} d="M6 20h36l-4 21H10z" />
      <path className={styles.line} d="m15 20 6-13M33 20 27 7" />
      <path className={styles.mark} d="M24 26v9M19.5 30.5h9" />
    </>
  ),
} as const;

export type PictogramName = keyof typeof drawings;

/** A decorative drawing, hidden from screen readers. */
export function Pictogram({ name, size = 48 }: { name: PictogramName; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  );
}
