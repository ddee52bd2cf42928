import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearStored, store } from '../../lib/stored.ts';
import { MoveSender } from '../../orders/delivering/MoveSender.tsx';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, networkError, refuse } from '../../testing/fake-api.ts';
import { holdClock } from '../../testing/hold-clock.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { serveOwnMoney } from '../../testing/own-money.ts';
import { aUser } from '../../testing/people.ts';
import { plain } from '../../testing/plain.ts';
import { aSession } from '../../testing/session.ts';
import { showPage } from '../../testing/show-page.tsx';
import DeliveryDashboard from './delivery-dashboard.tsx';

const PAGE = '/delivery-dashboard';
const pharmacy = {
  _id: '0198a000-0000-7000-8000-0000000000d1',
  name: 'Pharmacie Fifamè',
  phone: '+2290197000013',
};

/** An order as presented to a courier: without health data. */
function toDeliver(changes: Partial<Order>): Order {
  const {
    prescription: _,
    prescriptionUrl: __,
    insuranceCard: ___,
    ...order
  } = anOrder({ pharmacy, ...changes });
  return order;
}

function fakeCourierApi() {
  const api = fakeApi();
  serveOwnMoney(api);
  return api;
}

function serve(...orders: Order[]) {
  const api = fakeCourierApi();
  const stored = { orders };
  api.on(orderEndpoints.listOrders, () => aListOf(...stored.orders));
  return { api, stored };
}

const courier = aUser({ _id: '0198a000-0000-7000-8000-0000000000e1', type: 'deliveryPerson' });

/** The page inside the courier's frame, which sends their moves. */
function show(url = PAGE) {
  return showPage(
    <SessionContext value={aSession(courier)}>
      <MoveSender />
      <DeliveryDashboard />
    </SessionContext>,
    url,
  );
}

beforeEach(() => {
  clearStored();
  store(courier._id, 'work-moves', null);
});

const button = (name: string) => screen.findByRole('button', { name });

test('a card shows telephones and the address with its line breaks', async () => {
  serve(toDeliver({ allowedActions: ['start-delivery'] }));
  show();
  const call = await screen.findByRole('link', { name: /^Appeler Afi Dossou/ });
  expect(call.getAttribute('href')).toBe('tel:+2290197000001');
  expect(screen.getByRole('link', { name: /^Appeler Pharmacie Fifamè/ }).getAttribute('href')).toBe(
    'tel:+2290197000013',
  );
  const map = screen.getByRole('link', { name: /sur la carte/ });
  expect(map.getAttribute('href')).toContain(
    encodeURIComponent('Cadjèhoun, portail bleu, 12e arrondissement, Cotonou'),
  );
  expect(map.getAttribute('rel')).toContain('noopener');
  expect(screen.getByText(/portail bleu/).textContent).toBe('Cadjèhoun\nportail bleu');
});

test.each([
  [{ address: 'Face au marché', position: { lat: 6.37, lng: 2.42 } }, /\?mlat=6\.37&mlon=2\.42#/],
  [{ address: 'Face au marché', position: null }, /Pharmacie%20Fifam%C3%A8%2C%20Face%20au%20march%C3%A9$/],
])('the pharmacy has its address and its place on the map: %o', async (pickup, url) => {
  serve(toDeliver({ state: 'pending', pickup }));
  show();
  const map = await screen.findByRole('link', { name: /^Voir Pharmacie Fifamè sur la carte/ });
  expect(map.getAttribute('href')).toMatch(url);
  expect(screen.getByText('Face au marché')).toBeDefined();
});

test('starts a delivery and marks it as delivered with one tap each, held for 5 s', async () => {
  holdClock();
  const order = toDeliver({ allowedActions: ['start-delivery'] });
  const { api, stored } = serve(order);
  show();
  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'delivering' });
    stored.orders = [{ ...order, state: 'delivering', allowedActions: ['mark-delivered'] }];
    return { order: stored.orders[0] ?? order };
  });
  fireEvent.click(await button('Commencer la livraison'));
  // A second tap in the same place does not mark it as delivered.
  expect((await button('Marquer comme livrée')).hasAttribute('disabled')).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Statut mis à jour avec succès');

  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'delivered' });
    stored.orders = [];
    return { order: toDeliver({ state: 'delivered' }) };
  });
  fireEvent.click(await button('Marquer comme livrée'));
  await button('Annuler');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByRole('heading', { name: 'Aucune livraison à faire' });
});

