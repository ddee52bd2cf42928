import { useState } from 'react';
import { Timeline } from '../detail/Timeline.tsx';
import styles from './tracking.module.css';

/** What happened to the order; fetched when somebody wants to know. */
export function History({ orderId }: { orderId: string }) {
  const [opened, setOpened] = useState(false);
  return (
    <details className={styles.history} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={styles.summary}>Historique de la commande</summary>
      {opened ? <Timeline orderId={orderId} reader="customer" /> : null}
    </details>
  );
}
