import type { ReactNode } from 'react';
import styles from './tracking.module.css';

type Props = {
  list: ReactNode;
  /** The order beside the list; null where there is none. */
  order: ReactNode | null;
  /** The person opened it: on a phone it takes the list's place. */
  isChosen: boolean;
};

/** List on the left, order on the right; on a phone one after the other. */
export function TrackingPanes({ list, order, isChosen }: Props) {
  return (
    <div
      className={styles.panes}
      data-chosen={isChosen || undefined}
      data-shown={order !== null || undefined}
    >
      <div className={`${styles.pane} ${styles.listPane}`}>{list}</div>
      {order === null ? null : <div className={`${styles.pane} ${styles.orderPane}`}>{order}</div>}
    </div>
  );
}
