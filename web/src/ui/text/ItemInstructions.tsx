import styles from './text.module.css';

type Props = { posology?: string | undefined; duration?: string | undefined };

/** How to take a medicine and for how long, below its name; nothing when it was not written. */
export function ItemInstructions({ posology, duration }: Props) {
  const written = [posology, duration].filter(Boolean).join(' · ');
  return written === '' ? null : <span className={styles.instructions}>{written}</span>;
}
