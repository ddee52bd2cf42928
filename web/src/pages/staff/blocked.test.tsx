import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

test('a blocked order shows its state too: before it leaves, it can be cancelled', async () => {
  const api = fakeApi();
  const problem = { reason: 'customer-absent', note: null, at: '2026-11-20T09:00:00.000Z' } as const;
  api.on(orderEndpoints.listOrders, () => aListOf(anOrder({ state: 'delivering', problem })));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  showPage(<SupervisorDashboard />, '/supervisor-dashboard');
  await screen.findByText('Bloquée');
  const rows = screen.getAllByRole('listitem');
  const row = rows.find((one) => within(one).queryByText('Bloquée'));
  expect(within(row!).getByText('En livraison')).toBeTruthy();
});
