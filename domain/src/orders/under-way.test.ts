import { expect, test } from 'vitest';
import { underWay } from './expected.ts';
import type { Order } from './order.ts';

const order = (
  name: string,
  state: Order['state'],
  ...allowedActions: Order['allowedActions']
): { name: string } & Pick<Order, 'state' | 'allowedActions'> => ({ name, state, allowedActions });

test('lists what the customer has to do first, then what arrives soonest, without what is delivered', () => {
  const orders = [
    order('ended', 'ended'),
    order('reading', 'pre-treatment'),
    order('paid', 'pending'),
    order('delivered', 'delivered'),
    order('on the way', 'delivering'),
    order('paid before', 'pending'),
    order('to pay', 'pre-treatment', 'pay'),
    order('to photograph again', 'pre-treatment', 'replace-photo'),
  ];
  expect(underWay(orders).map(({ name }) => name)).toEqual([
    'to pay',
    'to photograph again',
    'on the way',
    'paid',
    'paid before',
    'reading',
  ]);
});
