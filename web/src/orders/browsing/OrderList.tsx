import type { Order } from '@amasin/domain/orders/order.ts';
import type { CSSProperties, KeyboardEvent, ReactNode, Ref } from 'react';
import { MoreButton } from '../../ui/paging/MoreButton.tsx';
import type { OrdersInList } from '../api.ts';
import styles from './OrderList.module.css';

type Props = {
  list: OrdersInList;
  /** Headings of the columns of a wide list; cards and screen readers get the names from the facts themselves. */
  headings: readonly string[];
  /** `grid-template-columns` of a wide row. */
  columns: string;
  row: (order: Order) => ReactNode;
  listRef?: Ref<HTMLUListElement>;
  onKeyDown?: (event: KeyboardEvent) => void;
};

export function OrderList({ list, headings, columns, row, listRef, onKeyDown }: Props) {
  const { orders, isPlaceholderData: outdated } = list;
  return (
    <div className={styles.frame} style={{ '--order-columns': columns } as CSSProperties}>
      <div className={styles.headings} aria-hidden="true">
        {headings.map((heading) => (
          <span key={heading}>{heading}</span>
        ))}
      </div>
      <ul
        ref={listRef}
        className={styles.list}
        aria-label="Commandes"
        aria-busy={outdated}
        data-outdated={outdated || undefined}
        onKeyDown={onKeyDown}
      >
        {orders.map(row)}
      </ul>
      {list.hasMore ? (
        <div className={styles.more}>
          <MoreButton list={list} shown={orders.length} />
        </div>
      ) : null}
    </div>
  );
}
