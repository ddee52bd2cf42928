import { dateRange } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import type { Ctx } from '../ctx.ts';
import { countOrders, countWork, type OrderSearch, searchOrders } from './list-queries.ts';
import { presentOrder } from './present.ts';

type Filters = HandlerInput<typeof endpoints.listOrders>['query'];

/**
 * Returns one page of the caller's orders, counts over their whole scope, a pharmacy's revenue in FCFA, and a supervisor's
 * work.
 */
export async function listOrders(ctx: Ctx, { date, sort, ...filters }: Filters) {
  const { type } = ctx.actor;
  const supervises = type === 'supervisor' || type === 'superAdmin';
  const todo = filters.todo && (supervises || type === 'pharmacy' || type === 'deliveryPerson');
  const range = date ? (dateRange(date) ?? undefined) : undefined;
  const counting = countOrders(ctx.db, ctx.actor);
  const waiting = type === 'deliveryPerson' ? 'stops' : 'waiting';
  const search: OrderSearch = { ...filters, date: range, todo, sort: todo ? waiting : sort };
  const [{ rows, total }, found, work] = await Promise.all([
    searchOrders(ctx.db, ctx.actor, search, counting),
    counting,
    supervises ? readWork(ctx) : null,
  ]);
  const of = (state: OrderState) => found.find((one) => one.state === state);
  const revenue = (of('delivered')?.medicines ?? 0) + (of('ended')?.medicines ?? 0);
  return {
    orders: rows.map((row) => presentOrder(row, ctx)),
    total,
    counts: Object.fromEntries(orderStates.map((state) => [state, of(state)?.n ?? 0])) as Record<
      OrderState,
      number
    >,
    ...(type === 'pharmacy' && { revenue }),
    ...(work && { work }),
  };
}

async function readWork({ db, clock, settings }: Ctx) {
  return countWork(db, new Date(clock.now().getTime() - settings.promiseMinutes * 60_000));
}
