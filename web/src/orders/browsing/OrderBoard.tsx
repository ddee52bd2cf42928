import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useRef } from 'react';
import { useRowKeys } from '../../ui/listing/use-row-keys.ts';
import { LazyPart } from '../../ui/loading/LazyPart.tsx';
import { type Load, preload } from '../../ui/loading/use-lazy.ts';
import { type OrderQuery, useOrders } from '../api.ts';
import { describeChoice } from '../filtering/describe-choice.ts';
import { FilterBar } from '../filtering/FilterBar.tsx';
import type { OrderChoice } from '../filtering/order-choice.ts';
import { ResultLine } from '../filtering/ResultLine.tsx';
import { useOrderChoice } from '../filtering/use-order-choice.ts';
import { ListState } from './ListState.tsx';
import { OrderList } from './OrderList.tsx';
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
  /** What is asked for while no state is chosen, and what that is called. */
  base?: OrderQuery & { state: OrderState };
  anyState?: string;
  headings: readonly string[];
  columns: string;
  /** `OrderCell`s of one order, one for each heading after number and state. */
  cells: (order: Order) => ReactNode;
  /** In the place of the badge of the state. */
  badge?: (order: Order) => ReactNode;
  /** The open order takes the whole width: the list comes back when it is closed. */
  wideDetail?: boolean;
  /** Fetches the code of an open order, which comes once the list stands. */
  loadDetail: Load<D>;
  detailProps: (id: string, close: () => void) => D;
  /** What an empty list says when nothing is filtered. */
  empty: ReactNode;
  /** Another filter, and its word in the line of results. */
  filter?: (choice: OrderChoice, change: (part: Partial<OrderChoice>) => void) => ReactNode;
  nameOfDeliveryPerson?: (id: string) => string | undefined;
  /** Another figure beside those of the states. */
  figure?: (revenue: number | undefined) => ReactNode;
};

/** Figures, filters, list and open order of those who work at a desk; everything chosen is in the address. */
export function OrderBoard<D extends object>(props: Props<D>) {
  const { reader, states = orderStates, totalLabel, headings, columns, cells, empty } = props;
  const { loadDetail, detailProps, base, wideDetail = false } = props;
  const { choice, chosen, change, clear } = useOrderChoice();
  const { openId, linkTo, close } = useOpenOrder();
  const list = useOrders({ ...choice, ...(choice.state === '' && base) });
  const rows = useRef<HTMLUListElement>(null);
  const { onListKey, onSearchKey } = useRowKeys({
    list: rows,
    rows: 'a[data-order]',
    onEscape: openId === null ? undefined : close,
  });
  const desk = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });

  const stands = !list.isPending;
  useEffect(() => {
    if (stands) preload(loadDetail);
  }, [stands, loadDetail]);

  // Whoever closes an order stands again where they opened it.
  const lastOpen = useRef(openId);
  useEffect(() => {
    const closed = openId === null ? lastOpen.current : null;
    lastOpen.current = openId;
    if (closed === null || document.activeElement !== document.body) return;
    rows.current
      ?.querySelector<HTMLElement>(`[data-order="${CSS.escape(closed)}"]`)
      ?.focus({ preventScroll: true });
  }, [openId]);

  const courier =
    choice.deliveryPerson === '' ? undefined : props.nameOfDeliveryPerson?.(choice.deliveryPerson);
  const open = list.orders.find((order) => order._id === openId);
  return (
    <Workspace
      wideDetail={wideDetail}
      above={
        props.counters ?? (
          <StateCounters
            counts={list.counts}
            states={states}
            reader={reader}
            current={choice.state}
            {...(totalLabel === undefined ? {} : { totalLabel })}
          >
            {props.figure?.(list.revenue)}
          </StateCounters>
        )
      }
      filters={
        <>
          <FilterBar
            choice={choice}
            onChange={change}
            reader={reader}
            states={states.filter((state) => state !== base?.state)}
            anyState={props.anyState ?? 'Tous les statuts'}
            onSearchKey={onSearchKey}
          >
            {props.filter?.(choice, change)}
          </FilterBar>
          <ResultLine
            list={list}
            filters={chosen ? describeChoice(choice, reader, courier) : []}
            onClear={clear}
          />
        </>
      }
      list={
        <ListState list={list} chosen={chosen} onClear={clear} empty={empty}>
          <OrderList
            list={list}
            headings={headings}
            columns={columns}
            listRef={rows}
            onKeyDown={onListKey}
            row={(order) => (
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
            )}
          />
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
