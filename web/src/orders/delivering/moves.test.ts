import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import { expect, test } from 'vitest';
import { anOrder } from '../../testing/orders.ts';
import { afterMoves, type UnsentMove } from './moves.ts';

const order = anOrder({ state: 'pending', allowedActions: ['start-delivery'] });

const move = (to: OrderState, changes: Partial<UnsentMove> = {}): UnsentMove => ({
  id: to,
  orderId: order._id,
  number: order.number,
  to,
  at: '2026-11-20T08:30:00.000Z',
  state: 'failed',
  refusal: null,
  ...changes,
});

test('an order is shown as its unsent moves will leave it', () => {
  expect(afterMoves(order, [move('delivering')])).toEqual({
    ...order,
    state: 'delivering',
    problem: null,
    allowedActions: ['start-waiting', 'mark-delivered', 'report-problem'],
  });
  expect(afterMoves(order, [move('delivering'), move('delivered')])).toEqual({
    ...order,
    state: 'delivered',
    problem: null,
    allowedActions: [],
  });
});

test.each([
  ['of another order', [move('delivering', { orderId: 'another' })]],
  ['that the server refused', [move('delivering', { refusal: 'Action impossible' })]],
  ['that does not start from its state', [move('delivered')]],
])('a move %s changes nothing', (_, moves) => {
  expect(afterMoves(order, moves)).toBe(order);
});

test('a move that the server has already made changes nothing', () => {
  const moved = anOrder({ state: 'delivering', allowedActions: ['mark-delivered'] });
  expect(afterMoves(moved, [move('delivering')])).toBe(moved);
});

test('an order whose problem is not sent shows it', () => {
  const problem = { reason: 'customer-absent', note: 'Portail fermé' } as const;
  const at = '2026-11-20T08:30:00.000Z';
  const { number, _id: orderId } = order;
  const report: UnsentMove = {
    id: 'report',
    orderId,
    number,
    at,
    ...problem,
    state: 'sending',
    refusal: null,
  };
  expect(afterMoves(order, [report]).problem).toEqual({ ...problem, at });
});
