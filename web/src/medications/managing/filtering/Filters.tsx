import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { LinkProps } from 'react-router';
import { countOf } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { DayField } from '../../../ui/DayField.tsx';
import { FilterFold, FilterLinks, ListAction, SearchField, SelectField } from '../../../ui/filters.tsx';
import type { Creator } from '../api.ts';
import type { MedicationFilters } from './medication-filters.ts';

type Props = {
  filters: MedicationFilters;
  onChange: (part: Partial<MedicationFilters>) => void;
  linkTo: (part: Partial<MedicationFilters>) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  /** Undefined until loaded. */
  creators: readonly Creator[] | undefined;
  onAdd: () => void;
};

const states = [
  { reviewed: '', label: 'Tous' },
  { reviewed: 'false', label: 'À vérifier' },
  { reviewed: 'true', label: 'Vérifiés' },
] as const;

export function Filters({ filters, onChange, linkTo, creators = [], onAdd }: Props) {
  const today = dayInBenin(useNow());
  const { createdBy, from, to } = filters;
  return (
    <FilterFold
      label="Chercher parmi les médicaments"
      chips={
        <FilterLinks
          label="Vérification"
          oneLine
          options={states.map(({ reviewed, label }) => ({
            label,
            isCurrent: filters.reviewed === reviewed,
            link: linkTo({ reviewed }),
          }))}
        />
      }
      action={<ListAction label="Ajouter un médicament" onClick={onAdd} />}
      search={
        <SearchField
          label="Chercher par nom"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          maxLength={80}
        />
      }
      on={[createdBy, from, to].filter(Boolean).length}
    >
      <SelectField
        label="Créateur"
        value={createdBy}
        onChange={(id) => onChange({ createdBy: id })}
        options={[
          { value: '', label: 'Tous' },
          ...creators.map(({ _id, name, medications }) => ({
            value: _id,
            label: `${name} (${countOf(medications, 'médicament')})`,
          })),
          // A creator without medicines: the filter remains visible.
          ...(createdBy === '' || creators.some(({ _id }) => _id === createdBy)
            ? []
            : [{ value: createdBy, label: 'Autre créateur' }]),
        ]}
      />
      {/* The last one set wins: an end before the start clears the start, and the reverse. */}
      <DayField
        label="Créé depuis le"
        value={from}
        max={today}
        onChange={(day) =>
          onChange(day !== '' && to !== '' && day > to ? { from: day, to: '' } : { from: day })
        }
      />
      <DayField
        label="Créé jusqu’au"
        value={to}
        max={today}
        onChange={(day) =>
          onChange(day !== '' && from !== '' && day < from ? { from: '', to: day } : { to: day })
        }
      />
    </FilterFold>
  );
}
