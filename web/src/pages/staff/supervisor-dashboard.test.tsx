import { benefitEndpoints } from '@amasin/domain/benefits/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { userEndpoints } from '@amasin/domain/users/endpoints.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { aCandidate, aListOf, anOrder } from '../../testing/orders.ts';
import { showPage } from '../../testing/show-page.tsx';
import SupervisorDashboard from './supervisor-dashboard.tsx';

const PAGE = '/supervisor-dashboard';
const COURIER = '0198a000-0000-7000-8000-0000000000c1';
const first = aCandidate({ _id: '0198a000-0000-7000-8000-0000000000d1' });
const second = aCandidate({ _id: '0198a000-0000-7000-8000-0000000000d2', name: 'Pharmacie Zogbo' });

/** A fake server with these orders. A test changes them to act as another user. */
function serve(...orders: Order[]) {
  const api = fakeApi();
  const stored = { orders };
  const find = (path: string) => stored.orders.find(({ _id }) => path.includes(_id)) ?? anOrder();
  api.on(orderEndpoints.listOrders, () => aListOf(...stored.orders));
  api.on(orderEndpoints.readOrder, ({ path }) => ({ order: find(path) }));
  api.on(orderEndpoints.readTimeline, () => ({ timeline: [], total: 0 }));
  api.on(userEndpoints.listUsersOfType, () => ({
    users: [{ _id: COURIER, name: 'Codjo Ahouansou', phone: '+2290197000015' }],
    total: 1,
  }));
  api.on(orderEndpoints.listCandidates, ({ query }) => {
    expect(query.role).toBe('pharmacy');
    return { candidates: [first, second], total: 2 };
  });
  return { api, stored };
}

const open = (order: Order, more = '') =>
  showPage(<SupervisorDashboard />, `${PAGE}?order=${order._id}${more}`);
const button = (name: string) => screen.findByRole('button', { name });
const searchOf = (router: ReturnType<typeof open>) => router.state.location.search;

test('filters are in the URL, described in the count line, and cleared at once', async () => {
  const { api } = serve(anOrder());
  const router = showPage(
    <SupervisorDashboard />,
    `${PAGE}?state=pending&date=2026-11&q=dossou&deliveryPerson=${COURIER}`,
  );
  await screen.findByText(/· En attente · Livreur : Codjo Ahouansou · novembre 2026 · « dossou »/);
  expect(api.sent.find(({ path }) => path === '/api/orders')?.query).toMatchObject({
    state: 'pending',
    date: '2026-11',
    q: 'dossou',
    deliveryPerson: COURIER,
  });
  fireEvent.click(await button('Tout effacer'));
  await waitFor(() => expect(searchOf(router)).toBe(''));
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual({ todo: 'true', page: '1' }));
});

test('typing searches after a pause, and keeps the other filters', async () => {
  serve(anOrder());
  const router = showPage(<SupervisorDashboard />, `${PAGE}?state=pending`);
  const field = await screen.findByRole('searchbox');
  fireEvent.change(field, { target: { value: 'CMD' } });
  fireEvent.change(field, { target: { value: 'CMD-41' } });
  await waitFor(() => expect(searchOf(router)).toBe('?state=pending&q=CMD-41'));
});

test('/ focuses the search, the arrow keys move through the rows, Escape closes the open order', async () => {
  const orders = [anOrder(), anOrder({ _id: '0198a000-0000-7000-8000-0000000000a2', number: 'CMD-000040' })];
  serve(...orders);
  const router = showPage(<SupervisorDashboard />, PAGE);
  await screen.findByRole('link', { name: 'CMD-000040' });
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(screen.getByRole('searchbox'));
  fireEvent.keyDown(screen.getByRole('searchbox'), { key: 'ArrowDown' });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowDown' });
  const row = screen.getByRole('link', { name: 'CMD-000040' });
  expect(document.activeElement).toBe(row);
  fireEvent.click(row);
  await screen.findByRole('heading', { name: 'CMD-000040' });
  fireEvent.keyDown(document.body, { key: 'Escape' });
  await waitFor(() => expect(searchOf(router)).toBe(''));
});

const asked = { reason: 'mistake', at: '2026-11-20T09:00:00.000Z', declined: null } as const;
const problem = { reason: 'customer-absent', note: null, at: asked.at } as const;