test('a departure can be taken back before it is sent', async () => {
  holdClock();
  const { api } = serve(toDeliver({ allowedActions: ['start-delivery'] }));
  show();
  fireEvent.click(await button('Commencer la livraison'));
  fireEvent.click(await button('Annuler'));
  await button('Commencer la livraison');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(api.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('a delivered order can be taken back before it is sent', async () => {
  holdClock();
  const { api } = serve(toDeliver({ state: 'delivering', allowedActions: ['mark-delivered'] }));
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  fireEvent.click(await button('Annuler'));
  await button('Marquer comme livrée');
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(api.sent.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('without a network the moves are kept over a reload, and sent once, in their order, when it is back', async () => {
  holdClock();
  const order = toDeliver({ allowedActions: ['start-delivery'] });
  const { api, stored } = serve(order);
  const router = show();
  await button('Commencer la livraison');
  api.on(orderEndpoints.listOrders, () => networkError);
  api.on(orderEndpoints.advanceOrder, () => networkError);
  fireEvent.click(await button('Commencer la livraison'));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Départ : sera envoyé au retour du réseau.');
  fireEvent.click(await button('Marquer comme livrée'));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Livrée : sera envoyée au retour du réseau.');

  cleanup();
  router.dispose();
  show();
  await screen.findByText(/^Livrée : /);
  expect(screen.getByText(/portail bleu/)).toBeDefined();

  const moves: unknown[] = [];
  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    moves.push(body);
    stored.orders = [];
    return { order: toDeliver({ state: 'delivered' }) };
  });
  api.on(orderEndpoints.listOrders, () => aListOf(...stored.orders));
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByRole('heading', { name: 'Aucune livraison à faire' });
  expect(moves).toEqual([{ status: 'delivering' }, { status: 'delivered' }]);
});

test.each([
  [15, true],
  [17, false],
])('without a network, deliveries loaded %i hours ago are shown: %s', async (hours, isShown) => {
  const page = aListOf(toDeliver({}));
  store(courier._id, 'seen-deliveries', { at: Date.now() - hours * 3600_000, page });
  fakeCourierApi().on(orderEndpoints.listOrders, () => networkError);
  show();
  await button('Réessayer');
  expect(screen.queryByText(/portail bleu/) !== null).toBe(isShown);
});

test('a delivery of another day has no telephone, no map and no address, and says so', async () => {
  const { phone: _, ...customer } = anOrder().customer;
  serve(toDeliver({ state: 'delivered', customer, deliveryAddress: '' }));
  show();
  await screen.findByText('Téléphone et adresse effacés après la livraison');
  expect(screen.getByText('Afi Dossou')).toBeDefined();
  expect(screen.queryByRole('link', { name: /Afi Dossou|12e arrondissement/ })).toBeNull();
});

test('a refused move is explained until the courier has read it, and the current state is shown', async () => {
  holdClock();
  const order = toDeliver({ allowedActions: ['start-delivery'] });
  const { api, stored } = serve(order);
  show();
  api.on(orderEndpoints.advanceOrder, () => {
    stored.orders = [{ ...order, state: 'delivering', allowedActions: ['mark-delivered'] }];
    return refuse('STATE_CHANGED');
  });
  fireEvent.click(await button('Commencer la livraison'));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(`${order.number} n’est pas partie en livraison`);
  expect(notice.textContent).toContain('Action impossible');
  await button('Marquer comme livrée');
  fireEvent.click(within(notice).getByRole('button', { name: 'J’ai compris' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('without a state filter, shows the orders to be delivered; each figure filters by its state', async () => {
  const { api } = serve(toDeliver({ allowedActions: ['start-delivery'] }));
  const router = show();
  await button('Commencer la livraison');
  expect(api.sent.map(({ query }) => query)).toContainEqual({ todo: 'true', page: '1' });
  fireEvent.click(screen.getByRole('link', { name: /Livrée/ }));
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual({ state: 'delivered', page: '1' }));
  expect(router.state.location.search).toBe('?state=delivered');
});

test('filters by number or customer, state and date, in the URL', async () => {
  const { api } = serve();
  const router = show(`${PAGE}?state=delivering&date=2026-11`);
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'dossou' } });
  await waitFor(() => expect(router.state.location.search).toContain('q=dossou'));
  const filters = { q: 'dossou', state: 'delivering', date: '2026-11', page: '1' };
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual(filters));
});

test('a search covers every order, and « Toutes » says so', async () => {
  serve(toDeliver({}));
  show(`${PAGE}?q=dossou`);
  await screen.findByText(/· « dossou »/);
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'true');
  expect(current.map(({ textContent }) => textContent)).toEqual(['Toutes 1']);
});

test('a notification opens only its delivery', async () => {
  const order = toDeliver({ state: 'delivering', allowedActions: ['mark-delivered'] });
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () => ({ order }));
  const router = show(`${PAGE}?order=${order._id}`);
  await screen.findByRole('heading', { name: order.number });
  fireEvent.click(await button('Toutes les livraisons'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});

test('a problem is reported in two taps, kept without a network, and shown on the card', async () => {
  holdClock();
  const order = toDeliver({ state: 'delivering', allowedActions: ['mark-delivered', 'report-problem'] });
  const { api } = serve(order);
  show();
  api.on(orderEndpoints.reportProblem, () => networkError);
  fireEvent.click(await screen.findByText('Je ne peux pas livrer'));
  fireEvent.change(screen.getByLabelText('Précision (facultatif)'), { target: { value: 'Portail fermé' } });
  fireEvent.click(screen.getByRole('button', { name: 'Client absent' }));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Problème : sera envoyé au retour du réseau.');
  expect(screen.getByText('Portail fermé')).toBeDefined();
  expect(screen.queryByText('Je ne peux pas livrer')).toBeNull();

  api.on(orderEndpoints.reportProblem, ({ body }) => {
    expect(body).toEqual({ reason: 'customer-absent', note: 'Portail fermé' });
    return { order };
  });
  act(() => void window.dispatchEvent(new Event('online')));
  await screen.findByText('Le superviseur est prévenu');
});

test('an order given to someone else says to whom and why', async () => {
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () =>
    refuse('REASSIGNED', undefined, undefined, { name: 'Sènan Kpodo', reason: ' (pas de réponse)' }),
  );
  show(`${PAGE}?order=${toDeliver({})._id}`);
  await screen.findByText('Cette commande est maintenant confiée à Sènan Kpodo (pas de réponse).');
  expect(screen.getByRole('heading', { name: 'Livraison reprise' })).toBeDefined();
});

test.each([
  [null, 'Médicaments : Pharmacie Fifamè.'],
  [
    { _id: 'x', name: 'Romaric Zinsou', phone: '+2290197000099' },
    'Médicaments chez Romaric Zinsou, livreur.',
  ],
])('an order that was brought back says where its medicines are: %o', async (heldBy, text) => {
  const broughtBack = { reason: 'customer-absent', at: '2026-11-20T13:05:00.000Z', heldBy } as const;
  serve(toDeliver({ broughtBack, allowedActions: ['start-delivery'] }));
  show();
  await screen.findByText('À livrer de nouveau');
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.queryByRole('link', { name: /^Appeler Romaric/ }) !== null).toBe(heldBy !== null);
});

test('an order that was cancelled says so', async () => {
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () => refuse('STATE_CHANGED'));
  show(`${PAGE}?order=${toDeliver({})._id}`);
  await screen.findByRole('heading', { name: 'Livraison annulée' });
});

test('an order that a supervisor took back says so', async () => {
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () =>
    refuse('BROUGHT_BACK', undefined, undefined, { reason: 'client absent' }),
  );
  show(`${PAGE}?order=${toDeliver({})._id}`);
  await screen.findByText(/^Un superviseur a repris cette commande \(client absent\)/);
  expect(screen.getByRole('heading', { name: 'Livraison reprise' })).toBeDefined();
});

