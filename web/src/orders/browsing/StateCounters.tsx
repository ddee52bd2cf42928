import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatNumber } from '../../lib/format/money.ts';
import { OrderStateBadge } from '../../ui/badge/OrderStateBadge.tsx';
import { orderFilters } from '../filtering/order-filters.ts';
import styles from './StateCounters.module.css';

/** Shown until a figure is loaded. */
const NOT_LOADED = '–';

type Props = {
  /** All orders that the reader may see, by state; undefined until loaded. */
  counts: Readonly<Record<OrderState, number>> | undefined;
  states: readonly OrderState[];
  reader: UserType;
  current: OrderState | '';
  /** Label of the total of these states; without it no total is shown. */
  totalLabel?: string;
  /** Another `Figure` in the same row. */
  children?: ReactNode;
};

/** Number of orders by state. Each figure is a link that filters the list by its state; a second click clears the filter. */
export function StateCounters({ counts, states, reader, current, totalLabel, children }: Props) {
  const [search] = useSearchParams();
  const linkTo = (state: OrderState | '') => ({
    search: orderFilters.write(search, { state }).toString(),
  });
  const total = counts && states.reduce((sum, state) => sum + counts[state], 0);
  return (
    <section aria-label="Commandes par état" className={styles.frame}>
      <div className={styles.counters}>
        {totalLabel === undefined ? null : (
          <Link
            className={styles.counter}
            to={linkTo('')}
            replace
            preventScrollReset
            aria-current={current === '' ? 'true' : undefined}
          >
            <span className={styles.label}>{totalLabel}</span>
            <Count value={total} />
          </Link>
        )}
        {states.map((state) => (
          <Link
            key={state}
            className={styles.counter}
            to={linkTo(current === state ? '' : state)}
            replace
            preventScrollReset
            aria-current={current === state ? 'true' : undefined}
          >
            <OrderStateBadge state={state} reader={reader} />
            <Count value={counts?.[state]} />
          </Link>
        ))}
        {children}
      </div>
    </section>
  );
}

function Count({ value }: { value: number | undefined }) {
  return <span className={styles.figure}>{value === undefined ? NOT_LOADED : formatNumber(value)}</span>;
}

/** Figures other than those by state. */
export function Figures({ children }: { children: ReactNode }) {
  return (
    <section aria-label="Chiffres" className={styles.frame}>
      <div className={styles.counters}>{children}</div>
    </section>
  );
}

/** A figure without a link. */
export function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.counter}>
      <span className={styles.label}>{label}</span>
      <span className={styles.figure}>{children ?? NOT_LOADED}</span>
    </div>
  );
}
