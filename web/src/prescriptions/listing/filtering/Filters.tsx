import type { KeyboardEvent, Ref } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '../../../lib/format/money.ts';
import type { ListedPrescriptions } from '../api.ts';
import { type Choice, uses, withChoice } from './choice.ts';
import styles from './Filters.module.css';
import { SearchField } from './SearchField.tsx';

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  counts: ListedPrescriptions['counts'];
  searchRef: Ref<HTMLInputElement>;
  onSearchKey: (event: KeyboardEvent) => void;
};

/** By use and by patient. */
export function Filters({ choice, onChange, counts, searchRef, onSearchKey }: Props) {
  const [search] = useSearchParams();
  const countOf = (used: Choice['used']) => {
    if (counts === undefined) return null;
    if (used === '') return counts.used + counts.pending;
    return used === 'true' ? counts.used : counts.pending;
  };
  return (
    <div className={styles.filters}>
      <nav className={styles.uses} aria-label="Filtrer les ordonnances">
        {uses.map(({ used, label }) => {
          const count = countOf(used);
          return (
            <Link
              key={label}
              className={styles.use}
              to={{ search: withChoice(search, { used }).toString() }}
              replace
              preventScrollReset
              aria-current={choice.used === used ? 'true' : undefined}
            >
              {label}
              {count === null ? null : <span className={styles.count}>{formatNumber(count)}</span>}
            </Link>
          );
        })}
      </nav>
      <div className={styles.search}>
        <SearchField
          value={choice.q}
          onSearch={(q) => onChange({ q })}
          inputRef={searchRef}
          onKeyDown={onSearchKey}
        />
      </div>
    </div>
  );
}
