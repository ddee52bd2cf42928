import styles from './Logo.module.css';

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
