import type { Order } from '@amasin/domain/orders/order.ts';
import { useContext, useEffect } from 'react';
import { readStored, store } from '../../lib/storage/storage.ts';
import { SessionContext } from '../../session/session-context.ts';
import type { OrdersInList } from '../api.ts';

/** What one line of a list shows of an order. */
export type ListedOrder = Pick<
  Order,
  '_id' | 'number' | 'date' | 'state' | 'itemsCount' | 'totalAmount' | 'allowedActions'
>;

/** The orders seen last on this device, without what they are made of, and when. */
export type SeenOrders = { readonly at: string; readonly orders: readonly ListedOrder[] };

const NAME = 'seen-orders';
const MOST = 20;

/**
 * Keeps the list of all the customer's orders as it was seen last, and gives it back where there is nothing newer: while
 * it loads, and without a network. No medicine's name is kept; leaving erases it.
 */
export function useSeenOrders(list: OrdersInList, isWhole: boolean): SeenOrders | null {
  // Where nobody is signed in, nothing is kept.
  const personId = useContext(SessionContext)?.user?._id ?? null;
  const { rows: orders, isPending, error, failure, isOutdated, updatedAt } = list;
  const isFresh = isWhole && !isPending && error === null && failure === null && !isOutdated;
  useEffect(() => {
    if (personId !== null && isFresh) store(personId, NAME, summaryOf(orders, updatedAt));
  }, [personId, isFresh, orders, updatedAt]);
  if (personId === null || !isWhole || (!isPending && error === null)) return null;
  return read(personId);
}

function summaryOf(orders: readonly Order[], at: number): SeenOrders {
  return {
    at: new Date(at).toISOString(),
    orders: orders
      .slice(0, MOST)
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

/** The device is not ours: what does not look like a list is none. */
function read(personId: string): SeenOrders | null {
  const kept = readStored(personId, NAME) as Partial<SeenOrders> | null;
  return typeof kept?.at === 'string' && Array.isArray(kept.orders) && kept.orders.length > 0
    ? (kept as SeenOrders)
    : null;
}
