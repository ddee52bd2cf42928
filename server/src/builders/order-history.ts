import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { bookOrder, recordPayment } from '../benefits/record-journals.ts';
import type { Database } from '../database/database.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { insertEvents } from '../orders/change-queries.ts';

/** Returns when an order that was created at this time has ended. */
export const endedAfter = (createdAt: Date) => new Date(createdAt.getTime() + 90 * MINUTE_MS);

/**
 * Writes the journals and the timeline that an order in its state requires, some minutes apart.
 * @param supervisorId the user who assigned and ended the order; null for the system
 */
export async function writeHistory(
  tx: Database,
  order: OrderRow,
  supervisorId: string | null,
): Promise<void> {
  const has = (state: OrderRow['state']) => orderStates.indexOf(order.state) >= orderStates.indexOf(state);
  const at = (minutes: number) => new Date(order.createdAt.getTime() + minutes * MINUTE_MS);
  const {
    id: orderId,
    customerId,
    agentId,
    pharmacyId,
    deliveryPersonId: courier,
    itemsWrittenById: writer,
  } = order;
  const first = writer === null && order.paymentId !== null ? 'pending' : 'pre-treatment';
  const line = (
    minutes: number,
    action: string,
    from: string | null,
    to: string | null,
    actorId: string | null,
  ) => ({ orderId, at: at(minutes), action, from, to, actorId });

  const events = [line(0, 'create', null, first, customerId)];
  if (agentId !== null) events.push(line(2, 'assign-agent', null, agentId, supervisorId));
  if (writer !== null) events.push(line(6, 'write-prescription', null, null, writer));
  if (writer !== null && has('pending')) events.push(line(10, 'pay', 'pre-treatment', 'pending', customerId));
  if (pharmacyId !== null) events.push(line(15, 'assign-pharmacy', null, pharmacyId, supervisorId));
  if (courier !== null) events.push(line(20, 'assign-delivery-person', null, courier, supervisorId));
  if (has('delivering')) events.push(line(35, 'start-delivery', 'pending', 'delivering', courier));
  if (has('delivered')) events.push(line(62, 'mark-delivered', 'delivering', 'delivered', courier));
  if (order.endedAt !== null) events.push(line(90, 'end', 'delivered', 'ended', supervisorId));
  await insertEvents(tx, events);

  const { medicines, commission, reduction, total, deliveryFee } = order;
  if (!has('pending') || medicines === null || commission === null || reduction === null || total === null)
    return;
  const quote = { medicines, deliveryFee, commission, reduction, total };
  await recordPayment(tx, { orderId, quote, at: order.createdAt });
  const journals = [
    { kind: 'handover', state: 'delivering', minutes: 35 },
    { kind: 'delivery', state: 'delivered', minutes: 62 },
    { kind: 'ending', state: 'ended', minutes: 90 },
  ] as const;
  for (const { minutes, ...event } of journals)
    if (has(event.state)) await bookOrder(tx, { orderId, ...event, at: at(minutes) });
}
