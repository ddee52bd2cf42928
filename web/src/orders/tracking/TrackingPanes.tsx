import type { ReactNode } from 'react';
import styles from './tracking.module.css';

type Props = {
  list: ReactNode;
  /** The order beside the list, if any. */
  order: ReactNode | null;
  /** The customer opened the order: on a phone it replaces the list. */
  isSelected: boolean;
};

/** List on the left, order on the right; on a phone one at a time. */
export function TrackingPanes({ list, order, isSelected }: Props) {
  return (
    <div
      className={styles.panes}
      data-selected={isSelected || undefined}
      data-shown={order !== null || undefined}
    >
      <div className={`${styles.pane} ${styles.listPane}`}>{list}</div>
      {order === null ? null : <div className={`${styles.pane} ${styles.orderPane}`}>{order}</div>}
    </div>
  );
}
