import { type ReactNode, useRef } from 'react';
import { CountLine, ListState, MoreButton } from '../../ui/listing.tsx';
import { Rows } from '../../ui/rows.tsx';
import { useRowKeys } from '../../ui/use-row-keys.ts';
import type { OrdersInList } from '../api.ts';
import type { useOpenOrder } from '../browsing/use-open-order.ts';
import { columns, OrderLine } from '../history/OrderLine.tsx';
import styles from './tracking.module.css';

type Props = {
  list: OrdersInList;
  /** Id of the order shown beside the list. */
  shownId: string | null;
  linkTo: ReturnType<typeof useOpenOrder>['linkTo'];
  empty: ReactNode;
};

/** All orders of the customer, the most recent first. On a wide screen the list scrolls on its own. */
export function TrackedOrders({ list, shownId, linkTo, empty }: Props) {
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey } = useRowKeys({ list: rows });
  return (
    <ListState list={list} empty={empty} height={104}>
      <CountLine list={list} noun="commande" failed="Erreur lors du chargement des commandes" />
      <div className={styles.scroll}>
        <Rows label="Mes commandes" list={list} columns={columns} ref={rows} onKeyDown={onListKey}>
          {list.rows.map((order) => (
            <OrderLine
              key={order._id}
              order={order}
              link={{ ...linkTo(order._id), preventScrollReset: true }}
              open={order._id === shownId}
            />
          ))}
        </Rows>
        <MoreButton list={list} />
      </div>
    </ListState>
  );
}
