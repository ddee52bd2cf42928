import { dateRange } from '@amasin/domain/contract/dates.ts';
import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/endpoints.ts';
import { type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { recordReads } from '../audit/record-reads.ts';
import type { Ctx } from '../ctx.ts';
import { onOneConnection, together } from '../database/transaction.ts';
import { countOrders, countToPrepare, countWork, type OrderSearch, searchOrders } from './list-queries.ts';
import { presentOrders } from './present.ts';
import type { OrderView } from './queries.ts';

const nothing = Promise.resolve(null);

type Filters = HandlerInput<typeof endpoints.listOrders>['query'];

/**
 * Returns one page of the caller's orders, counts over their whole scope, a pharmacy's revenue in FCFA, and a supervisor's
 * work.
 */
export async function listOrders(ctx: Ctx, filters: Filters) {
  const { type } = ctx.actor;
  const [{ rows, total }, found, work, toPrepare] = await onOneConnection(ctx.db, (db) => {
    const counting = countOrders(db, ctx.actor);
    return together(
      searchOrders(db, ctx.actor, searchOf(ctx, filters), counting),
      counting,
      supervises(ctx) ? countWork(db, promisedBefore(ctx)) : nothing,
      type === 'pharmacy' ? countToPrepare(db, ctx.actor) : nothing,
    );
  });
  await recordReads(ctx, 'order', rows.map(readOf));
  const of = (state: OrderState) => found.find((one) => one.state === state);
  const revenue = (of('delivered')?.medicines ?? 0) + (of('ended')?.medicines ?? 0);
  return {
    orders: await presentOrders(ctx, rows),
    total,
    counts: Object.fromEntries(orderStates.map((state) => [state, of(state)?.n ?? 0])) as Record<
      OrderState,
      number
    >,
    ...(toPrepare !== null && { revenue, toPrepare }),
    ...(work && { work }),
  };
}

/** Names an order in the record of who read it. */
export const readOf = ({ order: { id, customerId } }: OrderView) => ({ id, customerId });

const supervises = ({ actor: { type } }: Ctx) => type === 'supervisor' || type === 'superAdmin';

/** Adds to the filters what the caller's type decides. */
export function searchOf(ctx: Ctx, { date, sort, late, pharmacy, ...filters }: Filters): OrderSearch {
  const { type } = ctx.actor;
  const todo = filters.todo && (supervises(ctx) || type === 'pharmacy' || type === 'deliveryPerson');
  const isLate = late && supervises(ctx);
  const waiting = type === 'deliveryPerson' ? 'stops' : type === 'pharmacy' ? 'preparing' : 'waiting';
  return {
    ...filters,
    pharmacy: supervises(ctx) ? pharmacy : undefined,
    date: date ? (dateRange(date) ?? undefined) : undefined,
    todo,
    promisedBefore: isLate ? promisedBefore(ctx) : undefined,
    sort: todo || isLate ? waiting : sort,
  };
}

/** An order that was paid before this time is late unless it is delivered. */
export const promisedBefore = ({ clock, settings }: Pick<Ctx, 'clock' | 'settings'>): Date =>
  new Date(clock.now().getTime() - settings.promiseMinutes * 60_000);
