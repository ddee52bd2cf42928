import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Workspace.module.css';

type Props = {
  /** Above the list; hidden on a phone while an order is open. */
  filters: ReactNode;
  list: ReactNode;
  /** The open order replaces the list on a wide screen too. */
  wideDetail?: boolean;
  /** The open order; null gives the list the whole width. */
  detail: ReactNode | null;
  /** Read by screen readers when it changes: « Commande CMD-000123 ouverte ». */
  announcement: string;
};

/** List on the left, open order on the right; on a phone one at a time. */
export function Workspace({ filters, list, wideDetail = false, detail, announcement }: Props) {
  return (
    <div
      className={styles.workspace}
      data-open={detail !== null || undefined}
      data-wide={(wideDetail && detail !== null) || undefined}
    >
      <div className={styles.board}>
        <div className={styles.filters}>{filters}</div>
        <div className={styles.panes}>
          <div className={styles.list}>{list}</div>
          {detail === null ? null : <div className={styles.detail}>{detail}</div>}
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  );
}
