import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { Button, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useOrders } from '../api.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import { describeFilters, orderFilters } from '../filtering/order-filters.ts';
import styles from './history.module.css';
import { LATEST } from './latest-orders.ts';
import { columns, OrderLine } from './OrderLine.tsx';

// Lazy: figures and orders are loaded first.

/** The customer's latest orders, filtered by number, state and date; every filter is in the URL. */
export function RecentOrders({ empty }: { empty: ReactNode }) {
  const { filters, isFiltered, change, clear } = useSearchParamFilters(orderFilters);
  const { q, state, date } = filters;
  const list = useOrders({ q, state, date, limit: LATEST });
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({ list: rows });
  const isEmpty = !isFiltered && !list.isPending && list.total === 0;
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
          <FilterBar
            filters={filters}
            onChange={change}
            reader="customer"
            states={orderStates}
            anyState="Tous les statuts"
            searchLabel="Numéro de commande"
            onSearchKey={onSearchKey}
          />
          <CountLine
            list={list}
            noun="commande"
            shown={list.rows.length}
            filters={describeFilters(filters, 'customer')}
            onClear={clear}
          />
        </>
      )}
      <ListState
        list={list}
        isFiltered={isFiltered}
        onClear={clear}
        empty={empty}
        noMatch={{ title: 'Aucune commande ne correspond' }}
        height={92}
      >
        <Rows label="Dernières commandes" list={list} columns={columns} ref={rows} onKeyDown={onListKey}>
          {list.rows.slice(0, LATEST).map((order) => (
            <OrderLine key={order._id} order={order} link={{ to: `/tracking?order=${order._id}` }} />
          ))}
        </Rows>
      </ListState>
    </section>
  );
}
