import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { reviewed } from '../../testing/payments.ts';
import { aUser } from '../../testing/people.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import Dashboard from './dashboard.tsx';

const session = aSession(aUser());

function show() {
  const api = fakeApi();
  const order = anOrder({ state: 'pre-treatment' });
  const figures = { totalOrders: 12, pendingOrders: 2, deliveredOrders: 10, totalSpent: 46_200 };
  api.on(statsEndpoints.readDashboardStats, () => figures);
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(paymentEndpoints.listPayments, () => ({ payments: [reviewed] }));
  const router = showPage(
    <SessionContext value={session}>
      <Dashboard />
    </SessionContext>,
    '/dashboard',
  );
  const lastQuery = () => api.sent.filter(({ path }) => path === '/api/orders').at(-1)?.query;
  return { order, router, lastQuery };
}

test('shows a greeting, the four figures, and links to the orders', async () => {
  const { order, lastQuery } = show();
  screen.getByRole('heading', { level: 1, name: 'Bonjour Afi Dossou' });
  await screen.findByText(/^46\s200\sF$/);
  const cards = within(screen.getByRole('region', { name: 'Mes chiffres' }));
  const values = cards.getAllByRole('definition').map(({ textContent }) => textContent?.replace(/\s/g, ' '));
  const names = cards.getAllByRole('term').map(({ textContent }) => textContent);
  expect(names).toEqual(['Commandes', 'En cours', 'Livrées', 'Dépensé']);
  expect(values).toEqual(['12', '2', '10', '46 200 F']);

  const number = await screen.findByRole('link', { name: order.number });
  expect(number.getAttribute('href')).toBe(`/tracking?order=${order._id}`);
  expect(screen.getByRole('link', { name: 'Suivi' }).getAttribute('href')).toBe('/tracking');
  const line = within(screen.getByRole('list', { name: 'Dernières commandes' })).getByRole('listitem');
  expect(line.textContent).toContain('En préparation');
  expect(lastQuery()).toMatchObject({ limit: '10' });
});

test('nothing is shown above which an order under way would come', async () => {
  const api = fakeApi();
  const orders = Promise.withResolvers<void>();
  api.on(statsEndpoints.readDashboardStats, () => refuse('NOT_FOUND'));
  api.on(paymentEndpoints.listPayments, () => ({ payments: [] }));
  api.on(orderEndpoints.listOrders, async () => {
    await orders.promise;
    return aListOf(anOrder({ state: 'pre-treatment' }));
  });
  showPage(
    <SessionContext value={session}>
      <Dashboard />
    </SessionContext>,
    '/dashboard',
  );
  await waitFor(() => expect(api.sent.map(({ path }) => path)).toContain('/api/orders'));
  expect(screen.queryByRole('heading', { name: 'Mes commandes' })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Mes chiffres' })).toBeNull();
  orders.resolve();
  await screen.findByRole('region', { name: 'En cours' });
  screen.getByRole('heading', { name: 'Mes commandes' });
  screen.getByRole('region', { name: 'Mes chiffres' });
});

test('shows the payment that is under review, with its number', async () => {
  show();
  await screen.findByText('Paiement à vérifier');
  expect(screen.getByText(`Numéro : ${reviewed.transactionId}`)).toBeDefined();
});

test('filters by number, state and date, in the URL', async () => {
  const { router, lastQuery } = show();
  fireEvent.change(await screen.findByLabelText('Numéro de commande'), { target: { value: 'CMD-41' } });
  await waitFor(() => expect(router.state.location.search).toBe('?q=CMD-41'));
  fireEvent.change(screen.getByLabelText('Statut'), { target: { value: 'delivered' } });
  const date = screen.getByLabelText<HTMLSelectElement>('Date');
  const today = date.options[1]?.value ?? '';
  fireEvent.change(date, { target: { value: today } });
  await waitFor(() => expect(lastQuery()).toMatchObject({ q: 'CMD-41', state: 'delivered', date: today }));
  fireEvent.click(screen.getByRole('button', { name: 'Tout effacer' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('begins with the orders under way, the one to pay first, and the figures come last', async () => {
  const api = fakeApi();
  const onTheWay = anOrder({ _id: 'a', number: 'CMD-1', state: 'delivering' });
  const toPay = anOrder({ _id: 'b', number: 'CMD-2', state: 'pre-treatment', allowedActions: ['pay'] });
  api.on(statsEndpoints.readDashboardStats, () => ({
    totalOrders: 3,
    pendingOrders: 2,
    deliveredOrders: 1,
    totalSpent: 0,
  }));
  api.on(orderEndpoints.listOrders, () =>
    aListOf(anOrder({ _id: 'c', number: 'CMD-3', state: 'ended' }), onTheWay, toPay),
  );
  showPage(
    <SessionContext value={session}>
      <Dashboard />
    </SessionContext>,
    '/dashboard',
  );
  const cards = within(await screen.findByRole('region', { name: 'En cours' }));
  expect(cards.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['CMD-2', 'CMD-1']);
  const pay = cards.getByRole('link', { name: /^Payer 1\s900\sF, commande CMD-2$/ });
  expect(pay.getAttribute('href')).toBe('/tracking?order=b');
  expect(cards.getByText(/^À payer/)).toBeDefined();
  const regions = screen.getAllByRole('region').map((region) => region.getAttribute('aria-label'));
  expect([regions[0], regions.at(-1)]).toEqual(['En cours', 'Mes chiffres']);
  // One list of orders serves both.
  expect(api.sent.filter(({ path }) => path === '/api/orders')).toHaveLength(1);
});

test('without an order under way, begins with the list', async () => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => ({
    totalOrders: 1,
    pendingOrders: 0,
    deliveredOrders: 1,
    totalSpent: 0,
  }));
  api.on(orderEndpoints.listOrders, () => aListOf(anOrder({ state: 'delivered' })));
  showPage(
    <SessionContext value={session}>
      <Dashboard />
    </SessionContext>,
    '/dashboard',
  );
  await screen.findByRole('list', { name: 'Dernières commandes' });
  expect(screen.queryByRole('region', { name: 'En cours' })).toBeNull();
});

test('the latest delivered order can be ordered again', async () => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, () => ({
    totalOrders: 2,
    pendingOrders: 1,
    deliveredOrders: 1,
    totalSpent: 0,
  }));
  api.on(orderEndpoints.listOrders, () =>
    aListOf(
      anOrder({ _id: 'a' }),
      anOrder({ _id: 'd', state: 'cancelled', cancelReason: 'customer' }),
      anOrder({ _id: 'b', state: 'ended' }),
      anOrder({ _id: 'c', state: 'ended' }),
    ),
  );
  showPage(
    <SessionContext value={session}>
      <Dashboard />
    </SessionContext>,
    '/dashboard',
  );
  const again = await screen.findByRole('link', { name: 'Commander à nouveau' });
  expect(again.getAttribute('href')).toBe('/order?encore=b');
});