test('a prepared order says since when', async () => {
  serve(toDeliver({ readyAt: '2026-11-20T13:05:00.000Z' }));
  show();
  expect(plain((await screen.findByText(/^Prête depuis/)).textContent ?? '')).toBe('Prête depuis 14 h 05 · ');
});

const atTheDoor = (changes: Partial<Order> = {}) =>
  toDeliver({
    state: 'delivering',
    handoverAsks: 'code',
    waiting: { since: null, minutes: 10 },
    allowedActions: ['start-waiting', 'mark-delivered', 'report-problem'],
    ...changes,
  });
const typeCode = async (code: string) => {
  fireEvent.change(await screen.findByLabelText('Code du client'), { target: { value: code } });
  fireEvent.click(await button('Remettre avec ce code'));
};

test('the customer’s code is asked for, sent at once, and a wrong one is told and typed again', async () => {
  const order = atTheDoor();
  const { api, stored } = serve(order);
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  await typeCode('041');
  await screen.findByText('Quatre chiffres attendus');
  api.on(orderEndpoints.advanceOrder, () =>
    refuse('HANDOVER_CODE_WRONG', undefined, undefined, { left: '4 essais' }),
  );
  await typeCode('04 13');
  const notice = await screen.findByRole('alert');
  expect(notice.textContent).toContain(`${order.number} n’est pas remise`);
  expect(plain(notice.textContent ?? '')).toContain('Redemandez-le au client : encore 4 essais.');
  api.on(orderEndpoints.advanceOrder, () => {
    stored.orders = [];
    return { order: toDeliver({ state: 'delivered' }) };
  });
  await typeCode('0412');
  await screen.findByText('Statut mis à jour avec succès');
  expect(screen.queryByText(/Code faux/)).toBeNull();
  expect(api.sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { status: 'delivered', handoverCode: '0413' },
    { status: 'delivered', handoverCode: '0412' },
  ]);
});

