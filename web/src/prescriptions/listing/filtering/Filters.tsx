import type { KeyboardEvent } from 'react';
import { Link, useSearchParams } from 'react-router';
import { SearchField } from '../../../ui/filtering/SearchField.tsx';
import { type Choice, uses, withChoice } from './choice.ts';
import styles from './Filters.module.css';

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  onSearchKey: (event: KeyboardEvent) => void;
};

/** By use and by patient. */
export function Filters({ choice, onChange, onSearchKey }: Props) {
  const [search] = useSearchParams();
  return (
    <div className={styles.filters}>
      <nav className={styles.uses} aria-label="Filtrer les ordonnances">
        {uses.map(({ used, label }) => (
          <Link
            key={label}
            className={styles.use}
            to={{ search: withChoice(search, { used }).toString() }}
            replace
            preventScrollReset
            aria-current={choice.used === used ? 'true' : undefined}
          >
            {label}
          </Link>
        ))}
      </nav>
      <div className={styles.search}>
        <SearchField
          label="Chercher un patient"
          value={choice.q}
          onSearch={(q) => onChange({ q })}
          onKeyDown={onSearchKey}
        />
      </div>
    </div>
  );
}
