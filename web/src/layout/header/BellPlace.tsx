import { useLater } from '../../ui/loading/use-later.ts';
import styles from './Header.module.css';

const load = () => import('../../notifications/NotificationBell.tsx').then((module) => module.default);

/** Keeps the bell's place. */
export function BellPlace() {
  const Bell = useLater(load);
  return <div className={styles.bell}>{Bell === null ? null : <Bell />}</div>;
}
