import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { sentence } from '../../lib/format/text.ts';
import styles from './CountLine.module.css';

type Props = {
  /** « 12 médicaments »; null while it is not known. */
  count: string | null;
  /** What is filtered, in words; empty when nothing is. */
  filters: readonly string[];
  onClear: () => void;
  /** Why what stands may be older; null when it is as it should be. */
  problem?: string | null;
};

/** How many match, what is filtered and how to undo it. */
export function CountLine({ count, filters, onClear, problem = null }: Props) {
  return (
    <div className={styles.line}>
      <span role="status">
        {count === null ? null : <strong>{count}</strong>}
        {count === null || filters.length === 0 ? null : ` · ${filters.join(' · ')}`}
      </span>
      {problem === null ? null : <span role="alert">{sentence(problem)} La liste peut dater.</span>}
      {filters.length === 0 ? null : (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={18} aria-hidden="true" />}
          onClick={onClear}
        >
          Tout effacer
        </Button>
      )}
    </div>
  );
}
