import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { holdClock } from '../../testing/hold-clock.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { plain } from '../../testing/plain.ts';
import { showPage } from '../../testing/show-page.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const PAGE = '/supervisor-dashboard';

/** Renders the list at this URL; the server has an order to do and an ended one, whatever the filters. */
function show(url = PAGE, work = { todo: 1, late: 0, review: 0, feedback: 0 }) {
  const api = fakeApi();
  const orders = [
    anOrder(),
    anOrder({ _id: '0198a000-0000-7000-8000-0000000000a2', number: 'CMD-000040', state: 'ended' }),
  ];
  api.on(orderEndpoints.listOrders, () => ({ ...aListOf(...orders), work }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  const router = showPage(<SupervisorDashboard />, url);
  const queries = () => api.sent.filter(({ path }) => path === '/api/orders').map(({ query }) => query);
  return { api, router, queries };
}

const chips = () => within(screen.getByRole('navigation', { name: 'Commandes par état' }));
const current = () =>
  chips()
    .getAllByRole('link')
    .filter((chip) => chip.getAttribute('aria-current') === 'true')
    .map(({ textContent }) => textContent);

test('requests what is to be done first, and counts it', async () => {
  const { queries } = show();
  await chips().findByRole('link', { name: 'À faire 1' });
  expect(queries()).toEqual([{ todo: 'true', page: '1' }]);
  expect(current()).toEqual(['À faire 1']);
});

test('a search covers every order', async () => {
  const { queries } = show();
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'dossou' } });
  await waitFor(() => expect(queries().at(-1)).toEqual({ q: 'dossou', page: '1' }));
  expect(current()).toEqual(['Toutes 2']);
});

test('« Toutes » requests every order; « À faire » shows again what is to be done', async () => {
  const { router, queries } = show();
  fireEvent.click(await screen.findByRole('link', { name: 'Toutes 2' }));
  await waitFor(() => expect(queries().at(-1)).toEqual({ state: 'all', page: '1' }));
  expect(router.state.location.search).toBe('?state=all');
  expect(current()).toEqual(['Toutes 2']);
  expect(screen.queryByRole('button', { name: 'Tout effacer' })).toBeNull();
  fireEvent.click(chips().getByRole('link', { name: 'À faire 1' }));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  expect(current()).toEqual(['À faire 1']);
});

