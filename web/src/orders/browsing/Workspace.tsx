import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './Workspace.module.css';

type Props = {
  /** Figures and whatever else stands above; hidden on a phone while an order is open. */
  above: ReactNode;
  filters: ReactNode;
  list: ReactNode;
  /** The open order takes the place of the list, on a desk too. */
  wideDetail?: boolean;
  /** The open order; null leaves the whole width to the list. */
  detail: ReactNode | null;
  /** Read out when it changes: « Commande CMD-000123 ouverte ». */
  announcement: string;
};

/** List on the left, open order on the right; on a phone one after the other. */
export function Workspace({ above, filters, list, wideDetail = false, detail, announcement }: Props) {
  return (
    <div
      className={styles.workspace}
      data-open={detail !== null || undefined}
      data-wide={(wideDetail && detail !== null) || undefined}
    >
      <div className={styles.above}>{above}</div>
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
