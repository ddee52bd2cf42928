import type { ChatSummary } from '@amasin/domain/consultations/consultation.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { seenChats } from '../consultations/seen-chats.ts';
import { keys } from '../lib/keys.ts';
import type { SeenKind } from '../lib/seen-queries.ts';
import type { OrderPage } from '../orders/api.ts';
import { isUnfiltered, seenOrder, seenOrders } from '../orders/history/seen-orders.ts';

/** The name of the delivery zones. */
export const ZONES = hashKey(keys.zones.all);

/** Stored as they are: they contain nothing about anybody's health. */
const whole = [
  keys.zones.all,
  keys.addresses.all,
  keys.insurance.all,
  keys.stats.of('own'),
  keys.availability.all,
].map(hashKey);

/** The name and the part under which a customer's device stores a query; null for one that is not stored. */
export function seenKind(key: QueryKey): SeenKind | null {
  const hash = hashKey(key);
  if (whole.includes(hash)) return { name: hash, partOf: (data) => data };
  const [resource, kind, input] = key;
  if (resource === 'orders' && kind === 'detail')
    return { name: hash, partOf: (data) => seenOrder(data as Order) };
  // The dashboard and the tracking page show the same orders.
  if (resource === 'orders' && kind === 'list' && isUnfiltered(input as object))
    return { name: 'orders', partOf: (data) => seenOrders(data as InfiniteData<OrderPage>) };
  if (resource === 'consultations' && kind === 'list')
    return { name: hash, partOf: (data) => seenChats(data as InfiniteData<{ chats: ChatSummary[] }>) };
  return null;
}
