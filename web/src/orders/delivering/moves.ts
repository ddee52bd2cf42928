import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { type OrderState, transitions } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import type { ProblemReason } from '@amasin/domain/orders/reasons.ts';
import { useCallback } from 'react';
import { call } from '../../lib/call.ts';
import { timeNow } from '../../lib/clock.ts';
import { defineOutbox, type Outgoing, UNDO_MS, useUnsent } from '../../lib/outbox.ts';
import { or, type Schema, sent, text } from '../../lib/schema.ts';
import { randomName } from '../../lib/stored.ts';
import { useSession } from '../../session/session-context.ts';

/** A courier's action: the order moved to a state, or was reported as impossible to deliver, and why. */
type Done = { to: OrderState } | { reason: ProblemReason; note: string | null };

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

const move: Schema<Move> = (value) => or(advance, null)(value) ?? report(value);

/** The moves of this courier that are not sent yet. The server ignores a repeated one (rule 8). */
export const movesOf = defineOutbox({
  name: 'work-moves',
  schema: move,
  keyOf: ({ id }) => id,
  send,
  holdOf: () => UNDO_MS,
});

async function send(move: Move): Promise<Order> {
  const params = { id: move.orderId };
  if ('to' in move)
    return (await call(orderEndpoints.advanceOrder, { params, body: { status: move.to } })).order;
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
  const { to } = move;
  if (!byCourier.some((transition) => transition.from === order.state && transition.to === to)) return order;
  const next = byCourier.find(({ from }) => from === to);
  return {
    ...order,
    state: to,
    problem: null,
    allowedActions: next === undefined ? [] : [next.action, 'report-problem'],
  };
}

/** The unsent moves of the signed-in courier. `MoveSender` sends them. */
export function useMoves() {
  const box = movesOf(useSession().user?._id ?? '');
  const unsent = useUnsent(box);
  const add = useCallback(
    ({ _id: orderId, number }: Order, done: Done) =>
      box.add({ ...done, id: randomName(), orderId, number, at: new Date(timeNow()).toISOString() }),
    [box],
  );
  return { unsent, add, remove: box.remove };
}
