import { dateRange } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import { countOrders, searchOrders } from './list-queries.ts';
import { presentOrder } from './present.ts';

type Filters = HandlerInput<typeof endpoints.listOrders>['query'];

/** Returns one page of the caller's orders, counts over their whole scope, and a pharmacy's revenue in FCFA. */
export async function listOrders(ctx: Ctx, { date, ...filters }: Filters) {
  const range = date ? (dateRange(date) ?? undefined) : undefined;
  const counting = countOrders(ctx.db, ctx.actor);
  const [{ rows, total }, found] = await Promise.all([
    searchOrders(ctx.db, ctx.actor, { ...filters, date: range }, counting),
    counting,
  ]);
  const of = (state: OrderState) => found.find((one) => one.state === state);
  const revenue = (of('delivered')?.medicines ?? 0) + (of('ended')?.medicines ?? 0);
  return {
    orders: rows.map((row) => presentOrder(row, ctx.actor)),
    total,
    counts: Object.fromEntries(orderStates.map((state) => [state, of(state)?.n ?? 0])) as Record<
      OrderState,
      number
    >,
    ...(ctx.actor.type === 'pharmacy' && { revenue }),
  };
}
