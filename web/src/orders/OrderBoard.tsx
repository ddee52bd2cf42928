import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FilterLink } from '../ui/filters.tsx';
import { CountLine, ListState, MoreButton } from '../ui/listing.tsx';
import { type Heading, Rows } from '../ui/rows.tsx';
import { useSearchParamFilters } from '../ui/search-param-filters.ts';
import { useRowKeys } from '../ui/use-row-keys.ts';
import { type OrderQuery, type OrdersInList, useOrders } from './api.ts';
import { FilterBar, StateChips } from './FilterBar.tsx';
import { describeFilters, type OrderFilters, orderFilters } from './filters.ts';
import styles from './OrderBoard.module.css';
import { OrderRow } from './OrderRow.tsx';
import { useOpenOrder } from './use-open-order.ts';

type Props = {
  /** Above the list; hidden on a phone while an order is open. */
  filters: ReactNode;
  list: ReactNode;
  /** The open order replaces the list on a wide screen too. */
  wideDetail?: boolean;
  /** The open order; null gives the list the whole width. */
  detail: ReactNode | null;
  /** Read by screen readers when it changes: « Commande CMD-000123 ouverte ». */
  announcement: string;
};

/** List on the left, open order on the right; on a phone one at a time. */
function Workspace({ filters, list, wideDetail = false, detail, announcement }: Props) {
  return (
    <div
      className={styles.workspace}
      data-open={detail !== null || undefined}
      data-wide={(wideDetail && detail !== null) || undefined}
    >
      <div className={styles.board}>
        <div className={styles.filters}>{filters}</div>
        <div className={styles.panes}>
          <div className={styles.list}>{list}</div>
          {detail === null ? null : <div className={styles.detail}>{detail}</div>}
        </div>
      </div>
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </div>
  );
}

type RowLinkProps = ReturnType<ReturnType<typeof useOpenOrder>['linkTo']>;
type Latest = OrdersInList['latest'];
type LinkToFilters = ReturnType<typeof useSearchParamFilters<OrderFilters>>['linkTo'];

type OrderBoardProps = {
  reader: UserType;
  states?: readonly OrderState[];
  /** What the list shows without a filter, if not all orders. */
  first?: {
    label: string;
    query: OrderQuery;
    count: (latest: Latest) => number | string | undefined;
    /** What the list has besides those counted, after the number of its orders. */
    parts?: (latest: Latest) => string | undefined;
    /** Rows of other work, before the orders. */
    rows?: (latest: Latest) => ReactNode;
  };
  /** Chips of other work that waits. */
  more?: (latest: Latest) => readonly FilterLink[];
  headings: readonly Heading[];
  columns: string;
  tablet: string;
  /** `Cell`s of one order, one for each heading after number and state. */
  cells: (order: Order) => ReactNode;
  /** Replaces the badge of the state. */
  badge?: (order: Order) => ReactNode;
  /** What the reader can do next, on the row; `link` opens the order. */
  action?: (order: Order, link: RowLinkProps) => ReactNode;
  /** An open order takes the whole width and hides the list. */
  wideDetail?: boolean;
  /** The open order. */
  detail: (id: string, close: () => void) => ReactNode;
  /** Shown in place of an empty list without filters. */
  empty: ReactNode;
  /** Another filter, and the name that the count line shows for its value. */
  filter?: (filters: OrderFilters, change: (part: Partial<OrderFilters>) => void) => ReactNode;
  nameOfDeliveryPerson?: (id: string) => string | undefined;
  /** Above the list: what else the search has found. */
  found?: (filters: OrderFilters) => ReactNode;
  /** Downloads what the list shows. */
  download?: (query: OrderQuery) => ReactNode;
  /** Other figures, beside the number of orders; `linkTo` changes the filters. */
  figures?: (latest: Latest, linkTo: LinkToFilters) => ReactNode;
};

/** Filters, list and open order for staff at a desk. Filters and the open order are in the URL. */
export function OrderBoard(props: OrderBoardProps) {
  const { reader, states = orderStates, headings, columns, tablet, cells, empty } = props;
  const { detail, first, wideDetail = false } = props;
  const { filters, isFiltered, change, clear, linkTo: filterLink } = useSearchParamFilters(orderFilters);
  const { openId, linkTo, close } = useOpenOrder();
  // Filters and the search apply to all orders.
  const isFirst = first !== undefined && !isFiltered;
  const query = { ...filters, ...(isFirst && first.query) };
  const list = useOrders(query);
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({
    list: rows,
    onEscape: openId === null ? undefined : close,
  });
  const desk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  // Closing an order returns the focus to its row.
  const lastOpen = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed === null || document.activeElement !== document.body) return;
    rows.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(closed)}"]`)
      ?.focus({ preventScroll: true });
  }, [openId]);

  const courier =
    filters.deliveryPerson === '' ? undefined : props.nameOfDeliveryPerson?.(filters.deliveryPerson);
  const open = list.rows.find((order) => order._id === openId);
  const others = (isFirst && first.rows?.(list.latest)) || null;
  const parts = (isFirst && first.parts?.(list.latest)) || null;
  const table = (
    <Rows
      label="Commandes"
      list={list}
      headings={headings}
      columns={columns}
      tablet={tablet}
      ref={rows}
      onKeyDown={onListKey}
    >
      {others}
      {list.rows.map((order) => (
        <OrderRow
          key={order._id}
          order={order}
          reader={reader}
          open={order._id === openId}
          link={linkTo(order._id)}
          keepScroll={desk}
          badge={props.badge?.(order)}
          action={props.action?.(order, linkTo(order._id))}
        >
          {cells(order)}
        </OrderRow>
      ))}
    </Rows>
  );
  return (
    <Workspace
      wideDetail={wideDetail}
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={change}
            reader={reader}
            chips={
              <StateChips
                counts={list.latest?.counts}
                states={states}
                reader={reader}
                current={first !== undefined && filters.state === '' && isFiltered ? 'all' : filters.state}
                {...(first && { first: { label: first.label, count: first.count(list.latest) } })}
                more={props.more?.(list.latest) ?? []}
                linkTo={filterLink}
              />
            }
            onSearchKey={onSearchKey}
          >
            {props.filter?.(filters, change)}
          </FilterBar>
          <CountLine
            list={list}
            noun="commande"
            {...(parts !== null && { where: parts })}
            shown={list.rows.length}
            filters={describeFilters(filters, reader, courier)}
            figures={
              <>
                {props.figures?.(list.latest, filterLink)}
                {list.rows.length === 0 ? null : props.download?.(query)}
              </>
            }
            onClear={clear}
          />
          {props.found?.(filters)}
        </>
      }
      list={
        <ListState
          list={list}
          isFiltered={isFiltered}
          onClear={clear}
          empty={others === null ? empty : table}
          noMatch={{ title: 'Aucune commande ne correspond' }}
        >
          {table}
          <MoreButton list={list} />
        </ListState>
      }
      detail={openId === null ? null : detail(openId, close)}
      announcement={openId === null ? '' : `Commande ${open?.number ?? ''} ouverte`}
    />
  );
}
