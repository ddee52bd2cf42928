import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type OrderState, orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { KeyboardEvent, ReactNode } from 'react';
import { FilterFold, SearchField, SelectField } from '../../ui/filters.tsx';
import { DateField } from './DateField.tsx';
import type { OrderFilters } from './order-filters.ts';

type Props = {
  filters: OrderFilters;
  onChange: (part: Partial<OrderFilters>) => void;
  reader: UserType;
  /** Label of the search field. */
  searchLabel?: string;
  /** The states as links; otherwise they are options. */
  chips?: ReactNode;
  /** Label of the option without a state. */
  anyState?: string;
  states?: readonly OrderState[];
  /** Additional filters. */
  children?: ReactNode;
  onSearchKey?: (event: KeyboardEvent) => void;
};

/** Who searches by what a caller says. */
const isCalled: ReadonlySet<UserType> = new Set(['supervisor', 'superAdmin']);

/** The filters of a list of orders. */
export function FilterBar(props: Props) {
  const {
    filters,
    onChange,
    reader,
    chips,
    anyState = 'Tous les statuts',
    states = orderStates,
    children,
    onSearchKey,
  } = props;
  return (
    <FilterFold
      label="Chercher parmi les commandes"
      chips={chips}
      search={
        <SearchField
          label={props.searchLabel ?? 'Numéro ou nom du client'}
          placeholder={
            props.searchLabel ?? (isCalled.has(reader) ? 'Nom, téléphone, numéro' : 'Numéro ou nom')
          }
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          {...(onSearchKey ? { onKeyDown: onSearchKey } : {})}
        />
      }
      on={[chips ? '' : filters.state, filters.deliveryPerson, filters.date].filter(Boolean).length}
    >
      {chips ? null : (
        <SelectField
          label="Statut"
          value={filters.state}
          onChange={(value) => onChange({ state: states.find((state) => state === value) ?? '' })}
          options={[
            { value: '', label: anyState },
            ...states.map((state) => ({ value: state, label: orderStateLabel(state, reader) })),
          ]}
        />
      )}
      {children}
      <DateField value={filters.date} onChange={(date) => onChange({ date })} />
    </FilterFold>
  );
}
