import type { ReactNode } from 'react';
import styles from './Tags.module.css';

/** Badges or tags side by side. */
export function Tags({ children }: { children: ReactNode }) {
  return <div className={styles.tags}>{children}</div>;
}
