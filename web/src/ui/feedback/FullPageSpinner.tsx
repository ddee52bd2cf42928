import { Loader } from '@mantine/core';
import styles from './feedback.module.css';

/** For protected routes, while the session is loaded. */
export function FullPageSpinner() {
  return (
    <div className={styles.fullPage} role="status" aria-label="Chargement…">
      <Loader size="lg" />
    </div>
  );
}
