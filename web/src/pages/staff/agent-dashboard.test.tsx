import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { networkError, refuse } from '../../testing/fake-api.ts';
import { holdClock } from '../../testing/hold-clock.ts';
import AgentDashboard from './agent-dashboard.tsx';
import {
  agent,
  button,
  quantityOf,
  read,
  serve,
  showTo,
  unread,
  writeZinc,
  zinc,
  zincItem,
} from './digitizing.fixture.tsx';

const PAGE = '/agent-dashboard';
const open = (order: Order) => showTo(agent, <AgentDashboard />, `${PAGE}?order=${order._id}`);

const show = () => showTo(agent, <AgentDashboard />, PAGE);

test('requests the queue, oldest first, and shows what each order waits for', async () => {
  const newer = unread({
    number: 'CMD-000043',
    _id: '0198a000-0000-7000-8000-0000000000a3',
    date: '2026-11-20T09:00:00.000Z',
  });
  const { api } = serve(
    unread(),
    newer,
    read({ number: 'CMD-000044', _id: '0198a000-0000-7000-8000-0000000000a4' }),
  );
  show();
  const rows = within(await screen.findByRole('list', { name: 'Commandes' })).getAllByRole('listitem');
  expect(rows.map((row) => within(row).getByRole('link', { name: /^CMD/ }).textContent)).toEqual([
    'CMD-000041',
    'CMD-000043',
    'CMD-000044',
  ]);
  expect(rows[0]?.textContent).toMatch(/À lire.*Afi Dossou.*Cotonou – 12e arrondissement/);
  expect(rows[2]?.textContent).toMatch(/Non payée/);
  const requests = api.sent.filter(({ path }) => path === '/api/orders');
  expect(requests.map(({ query }) => query)).toEqual([
    { state: 'pre-treatment', sort: 'oldest', limit: '200', page: '1' },
  ]);
  expect(screen.getByText('2 à lire, 1 en attente')).toBeDefined();
  const [first] = within(screen.getByRole('navigation', { name: 'Commandes par état' })).getAllByRole('link');
  expect([first?.textContent, first?.getAttribute('aria-current')]).toEqual(['À traiter 3', 'true']);
});

test.each([
  ['1 à lire, 349 en attente', [unread(), read({ _id: '0198a000-0000-7000-8000-0000000000a4' })]],
  ['1+ à lire, 0+ en attente', [unread()]],
])('shows « %s » for a queue longer than a page', async (figures, orders) => {
  const { api } = serve(...orders);
  const counts = { 'pre-treatment': 350, pending: 0, delivering: 0, delivered: 0, ended: 0, cancelled: 0 };
  api.on(orderEndpoints.listOrders, () => ({ orders, total: 350, counts }));
  show();
  await screen.findByText(figures);
});

test('shows the file beside the form, and hides the form once the items are saved', async () => {
  const { api, stored } = serve(unread());
  open(unread());
  await screen.findByText('Fichier inaccessible');
  await writeZinc('3');
  api.on(orderEndpoints.changeOrder, ({ body }) => {
    expect(body).toEqual({ prescription: { type: 'numerical', items: [{ ...zincItem, quantity: 3 }] } });
    const order = read({}, [{ ...zincItem, quantity: 3 }]);
    stored.orders = [order];
    return { order };
  });
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Ordonnance enregistrée');
  await screen.findByText('Ordonnance lue');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Enregistrer/ })).toBeNull());
});

test('after a save, the next order to read is shown and has the focus', async () => {
  const next = unread({ number: 'CMD-000043', _id: '0198a000-0000-7000-8000-0000000000a3' });
  const { api, stored } = serve(unread(), next);
  open(unread());
  await writeZinc('3');
  api.on(orderEndpoints.changeOrder, () => {
    const order = read({}, [{ ...zincItem, quantity: 3 }]);
    stored.orders = [next, order];
    return { order };
  });
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  const link = await screen.findByRole('link', { name: 'Lire la suivante' });
  await waitFor(() => expect(document.activeElement).toBe(link));
  expect(link.getAttribute('href')).toContain(next._id);
});

test('does not send items without a price', async () => {
  const { api, stored } = serve(unread());
  stored.found = [{ ...zinc, price: 0 }];
  open(unread());
  await writeZinc('2');
  await screen.findByText('Sans prix : cette ligne ne sera pas retenue');
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Ajoutez au moins un médicament valide');
  expect(api.sent.every(({ method }) => method !== 'PUT')).toBe(true);
});

test('typed items remain after a failed request and after closing the order', async () => {
  const { api } = serve(unread());
  const router = open(unread());
  await writeZinc('7');
  api.on(orderEndpoints.changeOrder, () => networkError);
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  await screen.findByText('Erreur lors de la mise à jour. Vérifiez votre réseau, puis réessayez.');
  fireEvent.click(await button('Toutes les commandes'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
  fireEvent.click(await screen.findByRole('link', { name: 'CMD-000041' }));
  expect((await quantityOf()).value).toBe('7');
});

test('filters are in the URL; a state filter finds orders already read', async () => {
  const paid = read({ state: 'pending', allowedActions: [] });
  const { api } = serve(paid);
  showTo(agent, <AgentDashboard />, `${PAGE}?state=pending&q=dossou`);
  await screen.findByText(/· En attente · « dossou »/);
  expect(api.sent.map(({ query }) => query)).toContainEqual({
    state: 'pending',
    q: 'dossou',
    page: '1',
  });
  const list = await screen.findByRole('list', { name: 'Commandes' });
  expect(within(list).getByText('En attente')).toBeTruthy();
});

test('shows an empty state without orders to read', async () => {
  serve();
  show();
  await screen.findByRole('heading', { name: 'Aucune ordonnance à lire' });
});

test('shows the server’s error at the refused line', async () => {
  const { api } = serve(unread());
  open(unread());
  await writeZinc('2');
  api.on(orderEndpoints.changeOrder, () =>
    refuse('INVALID', { 'prescription.items.0.label': 'Médicament inconnu' }),
  );
  fireEvent.click(await button('Enregistrer l’ordonnance'));
  const lines = await screen.findByRole('list', { name: 'Médicaments de l’ordonnance' });
  await within(lines).findByText('Médicament inconnu');
  expect((await quantityOf()).value).toBe('2');
});

test('asks for another photograph in two clicks; the order then waits for its customer', async () => {
  const passHold = holdClock();
  const order = unread({ allowedActions: ['write-prescription', 'refuse-photo'] });
  const next = unread({ _id: '0198a000-0000-7000-8000-0000000000a7', number: 'CMD-000047' });
  const { api, stored } = serve(order, next);
  open(order);
  api.on(orderEndpoints.refusePhoto, ({ body }) => {
    expect(body).toEqual({ reason: 'dark' });
    const refused = {
      ...order,
      photoProblem: 'dark' as const,
      allowedActions: ['write-prescription' as const],
    };
    stored.orders = [next, refused];
    return { order: refused };
  });
  fireEvent.click(await screen.findByText('Photo illisible'));
  fireEvent.click(screen.getByRole('button', { name: 'Photo trop sombre' }));
  await passHold();
  await screen.findByText('Une autre photo est demandée au client');
  await screen.findAllByText('Attend une photo');
  await screen.findByText('1 à lire, 1 en attente');
  // The next photograph is one tap away.
  const link = screen.getByRole('link', { name: 'Lire la suivante' });
  expect(link.getAttribute('href')).toContain(next._id);
});