test.each<[string, Partial<Order>, string[]]>([
  ['of which the customer asks to cancel', { cancelRequest: asked }, ['À annuler ?', 'En attente']],
  ['whose request was declined', { cancelRequest: { ...asked, declined: 'leaving' } }, ['En attente']],
  ['that cannot go on', { state: 'delivering', problem }, ['Bloquée', 'En livraison']],
])('the row of an order %s has its state', async (_, changes, texts) => {
  serve(anOrder(changes));
  showPage(<SupervisorDashboard />, PAGE);
  const row = within(await screen.findByRole('list', { name: 'Commandes' })).getByRole('listitem');
  const badges = within(row).queryAllByText(/^(À annuler \?|Bloquée|En attente|En livraison)$/);
  expect(badges.map(({ textContent }) => textContent)).toEqual(texts);
});

test('shows only the actions that the server allows', async () => {
  const order = anOrder({ state: 'pre-treatment', allowedActions: ['write-prescription'] });
  serve(order);
  open(order);
  await screen.findByRole('heading', { name: order.number });
  await screen.findByText('Paracétamol 500 mg');
  expect(screen.getByRole('button', { name: 'Traiter' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Assigner|Remplacer|Terminer|Corriger/ })).toBeNull();
});

test('after a conflict, shows who is assigned, and lets the supervisor replace them', async () => {
  const order = anOrder({ allowedActions: ['assign-pharmacy'] });
  const { api, stored } = serve(order);
  const router = open(order);
  fireEvent.click(await button('Assigner une pharmacie'));
  const dialog = await screen.findByRole('dialog');

  api.on(orderEndpoints.assignOrder, () => {
    stored.orders = [
      { ...order, pharmacy: first, allowedActions: ['assign-delivery-person', 'replace-pharmacy'] },
    ];
    return refuse('ALREADY_ASSIGNED');
  });
  fireEvent.click(await within(dialog).findByRole('radio', { name: /^Pharmacie Zogbo/ }));
  fireEvent.click(within(dialog).getByRole('button', { name: `Assigner ${second.name}` }));
  await screen.findByText(/^Commande déjà assignée à/);
  await within(dialog).findByText(/^Choix actuel/);
  expect(within(dialog).getByRole('heading', { name: 'Remplacer la pharmacie' })).toBeTruthy();

  api.on(orderEndpoints.assignOrder, ({ body }) => {
    expect(body).toEqual({ pharmacy: second._id, replaces: first._id });
    stored.orders = [
      { ...order, pharmacy: second, allowedActions: ['assign-delivery-person', 'replace-pharmacy'] },
    ];
    return { order: stored.orders[0] ?? order };
  });
  fireEvent.click(within(dialog).getByRole('button', { name: `Assigner ${second.name}` }));
  await screen.findByText('Commande assignée avec succès');
  await waitFor(() => expect(searchOf(router)).toBe(`?order=${order._id}`));
});

test('the filter offers every courier of every page, deactivated ones too', async () => {
  const { api } = serve(anOrder());
  const couriers = Array.from({ length: 201 }, (_, n) => ({
    _id: `0198a000-0000-7000-8000-0000000${10000 + n}`,
    name: `Livreur ${n}`,
    phone: '',
    active: n !== 200,
  }));
  api.on(userEndpoints.listUsersOfType, ({ path, query: { page, limit, active } }) => {
    expect([active, limit]).toEqual(['any', '200']);
    if (path.endsWith('/pharmacy')) return { users: [], total: 0 };
    return { users: page === '1' ? couriers.slice(0, 200) : couriers.slice(200), total: 201 };
  });
  showPage(<SupervisorDashboard />, PAGE);
  const option = await screen.findByRole('option', { name: 'Livreur 200 (désactivé)' });
  expect(within(option.parentElement!).getAllByRole('option')).toHaveLength(202);
});

