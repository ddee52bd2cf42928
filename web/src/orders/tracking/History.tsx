import { useState } from 'react';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import styles from './tracking.module.css';

const loadTimeline = () => import('../detail/Timeline.tsx').then(({ Timeline }) => Timeline);

/** The timeline of the order, loaded when opened. */
export function History({ orderId }: { orderId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={styles.summary}>Historique de la commande</summary>
      {opened ? (
        <LazyPart load={loadTimeline} height={160} props={{ orderId, reader: 'customer' as const }} />
      ) : null}
    </details>
  );
}
