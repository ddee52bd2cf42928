import { type OrderState, orderStateLabel, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { SearchField } from '../../ui/filtering/SearchField.tsx';
import { SelectField } from '../../ui/filtering/SelectField.tsx';
import { DateField } from './DateField.tsx';
import styles from './FilterBar.module.css';
import type { OrderChoice } from './order-choice.ts';

type Props = {
  choice: OrderChoice;
  onChange: (part: Partial<OrderChoice>) => void;
  reader: UserType;
  /** What the search looks into. */
  searchLabel?: string;
  /** What no status filter means, and the states on offer. */
  anyState: string;
  states?: readonly OrderState[];
  /** More filters of one screen. */
  children?: ReactNode;
  onSearchKey?: (event: KeyboardEvent) => void;
};

/** Search and filters; on a phone the filters wait behind a button that says how many are on. */
export function FilterBar(props: Props) {
  const {
    choice,
    onChange,
    reader,
    searchLabel = 'Numéro ou nom du client',
    anyState,
    states = orderStates,
    children,
    onSearchKey,
  } = props;
  const [shown, setShown] = useState(choice.state !== '' || choice.date !== '');
  const on = [choice.state, choice.deliveryPerson, choice.date].filter(Boolean).length;
  return (
    <form
      aria-label="Chercher parmi les commandes"
      className={styles.bar}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.search}>
        <SearchField
          label={searchLabel}
          value={choice.q}
          onSearch={(q) => onChange({ q })}
          {...(onSearchKey ? { onKeyDown: onSearchKey } : {})}
        />
      </div>
      <Button
        className={styles.toggle}
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={20} aria-hidden="true" />}
        onClick={() => setShown(!shown)}
        aria-expanded={shown}
        aria-controls="order-filters"
      >
        {on === 0 ? 'Filtres' : `Filtres (${on})`}
      </Button>
      <div id="order-filters" className={styles.filters} data-shown={shown || undefined}>
        <SelectField
          label="Statut"
          value={choice.state}
          onChange={(chosen) => onChange({ state: states.find((state) => state === chosen) ?? '' })}
          choices={[
            { value: '', label: anyState },
            ...states.map((state) => ({ value: state, label: orderStateLabel(state, reader) })),
          ]}
        />
        {children}
        <DateField value={choice.date} onChange={(date) => onChange({ date })} />
      </div>
    </form>
  );
}