test('the states count every order and filter by it', async () => {
  const { router, queries } = show();
  await screen.findByRole('link', { name: 'Toutes 2' });
  expect(
    chips()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual([
    'À faire 1',
    'Toutes 2',
    'Pré-traitement 0',
    'En attente 1',
    'En livraison 0',
    'Livrée 0',
    'Terminée 1',
    'Annulée 0',
  ]);
  fireEvent.click(chips().getByRole('link', { name: 'Terminée 1' }));
  await waitFor(() => expect(queries().at(-1)).toEqual({ state: 'ended', page: '1' }));
  expect(router.state.location.search).toBe('?state=ended');
  // The state is not among the collapsed filters.
  expect(screen.getByRole('button', { name: 'Filtres' })).toBeDefined();
});

test('shows since when the customer waits for a paid order, and the date of any other', async () => {
  show();
  const list = within(await screen.findByRole('list', { name: 'Commandes' }));
  const [paid, ended] = list.getAllByRole('listitem');
  expect(paid?.querySelector('time')?.title).toMatch(/^Payée il y a 1\sh\s55$/);
  expect(ended?.querySelector('time')?.dateTime).toBe(anOrder().date);
  expect(ended?.querySelector('time')?.title).not.toMatch(/Payée/);
});

test.each([
  [11, '11 en retard'],
  [1001, '1\u202f000+ en retard'],
])('with %i late orders links every list to them as « %s »', async (late, text) => {
  const { queries } = show(`${PAGE}?state=ended`, { todo: 20, late, review: 0, feedback: 0 });
  const link = await screen.findByRole('link', { name: /en retard$/ });
  expect(link.textContent).toBe(text);
  fireEvent.click(link);
  await screen.findByText(/· En retard/);
  expect(queries().at(-1)).toEqual({ late: 'true', page: '1' });
});

test('without a late order shows no such number', async () => {
  show();
  await screen.findByRole('list', { name: 'Commandes' });
  expect(screen.queryByText(/en retard/)).toBeNull();
});

test('downloads what the list shows', async () => {
  const { api } = show(`${PAGE}?state=ended&q=dossou`);
  api.on(orderEndpoints.exportOrders, () => refuse('TOO_MANY_TRIES'));
  fireEvent.click(await screen.findByRole('button', { name: 'Télécharger les commandes de la liste (CSV)' }));
  await screen.findByText(/^Trop de tentatives/);
  const sent = api.sent.find(({ path }) => path === '/api/orders/export');
  expect(sent?.query).toEqual({ state: 'ended', q: 'dossou' });
});

describe('payments to look at', () => {
  const payment: ReviewedPayment = {
    _id: '0198a000-0000-7000-8000-0000000000b1',
    transactionId: 'TX-1',
    amount: 4_825,
    reason: 'paid-twice',
    received: null,
    customer: { _id: '0198a000-0000-7000-8000-0000000000c1', name: 'Afi Dossou', phone: '+2290197000001' },
    order: null,
    canRefund: true,
    fits: [],
    at: '2026-11-20T10:00:00.000Z',
  };
  const payments = [1, 2, 3, 4].map((nth) => ({ ...payment, _id: `${payment._id.slice(0, -1)}${nth}` }));
  const listed = async () =>
    (await within(await screen.findByRole('list', { name: 'Commandes' })).findAllByRole('link'))
      .map((link) => link.textContent)
      .filter((text) => /^(CMD|Paiement)/.test(text ?? ''));

  test('three of them come first in « À faire », which counts them all', async () => {
    const { api } = show(PAGE, { todo: 2, late: 0, review: 4, feedback: 0 });
    api.on(paymentEndpoints.listReviews, () => ({ payments, total: 4, refunds: [], debits: [] }));
    const rows = await screen.findAllByRole('link', { name: 'Paiement' });
    expect(rows.map((row) => row.getAttribute('href'))).toEqual(
      payments.slice(0, 3).map(({ _id }) => `${PAGE}?tab=payments&vu=${_id}`),
    );
    expect((await listed()).slice(0, 4)).toEqual(['Paiement', 'Paiement', 'Paiement', 'CMD-000041']);
    expect(current()).toEqual(['À faire 6']);
    const all = screen.getByRole('link', { name: 'Paiements 4' });
    expect(all.getAttribute('href')).toBe(`${PAGE}?tab=payments`);
  });

  test('are listed without an order to do, and not among filtered orders', async () => {
    const { api, router } = show(PAGE, { todo: 0, late: 0, review: 1, feedback: 0 });
    api.on(paymentEndpoints.listReviews, () => ({ payments: [payment], total: 1, refunds: [], debits: [] }));
    api.on(orderEndpoints.listOrders, () => ({
      ...aListOf(),
      work: { todo: 0, late: 0, review: 1, feedback: 0 },
    }));
    await screen.findByRole('link', { name: 'Paiement' });
    expect(screen.queryByText('Rien à faire pour l’instant')).toBeNull();
    await act(() => router.navigate(`${PAGE}?state=ended`));
    await screen.findByText('Aucune commande ne correspond');
    expect(screen.queryByRole('link', { name: 'Paiement' })).toBeNull();
  });

  const { customer, order, at } = payment;
  const failed = {
    _id: payment._id,
    transactionId: 'TX-1',
    amount: 4_500,
    state: 'failed' as const,
    customer,
    order,
    askedAt: at,
    reference: 'R-1',
    way: 'provider' as const,
    to: null,
    byHandAt: null,
    mayBeDone: false,
  };
  const debit = {
    _id: payment._id,
    transactionId: 'TX-9',
    reference: null,
    customer: null,
    order,
    canRefund: false,
    received: { amount: 900, currency: 'XOF' },
    at,
  };
  test.each([
    [{ refunds: [failed], debits: [] }, '1 remboursement refusé'],
    [{ refunds: [{ ...failed, state: 'sent' as const }], debits: [debit] }, '1 débit sans paiement'],
    [{ refunds: [failed], debits: [debit, debit] }, '1 remboursement refusé, 2 débits sans paiement'],
  ])('the list says what else is counted, and leads to it: %#', async (found, text) => {
    const { api } = show(PAGE, { todo: 0, late: 0, review: 1, feedback: 0 });
    api.on(paymentEndpoints.listReviews, () => ({ payments: [], total: 0, ...found }));
    api.on(orderEndpoints.listOrders, () => ({
      ...aListOf(),
      work: { todo: 0, late: 0, review: 1, feedback: 0 },
    }));
    const row = await screen.findByText((content) => plain(content) === text);
    const link = within(row.closest('li') as HTMLElement).getByRole('link');
    expect(link.getAttribute('href')).toBe(`${PAGE}?tab=payments`);
    expect(screen.queryByText('Rien à faire pour l’instant')).toBeNull();
  });

  test('the list leads to them when they could not be loaded', async () => {
    const { api } = show(PAGE, { todo: 0, late: 0, review: 1, feedback: 0 });
    api.on(paymentEndpoints.listReviews, () => refuse('INTERNAL'));
    api.on(orderEndpoints.listOrders, () => ({
      ...aListOf(),
      work: { todo: 0, late: 0, review: 1, feedback: 0 },
    }));
    const list = within(await screen.findByRole('list', { name: 'Commandes' }));
    const link = await list.findByRole('link', { name: 'Paiements' });
    expect(link.getAttribute('href')).toBe(`${PAGE}?tab=payments`);
  });
});

test('cancels an order that is not paid, with the reason that the customer is told', async () => {
  const passHold = holdClock();
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['cancel'] });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => ({
    ...aListOf(order),
    work: { todo: 1, late: 0, review: 0, feedback: 0 },
  }));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  const cancelled = {
    ...order,
    state: 'cancelled' as const,
    cancelReason: 'unreachable' as const,
    allowedActions: [],
  };
  api.on(orderEndpoints.advanceOrder, () => {
    api.on(orderEndpoints.readOrder, () => ({ order: cancelled }));
    return { order: cancelled };
  });
  showPage(<SupervisorDashboard />, `${PAGE}?order=${order._id}`);
  fireEvent.click(await screen.findByText('Annuler la commande'));
  fireEvent.click(screen.getByRole('button', { name: 'Client injoignable' }));
  await passHold();
  expect(await screen.findByText('Annulée : client injoignable')).toBeDefined();
  const { body } = api.sent.find(({ method }) => method === 'PATCH') ?? {};
  expect(body).toEqual({ status: 'cancelled', reason: 'unreachable' });
});

test.each([
  [['cancel-paid', 'assign-pharmacy'], 1],
  [['accept-cancel', 'decline-cancel', 'assign-pharmacy'], 0],
] as const)('a paid order may be cancelled where the server says so: %j', async (allowedActions, buttons) => {
  const order = anOrder({ allowedActions: [...allowedActions] });
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => ({
    ...aListOf(order),
    work: { todo: 1, late: 0, review: 0, feedback: 0 },
  }));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(userEndpoints.listUsersOfType, () => ({ users: [], total: 0 }));
  showPage(<SupervisorDashboard />, `${PAGE}?order=${order._id}`);
  await screen.findByRole('heading', { name: 'Historique' });
  if (buttons > 0) await screen.findByText('Annuler et rembourser');
  expect(screen.queryAllByText('Annuler et rembourser')).toHaveLength(buttons);
});
