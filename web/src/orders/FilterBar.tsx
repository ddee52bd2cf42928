import { dayInBenin } from '@amasin/domain/contract/dates.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type OrderState, orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { LinkProps } from 'react-router';
import { useNow } from '../lib/use-now.ts';
import { DayField } from '../ui/DayField.tsx';
import { FilterFold, type FilterLink, FilterLinks, SearchField, SelectField } from '../ui/filters.tsx';
import { stateLooks } from '../ui/OrderStateBadge.tsx';
import { describeDate, type OrderFilters, usualDates } from './filters.ts';

const ONE_DAY = 'one-day';

type Props = { value: string; onChange: (date: string) => void };

/** A select of the usual days and months; any other day in the device's date picker. */
export function DateField({ value, onChange }: Props) {
  const now = useNow();
  const [picking, setPicking] = useState(false);
  const usual = usualDates(now);
  const isOther = value !== '' && !usual.some((date) => date.value === value);
  const isDay = value.length === 'yyyy-mm-dd'.length;

  // Cleared from outside (« Tout effacer »), not by emptying the day field.
  const last = useRef(value);
  useEffect(() => {
    if (value === '' && last.current !== '') setPicking(false);
    last.current = value;
  }, [value]);

  return (
    <>
      <SelectField
        label="Date"
        value={picking ? ONE_DAY : value}
        onChange={(date) => {
          setPicking(date === ONE_DAY);
          if (date !== ONE_DAY) onChange(date);
        }}
        options={[
          { value: '', label: 'Toutes les dates' },
          ...usual,
          ...(isOther ? [{ value, label: describeDate(value) }] : []),
          { value: ONE_DAY, label: 'Un jour précis…' },
        ]}
      />
      {picking ? (
        <DayField
          label="Jour"
          max={dayInBenin(now)}
          autoFocus
          value={isDay ? value : ''}
          onChange={(day: string) => {
            last.current = day;
            onChange(day);
          }}
        />
      ) : null}
    </>
  );
}

/** Shown until a count is loaded. */
const NOT_LOADED = '–';

/** The value of the state filter: a state, every order, or what the list shows at first. */
type StateFilter = OrderState | 'all' | '';

type StateChipsProps = {
  /** All orders that the reader may see, by state; undefined until loaded. */
  counts: Readonly<Record<OrderState, number>> | undefined;
  states: readonly OrderState[];
  reader: UserType;
  current: StateFilter;
  /** The chip for the orders that the list shows at first. */
  first: { label: string; count: number | string | undefined };
  /** Other work that waits, after the first chip. */
  more?: readonly FilterLink[];
  linkTo: (part: { state: StateFilter }) => Pick<LinkProps, 'to' | 'replace' | 'preventScrollReset'>;
};

/** The number of orders in each state, each a link that shows them; a second click shows what the list shows at first. */
export function StateChips({ counts, states, reader, current, first, more = [], linkTo }: StateChipsProps) {
  const total = counts && Object.values(counts).reduce((sum, count) => sum + count, 0);
  return (
    <FilterLinks
      label="Commandes par état"
      cards
      options={[
        {
          label: first.label,
          isCurrent: current === '',
          link: linkTo({ state: '' }),
          count: first.count ?? NOT_LOADED,
        },
        ...more,
        {
          label: 'Toutes',
          isCurrent: current === 'all',
          link: linkTo({ state: 'all' }),
          count: total ?? NOT_LOADED,
        },
        ...states.map((state) => {
          const { icon: Glyph, tone } = stateLooks[state];
          return {
            label: orderStateLabel(state, reader),
            icon: <Glyph size={16} stroke={2} aria-hidden="true" color={`var(--tone-${tone}-text)`} />,
            isCurrent: current === state,
            link: linkTo({ state: current === state ? '' : state }),
            count: counts?.[state] ?? NOT_LOADED,
          };
        }),
      ]}
    />
  );
}

type FilterBarProps = {
  filters: OrderFilters;
  onChange: (part: Partial<OrderFilters>) => void;
  reader: UserType;
  /** Label of the search field. */
  searchLabel?: string;
  /** The states as links; otherwise they are options. */
  chips?: ReactNode;
  /** Additional filters. */
  children?: ReactNode;
  onSearchKey?: (event: KeyboardEvent) => void;
};

/** The filters of a list of orders. */
export function FilterBar(props: FilterBarProps) {
  const { filters, onChange, reader, searchLabel, chips, children, onSearchKey } = props;
  return (
    <FilterFold
      label="Chercher parmi les commandes"
      chips={chips}
      search={
        <SearchField
          label={
            searchLabel ??
            (reader === 'supervisor'
              ? 'Numéro ou nom du client, de la pharmacie ou du livreur'
              : 'Numéro ou nom du client')
          }
          // Supervisors search by what a caller says.
          placeholder={searchLabel ?? (reader === 'supervisor' ? 'Nom, téléphone, numéro' : 'Numéro ou nom')}
          value={filters.q}
          onSearch={(q) => onChange({ q })}
          {...(onSearchKey ? { onKeyDown: onSearchKey } : {})}
        />
      }
      on={
        [chips ? '' : filters.state, filters.deliveryPerson, filters.pharmacy, filters.date].filter(Boolean)
          .length
      }
    >
      {chips ? null : (
        <SelectField
          label="Statut"
          value={filters.state}
          onChange={(value) => onChange({ state: orderStates.find((state) => state === value) ?? '' })}
          options={[
            { value: '', label: 'Tous les statuts' },
            ...orderStates.map((state) => ({ value: state, label: orderStateLabel(state, reader) })),
          ]}
        />
      )}
      {children}
      <DateField value={filters.date} onChange={(date) => onChange({ date })} />
    </FilterFold>
  );
}
