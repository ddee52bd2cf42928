import { Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { countOf } from '../../lib/format/money.ts';
import { sentence } from '../../lib/format/text.ts';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import { MoreButton } from '../../ui/paging/MoreButton.tsx';
import type { OrdersInList } from '../api.ts';
import { ListState } from '../browsing/ListState.tsx';
import type { useOpenOrder } from '../browsing/use-open-order.ts';
import { OrderLine } from '../history/OrderLine.tsx';
import { useSeenOrders } from '../history/seen-orders.ts';
import styles from './tracking.module.css';

type Props = {
  list: OrdersInList;
  /** The order that is shown beside the list. */
  shownId: string | null;
  linkTo: ReturnType<typeof useOpenOrder>['linkTo'];
  empty: ReactNode;
};

const loadSeen = () => import('../history/SeenOrderList.tsx').then(({ SeenOrderList }) => SeenOrderList);

/** All of the customer's orders, the most recent first. On a desk the list scrolls by itself. */
export function TrackedOrders({ list, shownId, linkTo, empty }: Props) {
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey } = useRowKeys({ list: rows, rows: 'a[data-order]' });
  const seen = useSeenOrders(list, true);
  if (seen !== null)
    return (
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
    );
  return (
    <ListState list={list} chosen={false} onClear={() => {}} empty={empty} rowHeight={104}>
      <Text size="xs" c="dimmed" role="status">
        {countOf(list.total, 'commande')}
        {list.failure === null
          ? null
          : ` · ${sentence(messageOf(list.failure, 'Erreur lors du chargement des commandes'))} La liste peut dater.`}
      </Text>
      <div className={styles.scroll}>
        <ul ref={rows} className={styles.list} aria-label="Mes commandes" onKeyDown={onListKey}>
          {list.orders.map((order) => (
            <OrderLine
              key={order._id}
              order={order}
              link={linkTo(order._id)}
              open={order._id === shownId}
              narrow
            />
          ))}
        </ul>
        <MoreButton list={list} shown={list.orders.length} fullWidth mt="sm" />
      </div>
    </ListState>
  );
}
