import { userTypeLabels, userTypes } from '@amasin/domain/users/user-type.ts';
import { FilterFold } from '../../../ui/listing/filters/FilterFold.tsx';
import { SearchField } from '../../../ui/listing/filters/SearchField.tsx';
import { SelectField } from '../../../ui/listing/filters/SelectField.tsx';
import { type AccountFilters, accountFilters } from './account-filters.ts';

type Props = { filters: AccountFilters; onChange: (part: Partial<AccountFilters>) => void };

const types = [
  { value: '', label: 'Tous' },
  ...userTypes.map((type) => ({ value: type, label: userTypeLabels[type] })),
];
const states = [
  { value: '', label: 'Tous' },
  { value: 'true', label: 'Actifs' },
  { value: 'false', label: 'Désactivés' },
];

export function Filters({ filters, onChange }: Props) {
  const read = (name: string, value: string) => accountFilters.read(new URLSearchParams({ [name]: value }));
  return (
    <FilterFold
      label="Chercher parmi les comptes"
      search={
        <SearchField
          label="Chercher un compte"
          placeholder="Nom, email ou téléphone"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      }
      on={[filters.type, filters.active].filter(Boolean).length}
    >
      <SelectField
        label="Type"
        options={types}
        value={filters.type}
        onChange={(type) => onChange({ type: read('type', type).type })}
      />
      <SelectField
        label="Statut"
        options={states}
        value={filters.active}
        onChange={(active) => onChange({ active: read('active', active).active })}
      />
    </FilterFold>
  );
}
