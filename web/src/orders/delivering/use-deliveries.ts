import { useEffect, useMemo } from 'react';
import { readStored, store } from '../../lib/stored.ts';
import { useSession } from '../../session/session-context.ts';
import { type OrderPage, useOrders } from '../api.ts';
import type { OrderFilters } from '../filtering/order-filters.ts';
import { toDoFirst } from '../to-do.ts';

type Cached = { at: number; page: OrderPage };

const NAME = 'seen-deliveries';

/** Longer than a working day; the orders hold names, telephones and addresses. */
const MAX_AGE_MS = 16 * 3600_000;

/**
 * The orders of this courier; without a filter, those to deliver. These are stored on the device, and returned while newer
 * ones are not loaded: after a reload without a network they are still there. Sign-out and an expired session remove them
 * (decision 0029).
 */
export function useDeliveries(filters: OrderFilters, isFiltered: boolean) {
  const personId = useSession().user?._id ?? '';
  const cached = useMemo(() => readCached(personId), [personId]);
  const list = useOrders(isFiltered ? filters : toDoFirst, isFiltered ? null : cached);
  const { latest, rows, updatedAt, isOutdated } = list;
  const isWhole = latest !== undefined && !isFiltered && !isOutdated;
  useEffect(() => {
    if (isWhole)
      store(personId, NAME, { at: updatedAt, page: { ...latest, orders: [...rows] } } satisfies Cached);
  }, [personId, isWhole, latest, rows, updatedAt]);
  return list;
}

/** Local storage may contain anything: a value of another shape is ignored. */
function readCached(personId: string): Cached | null {
  const { at, page } = (readStored(personId, NAME) ?? {}) as Partial<Cached>;
  if (typeof at !== 'number' || !Array.isArray(page?.orders)) return null;
  return Date.now() - at < MAX_AGE_MS ? { at, page } : null;
}
