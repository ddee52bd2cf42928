import type { Order } from '@amasin/domain/orders/order.ts';
import { Button, Paper, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { Link, type LinkProps } from 'react-router';
import { countOf } from '../../lib/format.ts';
import { CountLine, ListState } from '../../ui/listing.tsx';
import { OrderStateBadge } from '../../ui/OrderStateBadge.tsx';
import { Cell, Row, RowLink, Rows } from '../../ui/rows.tsx';
import { useSearchParamFilters } from '../../ui/search-param-filters.ts';
import { DateTime, Money } from '../../ui/text.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import { useOrders } from '../api.ts';
import { FilterBar } from '../FilterBar.tsx';
import { describeFilters, orderFilters } from '../filters.ts';
import { AgainButton, isOver } from '../ordering/AgainButton.tsx';
import styles from './history.module.css';

/** Number of orders on the dashboard. */
const LATEST = 10;

/** The customer's latest orders, whatever the filters of the list: the same query as the list without any. */
export function useLatestOrders() {
  const { q, state, date } = orderFilters.none;
  return useOrders({ q, state, date, limit: LATEST });
}

/** The latest delivered order, to be ordered again; nothing without one. */
export function LastOrder({ orders }: { orders: readonly Order[] }) {
  const last = orders.find((order) => order.state !== 'cancelled' && isOver(order));
  if (last === undefined) return null;
  return (
    <Paper component="section" withBorder className={styles.last} aria-label="Dernière commande">
      <Text component="p" size="xs" m={0}>
        <strong>{countOf(last.itemsCount, 'médicament')}</strong>, <DateTime at={last.date} />
        <span>{`, ${last.deliveryAddress}`}</span>
      </Text>
      <AgainButton order={last} />
    </Paper>
  );
}

type Props = {
  order: Order;
  link: Pick<LinkProps, 'to' | 'state' | 'replace' | 'preventScrollReset'>;
  /** Open beside the list. */
  open?: boolean;
};

/** Columns of a line on a wide screen. */
export const columns = '9rem 10rem minmax(0, 1fr) 8.5rem 6.5rem';

/** One of the customer's own orders. The whole row opens the order. */
export function OrderLine({ order, link, open = false }: Props) {
  const isPayable = order.allowedActions.includes('pay') && order.insuranceCard?.awaited !== true;
  return (
    <Row isCurrent={open} className={isPayable ? styles.payable : undefined}>
      <Cell card="half">
        <RowLink id={order._id} {...link} aria-current={open ? 'true' : undefined}>
          {order.number}
        </RowLink>
      </Cell>
      <Cell card="corner">
        <OrderStateBadge state={order.state} reader="customer" />
      </Cell>
      <Cell quiet>
        <DateTime at={order.date} />
      </Cell>
      <Cell card="half" quiet>
        {order.itemsCount > 0 ? countOf(order.itemsCount, 'médicament') : 'Ordonnance à lire'}
      </Cell>
      <Cell card="half" end>
        {isPayable ? <span className={styles.due}>À payer </span> : null}
        <strong>{order.totalAmount === null ? 'À calculer' : <Money amount={order.totalAmount} />}</strong>
      </Cell>
    </Row>
  );
}

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
