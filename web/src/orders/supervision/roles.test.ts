import type { OrderAction } from '@amasin/domain/orders/lifecycle.ts';
import { expect, test } from 'vitest';
import { assignmentOf, nextToAssign, readRole } from './roles.ts';

const order = (...allowedActions: OrderAction[]) => ({ allowedActions });

test('offers only the assignments that the server allows', () => {
  const pending = order('assign-delivery-person', 'replace-pharmacy');
  expect(assignmentOf(pending, 'deliveryPerson')).toBe('assign');
  expect(assignmentOf(pending, 'pharmacy')).toBe('replace');
  expect(assignmentOf(pending, 'agent')).toBeNull();
});

test('ignores a role in the URL that can no longer be assigned', () => {
  expect(readRole(order('assign-agent'), 'agent')).toBe('agent');
  expect(readRole(order('end'), 'agent')).toBeNull();
  expect(readRole(order('assign-agent'), 'customer')).toBeNull();
  expect(readRole(order('assign-agent'), null)).toBeNull();
});

test('after the pharmacy the courier, then the first other order that waits for someone', () => {
  const toEnd = { _id: 'a', ...order('end') };
  const toAssign = { _id: 'b', ...order('assign-pharmacy') };
  const toDeliver = { _id: 'c', ...order('replace-pharmacy', 'assign-delivery-person') };
  expect(nextToAssign(toDeliver, [toAssign])).toEqual({ order: toDeliver, role: 'deliveryPerson' });
  expect(nextToAssign(toEnd, [toEnd, toAssign, toDeliver])).toEqual({ order: toAssign, role: 'pharmacy' });
  expect(nextToAssign(toEnd, [toEnd])).toBeNull();
});
