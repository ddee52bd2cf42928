import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import { countOf } from '../../../lib/format/money.ts';
import { DayField } from '../../../ui/listing/filters/DayField.tsx';
import { FilterFold } from '../../../ui/listing/filters/FilterFold.tsx';
import { SearchField } from '../../../ui/listing/filters/SearchField.tsx';
import { SelectField } from '../../../ui/listing/filters/SelectField.tsx';
import { useNow } from '../../../ui/text/use-now.ts';
import type { Creator } from '../api.ts';
import { type MedicationFilters, medicationFilters } from './medication-filters.ts';

type Props = {
  filters: MedicationFilters;
  onChange: (part: Partial<MedicationFilters>) => void;
  /** Undefined until loaded. */
  creators: readonly Creator[] | undefined;
};

const states = [
  { value: '', label: 'Tous' },
  { value: 'false', label: 'À vérifier' },
  { value: 'true', label: 'Vérifiés' },
];

export function Filters({ filters, onChange, creators = [] }: Props) {
  const today = dayInBenin(useNow());
  const { createdBy, from, to, reviewed } = filters;
  const read = (value: string) => medicationFilters.read(new URLSearchParams({ reviewed: value })).reviewed;
  return (
    <FilterFold
      label="Chercher parmi les médicaments"
      search={
        <SearchField
          label="Chercher par nom"
          placeholder="Paracétamol"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          maxLength={80}
        />
      }
      on={[createdBy, from, to, reviewed].filter(Boolean).length}
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
      <SelectField
        label="Vérification"
        value={reviewed}
        onChange={(value) => onChange({ reviewed: read(value) })}
        options={states}
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
