import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { Button, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import { useOrders } from '../api.ts';
import { ListState } from '../browsing/ListState.tsx';
import { describeChoice } from '../filtering/describe-choice.ts';
import { ResultLine } from '../filtering/ResultLine.tsx';
import { useOrderChoice } from '../filtering/use-order-choice.ts';
import styles from './history.module.css';
import { OrderLine } from './OrderLine.tsx';
import { useSeenOrders } from './seen-orders.ts';

/** The dashboard shows so many (SPEC 9). */
const LATEST = 10;

// Figures and orders are read first; searching comes after them.
const loadSeen = () => import('./SeenOrderList.tsx').then(({ SeenOrderList }) => SeenOrderList);
const loadFilterBar = () => import('../filtering/FilterBar.tsx').then(({ FilterBar }) => FilterBar);

/** The customer's latest orders, filtered by number, state and date; every filter is in the address. */
export function RecentOrders({ empty }: { empty: ReactNode }) {
  const { choice, chosen, change, clear } = useOrderChoice();
  const { q, state, date } = choice;
  const list = useOrders({ q, state, date, limit: LATEST });
  const seen = useSeenOrders(list, !chosen);
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows, rows: 'a[data-order]' });
  const isEmpty = !chosen && !list.isPending && list.total === 0;
  return (
    <section className={styles.section} aria-labelledby="recent-orders">
      <div className={styles.head}>
        <Title order={2} id="recent-orders">
          Mes commandes
        </Title>
        {isEmpty ? null : (
          <Button
            component={Link}
            to="/tracking"
            variant="subtle"
            className={styles.all}
            rightSection={<IconArrowRight size={18} aria-hidden="true" />}
          >
            Suivi
          </Button>
        )}
      </div>
      {isEmpty ? null : (
        <>
          <LazyPart
            load={loadFilterBar}
            height={96}
            props={{
              choice,
              onChange: change,
              reader: 'customer',
              states: orderStates,
              anyState: 'Tous les statuts',
              searchLabel: 'Numéro de commande',
              onSearchKey,
            }}
          />
          <ResultLine
            list={list}
            filters={chosen ? describeChoice(choice, 'customer') : []}
            onClear={clear}
          />
        </>
      )}
      {seen === null ? null : (
        <LazyPart
          load={loadSeen}
          height={320}
          props={{
            seen,
            failed: list.error !== null,
            retrying: list.isFetching,
            onRetry: () => void list.refetch(),
          }}
        />
      )}
      {seen === null ? (
        <ListState list={list} chosen={chosen} onClear={clear} empty={empty} rowHeight={92}>
          <ul
            ref={rows}
            className={styles.list}
            aria-busy={list.isPlaceholderData}
            aria-label="Dernières commandes"
            onKeyDown={onListKey}
          >
            {list.orders.slice(0, LATEST).map((order) => (
              <OrderLine key={order._id} order={order} link={{ to: `/tracking?order=${order._id}` }} />
            ))}
          </ul>
        </ListState>
      ) : null}
    </section>
  );
}
