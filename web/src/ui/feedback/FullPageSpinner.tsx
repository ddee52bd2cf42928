import { Loader } from '@mantine/core';
import styles from './feedback.module.css';

/** Protected routes only, while the session is looked up. */
export function FullPageSpinner() {
  return (
    <div className={styles.fullPage} role="status" aria-label="Chargement…">
      <Loader size="lg" />
    </div>
  );
}
