import type { KeyboardEvent, ReactNode } from 'react';
import type { LinkProps } from 'react-router';
import { FilterFold, FilterLinks, SearchField } from '../../../ui/filters.tsx';
import type { PrescriptionFilters } from './prescription-filters.ts';

type Part = Partial<PrescriptionFilters>;
type Counts = { used: number; pending: number };
type Props = {
  filters: PrescriptionFilters;
  searchLabel: string;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  onSearchKey: (event: KeyboardEvent) => void;
  counts: Counts | undefined;
  /** The label of the filter without a choice. */
  allLabel: string;
  /** Other figures, after the filters. */
  figures?: ReactNode;
  action?: ReactNode;
};

/** The three filters, in their order on screen. */
const uses = [
  { used: '', label: undefined, countIn: ({ used, pending }: Counts) => used + pending },
  { used: 'true', label: 'Utilisées', countIn: ({ used }: Counts) => used },
  { used: 'false', label: 'En attente', countIn: ({ pending }: Counts) => pending },
] as const;

export function Filters(props: Props) {
  const { filters, searchLabel, onChange, linkTo, onSearchKey, counts, allLabel, figures, action } = props;
  return (
    <FilterFold
      label="Chercher parmi les ordonnances"
      chips={
        <>
          <FilterLinks
            label="Filtrer les ordonnances"
            cards
            options={uses.map(({ used, label = allLabel, countIn }) => ({
              label,
              isCurrent: filters.used === used,
              link: linkTo({ used }),
              count: counts && countIn(counts),
            }))}
          />
          {figures}
        </>
      }
      search={
        <SearchField
          label={searchLabel}
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          onKeyDown={onSearchKey}
        />
      }
      action={action}
    />
  );
}
