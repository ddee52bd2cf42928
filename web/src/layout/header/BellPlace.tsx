import { lazyWithRetry } from '../../ui/lazy.tsx';
import styles from './Header.module.css';

const NotificationBell = lazyWithRetry(() =>
  import('../../notifications/NotificationBell.tsx').then((module) => module.NotificationBell),
);

/** Reserves the width of the bell until it is loaded. */
export function BellPlace() {
  return (
    <div className={styles.bell}>
      <NotificationBell />
    </div>
  );
}
