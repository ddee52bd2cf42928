import { formatNumber } from '@amasin/domain/contract/format.ts';
import { VisuallyHidden } from '@mantine/core';
import styles from './CountBadge.module.css';

const MAX_SHOWN = 99;

/** A count in a round badge; screen readers read the label. */
export function CountBadge({ count, label }: { count: number; label: string }) {
  return (
    <>
      <span
        className={styles.badge}
        data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}
        aria-hidden="true"
      />
      <VisuallyHidden>{label}</VisuallyHidden>
    </>
  );
}
