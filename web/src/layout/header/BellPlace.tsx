import { type ComponentType, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../../ui/connection/use-online.ts';
import styles from './Header.module.css';

/** Keeps the bell's place. Its code comes after the page; on a line that is down, with the next page or the line. */
export function BellPlace() {
  const [Bell, setBell] = useState<ComponentType | null>(null);
  const online = useOnline();
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page, or a line that is back, asks again
  useEffect(() => {
    if (Bell !== null) return;
    let left = false;
    import('../../notifications/NotificationBell.tsx').then(
      (module) => {
        if (!left) setBell(() => module.default);
      },
      () => null,
    );
    return () => {
      left = true;
    };
  }, [Bell, online, pathname]);
  return <div className={styles.bell}>{Bell === null ? null : <Bell />}</div>;
}
