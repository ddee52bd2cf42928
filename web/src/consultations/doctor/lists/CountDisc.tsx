import { VisuallyHidden } from '@mantine/core';
import { formatNumber } from '../../../lib/format/money.ts';
import styles from './CountDisc.module.css';

const MAX_SHOWN = 99;

/** A count in a small disc; screen readers hear the words. */
export function CountDisc({ count, words }: { count: number; words: string }) {
  return (
    <>
      <span
        className={styles.disc}
        data-count={count > MAX_SHOWN ? `${MAX_SHOWN}+` : formatNumber(count)}
        aria-hidden="true"
      />
      <VisuallyHidden>{words}</VisuallyHidden>
    </>
  );
}
