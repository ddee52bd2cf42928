import { orderStateLabel } from '@amasin/domain/orders/lifecycle.ts';
import type { Actor } from '../../ctx.ts';
import type { OrderRow } from '../../database/schema/orders.ts';
import { Refusal } from '../../refusal.ts';

/** 409 STATE_CHANGED, with the label of the order's state for the reader. */
export function stateChanged(reader: Actor, order: Pick<OrderRow, 'state'>): Refusal {
  return new Refusal('STATE_CHANGED', { values: { state: orderStateLabel(order.state, reader.type) } });
}
