import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { UnprovenReason } from '@amasin/domain/orders/handover.ts';
import { type OrderState, transitions } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { ProblemReason } from '@amasin/domain/orders/reasons.ts';
import { useCallback } from 'react';
import { call } from '../../lib/call.ts';
import { timeNow } from '../../lib/clock.ts';
import { defineOutbox, type Outgoing, UNDO_MS, useUnsent } from '../../lib/outbox.ts';
import { flag, or, type Schema, sent, text } from '../../lib/schema.ts';
import { randomName } from '../../lib/stored.ts';
import { useSession } from '../../session/session-context.ts';

/**
 * A courier's action: the order moved to a state, with what the customer told him or why she told him no code; he waits at the door; or
 * it was reported as impossible to deliver, and why.
 */
export type Done =
  | { to: OrderState; code?: string; without?: UnprovenReason }
  | { waits: true }
  | { reason: ProblemReason; note: string | null };

/** A move of an order by its courier, which the server may not know yet. */
export type Move = Done & {
  id: string;
  orderId: string;
  number: string;
  /** When the courier decided it, ISO. */
  at: string;
};

export type UnsentMove = Outgoing<Move>;

const base = { id: text, orderId: text, number: text, at: text };
const advance = sent<Move>({ ...base, to: text as Schema<OrderState> });
const report = sent<Move>({ ...base, reason: text as Schema<ProblemReason> });

const wait = sent<Move>({ ...base, waits: flag as Schema<true> });

const move: Schema<Move> = (value) => or(advance, null)(value) ?? or(wait, null)(value) ?? report(value);

/** Whether the server has yet to say that the code is right. */
export const isToConfirm = (move: Move): boolean => 'to' in move && move.code !== undefined;

/** The moves of this courier that are not sent yet. The server ignores a repeated one (rule 8). */
export const movesOf = defineOutbox({
  name: 'work-moves',
  schema: move,
  keyOf: ({ id }) => id,
  aboutOf: ({ orderId }) => orderId,
  send,
  // A code is no slip of a finger, and the courier is told at once whether it is right; the clock of a wait runs from the tap.
  holdOf: (move) => (isToConfirm(move) || 'waits' in move ? 0 : UNDO_MS),
});

async function send(move: Move): Promise<Order> {
  const params = { id: move.orderId };
  if ('to' in move) {
    const { to: status, code: handoverCode, without: handoverReason } = move;
    const body = { status, ...(handoverCode && { handoverCode }), ...(handoverReason && { handoverReason }) };
    return (await call(orderEndpoints.advanceOrder, { params, body })).order;
  }
  if ('waits' in move) return (await call(orderEndpoints.startWaiting, { params })).order;
  const { reason, note } = move;
  return (await call(orderEndpoints.reportProblem, { params, body: { reason, note } })).order;
}

const byCourier = transitions.filter(({ by }) => by.includes('deliveryPerson'));

/** The order as it is once these moves are sent; refused ones change nothing. */
export function afterMoves(order: Order, moves: readonly UnsentMove[]): Order {
  return moves
    .filter(({ orderId, refusal }) => orderId === order._id && refusal === null)
    .reduce(afterMove, order);
}

function afterMove(order: Order, move: UnsentMove): Order {
  if ('reason' in move) {
    const { reason, note, at } = move;
    return { ...order, problem: { reason, note, at } };
  }
  if ('waits' in move) {
    if (order.state !== 'delivering' || !order.waiting) return order;
    const since = order.waiting.since ?? move.at;
    return {
      ...order,
      waiting: { ...order.waiting, since },
      allowedActions: order.allowedActions.filter((action) => action !== 'start-waiting'),
    };
  }
  const { to } = move;
  if (!byCourier.some((transition) => transition.from === order.state && transition.to === to)) return order;
  // It is delivered once the server knows the code.
  if (isToConfirm(move)) return { ...order, allowedActions: [] };
  const next = byCourier.find(({ from }) => from === to);
  return {
    ...order,
    state: to,
    problem: null,
    allowedActions: next === undefined ? [] : ['start-waiting', next.action, 'report-problem'],
  };
}

/** The unsent moves of the signed-in courier. `MoveSender` sends them. */
export function useMoves() {
  const box = movesOf(useSession().user?._id ?? '');
  const unsent = useUnsent(box);
  const add = useCallback(
    ({ _id: orderId, number }: Order, done: Done) => {
      // Another try answers for a refused one.
      for (const { id, ...earlier } of box.read())
        if (earlier.orderId === orderId && earlier.refusal !== null) box.remove(id);
      box.add({ ...done, id: randomName(), orderId, number, at: new Date(timeNow()).toISOString() });
    },
    [box],
  );
  return { unsent, add, remove: box.remove };
}
