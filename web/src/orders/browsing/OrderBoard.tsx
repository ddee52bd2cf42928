import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { CountLine } from '../../ui/listing/CountLine.tsx';
import { useAddressFilters } from '../../ui/listing/filters/address-filters.ts';
import { ListState } from '../../ui/listing/ListState.tsx';
import { MoreButton } from '../../ui/listing/MoreButton.tsx';
import { type Heading, Rows } from '../../ui/listing/Rows.tsx';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import { type Load, preload } from '../../ui/loading/use-lazy.ts';
import { type OrderQuery, useOrders } from '../api.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import { describeFilters, type OrderFilters, orderFilters } from '../filtering/order-filters.ts';
import { OrderRow } from './OrderRow.tsx';
import { StateCounters } from './StateCounters.tsx';
import { useOpenOrder } from './use-open-order.ts';
import { Workspace } from './Workspace.tsx';

type Props<D extends object> = {
  reader: UserType;
  states?: readonly OrderState[];
  /** What the figure of all these states together is called. */
  totalLabel?: string;
  /** In the place of the figures by state. */
  counters?: ReactNode;
  /** What is read while no state is filtered, and what that is called. */
  base?: OrderQuery & { state: OrderState };
  anyState?: string;
  headings: readonly Heading[];
  columns: string;
  tablet: string;
  /** `Cell`s of one order, one for each heading after number and state. */
  cells: (order: Order) => ReactNode;
  /** In the place of the badge of the state. */
  badge?: (order: Order) => ReactNode;
  /** The open order takes the whole width: the list comes back when it is closed. */
  wideDetail?: boolean;
  /** Loads the code of an open order, once the list is shown. */
  loadDetail: Load<D>;
  detailProps: (id: string, close: () => void) => D;
  /** What an empty list says when nothing is filtered. */
  empty: ReactNode;
  /** Another filter, and its word in the line of results. */
  filter?: (filters: OrderFilters, change: (part: Partial<OrderFilters>) => void) => ReactNode;
  nameOfDeliveryPerson?: (id: string) => string | undefined;
  /** Another figure beside those of the states. */
  figure?: (revenue: number | undefined) => ReactNode;
};

/** Figures, filters, list and open order of those who work at a desk; filters and the open order are in the address. */
export function OrderBoard<D extends object>(props: Props<D>) {
  const { reader, states = orderStates, totalLabel, headings, columns, tablet, cells, empty } = props;
  const { loadDetail, detailProps, base, wideDetail = false } = props;
  const { filters, isFiltered, change, clear } = useAddressFilters(orderFilters);
  const { openId, linkTo, close } = useOpenOrder();
  const list = useOrders({ ...filters, ...(filters.state === '' && base) });
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({
    list: rows,
    onEscape: openId === null ? undefined : close,
  });
  const desk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  useEffect(() => {
    if (!list.isPending) preload(loadDetail);
  }, [list.isPending, loadDetail]);

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
  return (
    <Workspace
      wideDetail={wideDetail}
      above={
        props.counters ?? (
          <StateCounters
            counts={list.latest?.counts}
            states={states}
            reader={reader}
            current={filters.state}
            {...(totalLabel === undefined ? {} : { totalLabel })}
          >
            {props.figure?.(list.latest?.revenue)}
          </StateCounters>
        )
      }
      filters={
        <>
          <FilterBar
            filters={filters}
            onChange={change}
            reader={reader}
            states={states.filter((state) => state !== base?.state)}
            anyState={props.anyState ?? 'Tous les statuts'}
            onSearchKey={onSearchKey}
          >
            {props.filter?.(filters, change)}
          </FilterBar>
          <CountLine
            list={list}
            noun="commande"
            shown={list.rows.length}
            filters={describeFilters(filters, reader, courier)}
            onClear={clear}
          />
        </>
      }
      list={
        <ListState
          list={list}
          isFiltered={isFiltered}
          onClear={clear}
          empty={empty}
          noMatch={{ title: 'Aucune commande ne correspond' }}
        >
          <Rows
            label="Commandes"
            list={list}
            headings={headings}
            columns={columns}
            tablet={tablet}
            ref={rows}
            onKeyDown={onListKey}
          >
            {list.rows.map((order) => (
              <OrderRow
                key={order._id}
                order={order}
                reader={reader}
                open={order._id === openId}
                link={linkTo(order._id)}
                keepScroll={desk}
                badge={props.badge?.(order)}
              >
                {cells(order)}
              </OrderRow>
            ))}
          </Rows>
          <MoreButton list={list} />
        </ListState>
      }
      detail={
        openId === null ? null : (
          <LazyPart load={loadDetail} props={detailProps(openId, close)} rows={5} height={64} />
        )
      }
      announcement={openId === null ? '' : `Commande ${open?.number ?? ''} ouverte`}
    />
  );
}
