import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import type { Order } from '@amasin/domain/orders/order.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
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

function serve(...orders: Order[]) {
  const api = fakeApi();
  const stored = { orders };
  api.on(orderEndpoints.listOrders, () => aListOf(...stored.orders));
  return { api, stored };
}

const button = (name: string) => screen.findByRole('button', { name });

test('a card shows telephones and the address with its line breaks', async () => {
  serve(toDeliver({ allowedActions: ['start-delivery'] }));
  showPage(<DeliveryDashboard />, PAGE);
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
  showPage(<DeliveryDashboard />, PAGE);
  const map = await screen.findByRole('link', { name: /^Voir Pharmacie Fifamè sur la carte/ });
  expect(map.getAttribute('href')).toMatch(url);
  expect(screen.getByText('Face au marché')).toBeDefined();
});

test('starts a delivery at once; asks for a confirmation before marking it as delivered', async () => {
  const order = toDeliver({ allowedActions: ['start-delivery'] });
  const { api, stored } = serve(order);
  showPage(<DeliveryDashboard />, PAGE);
  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'delivering' });
    stored.orders = [{ ...order, state: 'delivering', allowedActions: ['mark-delivered'] }];
    return { order: stored.orders[0] ?? order };
  });
  fireEvent.click(await button('Commencer la livraison'));
  await screen.findByText('Statut mis à jour avec succès');

  api.on(orderEndpoints.advanceOrder, ({ body }) => {
    expect(body).toEqual({ status: 'delivered' });
    stored.orders = [];
    return { order: toDeliver({ state: 'delivered' }) };
  });
  fireEvent.click(await button('Marquer comme livrée'));
  const dialog = await screen.findByRole('dialog', { name: 'Marquer comme livrée ?' });
  expect(stored.orders).toHaveLength(1);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Confirmer' }));
  await screen.findByRole('heading', { name: 'Aucune livraison à faire' });
});

test('a second phone shows the current state after a conflict', async () => {
  const order = toDeliver({ allowedActions: ['start-delivery'] });
  const { api, stored } = serve(order);
  showPage(<DeliveryDashboard />, PAGE);
  api.on(orderEndpoints.advanceOrder, () => {
    stored.orders = [{ ...order, state: 'delivering', allowedActions: ['mark-delivered'] }];
    return refuse('STATE_CHANGED');
  });
  fireEvent.click(await button('Commencer la livraison'));
  await screen.findByText(/^Action impossible/);
  await button('Marquer comme livrée');
});

test('without a state filter, shows the orders to be delivered; each figure filters by its state', async () => {
  const { api } = serve(toDeliver({ allowedActions: ['start-delivery'] }));
  const router = showPage(<DeliveryDashboard />, PAGE);
  await button('Commencer la livraison');
  expect(api.sent[0]?.query).toEqual({ todo: 'true', page: '1' });
  fireEvent.click(screen.getByRole('link', { name: /Livrée/ }));
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual({ state: 'delivered', page: '1' }));
  expect(router.state.location.search).toBe('?state=delivered');
});

test('filters by number or customer, state and date, in the URL', async () => {
  const { api } = serve();
  const router = showPage(<DeliveryDashboard />, `${PAGE}?state=delivering&date=2026-11`);
  fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'dossou' } });
  await waitFor(() => expect(router.state.location.search).toContain('q=dossou'));
  const filters = { q: 'dossou', state: 'delivering', date: '2026-11', page: '1' };
  await waitFor(() => expect(api.sent.at(-1)?.query).toEqual(filters));
});

test('a notification opens only its delivery', async () => {
  const order = toDeliver({ state: 'delivering', allowedActions: ['mark-delivered'] });
  const { api } = serve();
  api.on(orderEndpoints.readOrder, () => ({ order }));
  const router = showPage(<DeliveryDashboard />, `${PAGE}?order=${order._id}`);
  await screen.findByRole('heading', { name: order.number });
  fireEvent.click(await button('Toutes les livraisons'));
  await waitFor(() => expect(router.state.location.search).toBe(''));
});