test('without a network a code waits to be confirmed, and nothing of the right one is on the device', async () => {
  const { api } = serve(atTheDoor());
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  api.on(orderEndpoints.listOrders, () => networkError);
  api.on(orderEndpoints.advanceOrder, () => networkError);
  await typeCode('0412');
  await screen.findByText('Remise à confirmer au retour du réseau.');
  const card = screen.getByRole('heading', { name: atTheDoor().number }).closest('li');
  expect(card?.textContent).toContain('En livraison');
  expect(screen.queryByRole('button', { name: 'Marquer comme livrée' })).toBeNull();
  api.on(orderEndpoints.advanceOrder, () => refuse('HANDOVER_CODE_SPENT'));
  act(() => void window.dispatchEvent(new Event('online')));
  expect((await screen.findByRole('alert')).textContent).toContain('Cinq codes faux');
});

test('without a code there is a reason, after a call or a wait', async () => {
  holdClock();
  const order = atTheDoor();
  const { api } = serve(order);
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  expect(screen.queryByText('Remettre sans code')).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /^Appeler Afi Dossou/ }));
  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'delivered', handoverReason: 'not-received' });
    return { order: toDeliver({ state: 'delivered' }) };
  });
  fireEvent.click(await screen.findByText('Remettre sans code'));
  fireEvent.click(screen.getByRole('button', { name: 'Code pas reçu' }));
  await button('Annuler');
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Statut mis à jour avec succès');
});