test('the pharmacy that the customer wishes for is said in the order and beside its name among the candidates', async () => {
  const order = anOrder({
    allowedActions: ['assign-pharmacy'],
    wishedPharmacy: { _id: second._id, name: second.name },
  });
  serve(order);
  open(order, '&assign=pharmacy');
  const fact = await screen.findByText('Pharmacie souhaitée');
  expect(fact.parentElement?.textContent).toContain('Pharmacie Zogbo');
  const people = within(await screen.findByRole('list', { name: 'Personnes' })).getAllByRole('listitem');
  expect(people.map(({ textContent }) => textContent?.includes('Souhaitée par le client'))).toEqual([
    false,
    true,
  ]);
});

test('searches candidates on the server, and shows how many more there are', async () => {
  const order = anOrder({ allowedActions: ['assign-pharmacy'] });
  const { api } = serve(order);
  const far = { ...second, _id: '0198a000-0000-7000-8000-0000000000d9', name: 'Pharmacie Éloignée' };
  api.on(orderEndpoints.listCandidates, ({ query: { q } }) => {
    if (q === 'personne') return { candidates: [], total: 0 };
    return q === 'eloignee' ? { candidates: [far], total: 1 } : { candidates: [first, second], total: 230 };
  });
  open(order);
  fireEvent.click(await button('Assigner une pharmacie'));
  const dialog = within(await screen.findByRole('dialog'));
  const more = /^230\spersonnes, dont les 2 plus indiquées\. Tapez un nom pour trouver les autres\.$/;
  await dialog.findByText(more);
  const field = dialog.getByLabelText('Nom ou téléphone');
  fireEvent.change(field, { target: { value: ' eloignee ' } });
  await dialog.findByRole('button', { name: 'Assigner Pharmacie Éloignée' });
  expect(dialog.queryByText(more)).toBeNull();
  fireEvent.change(field, { target: { value: 'personne' } });
  await dialog.findByText('Personne ne correspond.');
});

test.each([
  ['pharmacy', 'assign-pharmacy', 'Aucune pharmacie partenaire disponible'],
  ['deliveryPerson', 'assign-delivery-person', 'Aucun livreur disponible'],
  ['agent', 'assign-agent', 'Aucun pharmacien interne disponible'],
] as const)('says that there is no candidate for %s', async (role, action, title) => {
  const order = anOrder({ state: 'pre-treatment', allowedActions: [action] });
  const { api } = serve(order);
  api.on(orderEndpoints.listCandidates, ({ query }) => {
    expect(query.role).toBe(role);
    return { candidates: [], total: 0 };
  });
  open(order, `&assign=${role}`);
  await screen.findByRole('heading', { name: title });
});

test('removes from the URL a dialog whose action is no longer allowed', async () => {
  const order = anOrder({ state: 'delivering', allowedActions: ['replace-delivery-person'] });
  serve(order);
  const router = open(order, '&assign=pharmacy');
  await waitFor(() => expect(searchOf(router)).toBe(`?order=${order._id}`));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('asks for a confirmation before ending; it stays open after a failed request, for a retry', async () => {
  const order = anOrder({ state: 'delivered', allowedActions: ['end'] });
  const { api, stored } = serve(order);
  const router = open(order);
  fireEvent.click(await button('Terminer'));
  const dialog = await screen.findByRole('dialog', { name: 'Terminer cette commande ?' });
  expect(api.sent.every(({ method }) => method === 'GET')).toBe(true);

  api.on(orderEndpoints.advanceOrder, () => networkError);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  await screen.findByText('Erreur lors de la finalisation. Vérifiez votre réseau, puis réessayez.');
  expect(screen.getByRole('dialog')).toBe(dialog);

  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'ended' });
    stored.orders = [{ ...order, state: 'ended', allowedActions: [] }];
    return { order: stored.orders[0] ?? order };
  });
  api.on(benefitEndpoints.calculateBenefits, () => ({
    success: true as const,
    benefic: { orderId: order._id, commission: 200, partner: null, platform: 200 },
  }));
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: 'Terminer' })).toHaveProperty('disabled', false),
  );
  fireEvent.click(within(dialog).getByRole('button', { name: 'Terminer' }));
  await screen.findByText('Commande terminée');
  await screen.findByText('Bénéfices calculés');
  await waitFor(() => expect(searchOf(router)).toBe(`?order=${order._id}`));
});

test('shows an empty state when the order does not exist', async () => {
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () => refuse('NOT_FOUND'));
  open(anOrder());
  await screen.findByRole('heading', { name: 'Commande introuvable' });
});
