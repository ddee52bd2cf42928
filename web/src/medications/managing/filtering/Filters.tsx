import { dayOfBenin } from '@amasin/domain/contract/dates.ts';
import { countOf } from '../../../lib/format/money.ts';
import { DayField } from '../../../ui/filtering/DayField.tsx';
import { FilterFold } from '../../../ui/filtering/FilterFold.tsx';
import { SearchField } from '../../../ui/filtering/SearchField.tsx';
import { SelectField } from '../../../ui/filtering/SelectField.tsx';
import { useNow } from '../../../ui/text/use-now.ts';
import type { Creator } from '../api.ts';
import { type Choice, readChoice } from './choice.ts';

type Props = {
  choice: Choice;
  onChange: (part: Partial<Choice>) => void;
  /** Who added medicines; unknown until they are there. */
  creators: readonly Creator[] | undefined;
};

const states = [
  { value: '', label: 'Tous' },
  { value: 'false', label: 'À vérifier' },
  { value: 'true', label: 'Vérifiés' },
];

/** By name, by who added them and when, and by whether somebody has looked at them. */
export function Filters({ choice, onChange, creators = [] }: Props) {
  const today = dayOfBenin(useNow());
  const { createdBy, from, to, reviewed } = choice;
  const read = (value: string) => readChoice(new URLSearchParams({ reviewed: value })).reviewed;
  return (
    <FilterFold
      label="Chercher parmi les médicaments"
      search={
        <SearchField
          label="Chercher par nom"
          placeholder="Paracétamol"
          value={choice.q}
          onSearch={(q) => onChange({ q })}
          maxLength={80}
        />
      }
      on={[createdBy, from, to, reviewed].filter(Boolean).length}
    >
      <SelectField
        label="Créateur"
        value={createdBy}
        onChange={(chosen) => onChange({ createdBy: chosen })}
        choices={[
          { value: '', label: 'Tous' },
          ...creators.map(({ _id, name, medications }) => ({
            value: _id,
            label: `${name} (${countOf(medications, 'médicament')})`,
          })),
          // All of theirs have gone since the address was made: still what is filtered by.
          ...(createdBy === '' || creators.some(({ _id }) => _id === createdBy)
            ? []
            : [{ value: createdBy, label: 'Autre créateur' }]),
        ]}
      />
      <SelectField
        label="Vérification"
        value={reviewed}
        onChange={(chosen) => onChange({ reviewed: read(chosen) })}
        choices={states}
      />
      {/* The last one said holds: an end before the beginning takes the beginning away, and the other way round. */}
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