test('after five wrong codes only a reason is asked for', async () => {
  serve(atTheDoor({ handoverAsks: 'reason', waiting: { since: new Date().toISOString(), minutes: 10 } }));
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  await screen.findByText('Cinq codes faux : remettre sans code');
  expect(screen.queryByLabelText('Code du client')).toBeNull();
});

test('where no code is asked, one tap marks it as delivered', async () => {
  holdClock();
  serve(atTheDoor({ handoverAsks: null }));
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  await button('Annuler');
});

test('a courier waits at the door: call, wait, « injoignable »', async () => {
  holdClock();
  const order = atTheDoor();
  const { api, stored } = serve(order);
  show();
  api.on(orderEndpoints.startWaiting, () => {
    const waiting = { since: new Date().toISOString(), minutes: 10 };
    stored.orders = [{ ...order, waiting, allowedActions: ['mark-delivered', 'report-problem'] }];
    return { order: stored.orders[0] ?? order };
  });
  fireEvent.click(await button('J’attends devant la porte'));
  await screen.findByText(/^J’attends depuis/);
  expect(plain((await screen.findByText(/^Encore/)).textContent ?? '')).toBe(
    'Encore 10 min. Appelez aussi le client.',
  );
  await act(() => vi.advanceTimersByTimeAsync(10 * 60_000));
  await screen.findByText(/Appelez encore une fois le client/);
  fireEvent.click(screen.getByRole('link', { name: /^Appeler Afi Dossou/ }));
  api.on(orderEndpoints.reportProblem, ({ body }) => {
    expect(body).toEqual({ reason: 'customer-absent', note: null });
    return { order };
  });
  fireEvent.click(await button('Client injoignable'));
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await screen.findByText('Le superviseur est prévenu');
});

test('a courier who waits right after he left has left first', async () => {
  holdClock();
  const order = atTheDoor({ state: 'pending', allowedActions: ['start-delivery'] });
  const { api } = serve(order);
  const left = { ...order, state: 'delivering' } as const;
  api.on(orderEndpoints.advanceOrder, () => ({ order: left }));
  api.on(orderEndpoints.startWaiting, () => ({ order: left }));
  show();
  fireEvent.click(await button('Commencer la livraison'));
  fireEvent.click(await button('J’attends devant la porte'));
  const changes = () => api.sent.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  await waitFor(() => expect(changes()).toEqual(['PATCH', 'POST']));
});

test('before he takes it, a courier reads fee, distance, boxes, and that it is paid', async () => {
  serve(toDeliver({ metres: 3_240, boxes: 3, allowedActions: ['start-delivery'] }));
  show();
  expect(plain((await screen.findByText(/vol d’oiseau/)).textContent ?? '')).toBe(
    '800 F de livraison · 3,2 km à vol d’oiseau · 3 boîtes · ',
  );
  expect(screen.getByText(/déjà payé, rien à encaisser/)).toBeDefined();
});

test('a handover without a code is photographed at once, and without a network the reason is enough', async () => {
  const order = atTheDoor({ waiting: { since: new Date().toISOString(), minutes: 10 } });
  const { api } = serve(order);
  show();
  fireEvent.click(await button('Marquer comme livrée'));
  fireEvent.click(await screen.findByText('Remettre sans code'));
  api.on(orderEndpoints.photographHandover, () => ({ order }));
  const picture = new File(['%PDF-1.7 %%EOF'], 'porte.pdf', { type: 'application/pdf' });
  fireEvent.change(document.querySelector('input[type=file]')!, { target: { files: [picture] } });
  await screen.findByText('Photo envoyée');
  expect(api.sent.map(({ path }) => path)).toContain(`/api/orders/${order._id}/handover-photo`);
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  act(() => void window.dispatchEvent(new Event('offline')));
  await screen.findByText('Sans réseau, le motif suffit.');
});
