import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { MedicationField } from '../../medications/MedicationField.tsx';
import { MedicineSearch } from '../../medications/MedicineSearch.tsx';
import { fakeApi } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { countsOf } from '../../testing/people.ts';
import Dashboard from '../customer/dashboard.tsx';
import NewOrder from '../customer/order.tsx';
import Profile from '../customer/profile.tsx';
import Tracking from '../customer/tracking.tsx';
import ControlPanel from '../staff/cpanel.tsx';
import UsersAdmin from '../staff/cpanel-users.tsx';
import { badGateway, customer, findMessage, noResponse, showTo, type } from './no-response.fixture.tsx';

test.each([
  ['Erreur lors du chargement des données', '/dashboard', <Dashboard key="1" />],
  ['Erreur chargement initial', '/order', <NewOrder key="2" />],
  ['Erreur lors du chargement des données', '/tracking', <Tracking key="3" />],
  ['Erreur lors du chargement du profil', '/profile', <Profile key="4" />],
  ['Erreur lors du chargement des utilisateurs', '/cpanel/users', <UsersAdmin key="5" />],
  ['Erreur chargement médicaments', '/cpanel?tab=medications', <ControlPanel key="6" />],
  ['Erreur lors du chargement', '/cpanel?tab=zones', <ControlPanel key="7" />],
])('shows « %s » on %s, with a retry button', async (message, url, page) => {
  badGateway();
  showTo(customer, page, url);
  await findMessage(message);
  expect(screen.getAllByRole('button', { name: 'Réessayer' }).length).toBeGreaterThan(0);
});

test('shows « Erreur lors du chargement des commandes » above orders that cannot be refreshed', async () => {
  const api = fakeApi();
  const order = anOrder();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  showTo(customer, <Tracking />, '/tracking');
  await screen.findByRole('link', { name: order.number });
  api.on(orderEndpoints.listOrders, noResponse);
  api.on(orderEndpoints.readOrder, noResponse);
  // Old enough to be refetched when the window is focused again.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 60_000);
  act(() => {
    focusManager.setFocused(false);
    focusManager.setFocused(true);
  });
  onTestFinished(() => {
    focusManager.setFocused(undefined);
    vi.useRealTimers();
  });
  await screen.findByText(/Erreur lors du chargement des commandes/);
  expect(screen.getByRole('link', { name: order.number })).toBeDefined();
});

test('shows « Erreur de chargement » when one account cannot be loaded', async () => {
  const api = fakeApi();
  api.on(userEndpoints.listUsers, () => ({ users: [], total: 0 }));
  api.on(statsEndpoints.readUserStats, () => countsOf());
  api.on(userEndpoints.readUser, noResponse);
  showTo(customer, <UsersAdmin />, `/cpanel/users?compte=${customer._id}`);
  await findMessage('Erreur de chargement');
});

test('shows « Erreur de recherche des médicaments » when a customer adds one', async () => {
  badGateway();
  showTo(customer, <MedicationField personId="afi" onPick={() => {}} />, '/order');
  const search = await screen.findByRole('combobox', { name: 'Ajouter un médicament' });
  fireEvent.change(search, { target: { value: 'zinc' } });
  await findMessage('Erreur de recherche des médicaments');
});

test('shows « Erreur recherche médicaments » when a pharmacist adds one', async () => {
  badGateway();
  showTo(customer, <MedicineSearch onPick={() => {}} />, '/agent-dashboard');
  await type('Ajouter un médicament', 'zinc');
  await findMessage('Erreur recherche médicaments');
});
