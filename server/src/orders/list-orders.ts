import { dateRange } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import type { Ctx } from '../ctx.ts';
import { presentOrder } from './present.ts';
import { countOrders, searchOrders } from './queries.ts';

type Filters = HandlerInput<typeof endpoints.listOrders>['query'];

/** Returns one page of the caller's orders, counts over their whole scope, and a pharmacy's revenue in FCFA. */
export async function listOrders(ctx: Ctx, filters: Filters) {
  const { state, q, date, deliveryPerson, sort, page, limit } = filters;
  const range = date ? (dateRange(date) ?? undefined) : undefined;
  const search = { state, q, date: range, deliveryPerson, sort, page, limit };
  const [{ rows, total }, { counts, revenue }] = await Promise.all([
    searchOrders(ctx.db, ctx.actor, search),
    countOrders(ctx.db, ctx.actor),
  ]);
  return {
    orders: rows.map((row) => presentOrder(row, ctx.actor)),
    total,
    counts,
    ...(ctx.actor.type === 'pharmacy' && { revenue }),
  };
}
