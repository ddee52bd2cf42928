import { useLazy } from '../../ui/loading/use-lazy.ts';
import styles from './Header.module.css';

const load = () => import('../../notifications/NotificationBell.tsx').then((module) => module.default);

/** Reserves the width of the bell until it is loaded. */
export function BellPlace() {
  const Bell = useLazy(load);
  return <div className={styles.bell}>{Bell === null ? null : <Bell />}</div>;
}
