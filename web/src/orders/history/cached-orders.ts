import type { Order } from '@amasin/domain/orders/order.ts';
import { useContext, useEffect } from 'react';
import { readStored, store } from '../../lib/storage/storage.ts';
import { SessionContext } from '../../session/session-context.ts';
import type { OrdersInList } from '../api.ts';

/** The fields of an order that a line of the list shows. */
export type ListedOrder = Pick<
  Order,
  '_id' | 'number' | 'date' | 'state' | 'itemsCount' | 'totalAmount' | 'allowedActions'
>;

/** The orders last shown on this device, without their medicines, and when. */
export type CachedOrders = { readonly at: string; readonly orders: readonly ListedOrder[] };

const NAME = 'seen-orders';
const MAX_ORDERS = 20;

/**
 * Stores the unfiltered list of the customer's orders, and returns the stored list while nothing newer is loaded: during
 * loading, and offline. No medicine's name is stored; signing out deletes the list (decision 0012).
 */
export function useCachedOrders(list: OrdersInList, isWhole: boolean): CachedOrders | null {
  const personId = useContext(SessionContext)?.user?._id ?? null;
  const { rows: orders, isPending, error, failure, isOutdated, updatedAt } = list;
  const isFresh = isWhole && !isPending && error === null && failure === null && !isOutdated;
  useEffect(() => {
    if (personId !== null && isFresh) store(personId, NAME, summaryOf(orders, updatedAt));
  }, [personId, isFresh, orders, updatedAt]);
  if (personId === null || !isWhole || (!isPending && error === null)) return null;
  return read(personId);
}

function summaryOf(orders: readonly Order[], at: number): CachedOrders {
  return {
    at: new Date(at).toISOString(),
    orders: orders
      .slice(0, MAX_ORDERS)
      .map(({ _id, number, date, state, itemsCount, totalAmount, allowedActions }) => ({
        _id,
        number,
        date,
        state,
        itemsCount,
        totalAmount,
        allowedActions: allowedActions.filter((action) => action === 'pay'),
      })),
  };
}

/** Local storage may contain anything: a value of another shape is ignored. */
function read(personId: string): CachedOrders | null {
  const stored = readStored(personId, NAME) as Partial<CachedOrders> | null;
  return typeof stored?.at === 'string' && Array.isArray(stored.orders) && stored.orders.length > 0
    ? (stored as CachedOrders)
    : null;
}
