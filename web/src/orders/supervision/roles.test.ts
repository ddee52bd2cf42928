import type { OrderAction } from '@amasin/domain/orders/lifecycle.ts';
import { expect, test } from 'vitest';
import { assignmentOf, readRole } from './roles.ts';

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
