import { userTypeLabels, userTypes } from '@amasin/domain/contract/user-type.ts';
import type { LinkProps } from 'react-router';
import { FilterFold, FilterLinks, ListAction, SearchField, SelectField } from '../../../ui/filters.tsx';
import { useAccountCounts } from '../api.ts';
import { type AccountFilters, accountFilters } from './account-filters.ts';

type Part = Partial<AccountFilters>;
type Props = {
  filters: AccountFilters;
  onChange: (part: Part) => void;
  linkTo: (part: Part) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
  onAdd: () => void;
};

const states = [
  { value: '', label: 'Tous' },
  { value: 'true', label: 'Actifs' },
  { value: 'false', label: 'Désactivés' },
];

export function Filters({ filters, onChange, linkTo, onAdd }: Props) {
  // The links work without the counts.
  const { data: counts } = useAccountCounts();
  const readActive = (value: string) => accountFilters.read(new URLSearchParams({ active: value })).active;
  return (
    <FilterFold
      label="Chercher parmi les comptes"
      chips={
        <FilterLinks
          label="Type"
          oneLine
          options={[
            {
              label: 'Tous',
              isCurrent: filters.type === '',
              link: linkTo({ type: '' }),
              count: counts?.total,
            },
            ...userTypes.map((type) => ({
              label: userTypeLabels[type],
              isCurrent: filters.type === type,
              link: linkTo({ type: filters.type === type ? '' : type }),
              count: counts?.byType[type],
            })),
          ]}
        />
      }
      action={<ListAction label="Nouvel utilisateur" onClick={onAdd} />}
      search={
        <SearchField
          label="Chercher un compte"
          placeholder="Nom, email ou téléphone"
          value={filters.q}
          onSearch={(q) => onChange({ q })}
        />
      }
      on={filters.active === '' ? 0 : 1}
    >
      <SelectField
        label="Statut"
        options={states}
        value={filters.active}
        onChange={(active) => onChange({ active: readActive(active) })}
      />
    </FilterFold>
  );
}
