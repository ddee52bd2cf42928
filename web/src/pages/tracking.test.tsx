import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { aListOf, anOrder } from '../testing/orders.ts';
import { showPage } from '../testing/show-page.tsx';
import Tracking from './tracking.tsx';

const portal = {
  url: '/sandbox-pay',
  token: 't',
  clientId: 'c',
  productId: 'p',
  message: 'm',
  minAmount: 4200,
};
const steps = () =>
  within(screen.getByRole('list', { name: 'Avancement de la commande' })).getAllByRole('listitem');

function setUp(order: ReturnType<typeof anOrder>) {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  return api;
}

test('an order shows its steps, whom to call, and amounts that add up', async () => {
  const person = { _id: '0198a000-0000-7000-8000-0000000000c9', name: 'Romaric', phone: '+2290197000015' };
  const order = anOrder({ state: 'delivering', deliveryPerson: person, allowedActions: [] });
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByRole('heading', { name: order.number });
  expect(steps().map(({ textContent }) => textContent)).toEqual([
    'Commande reçue (fait)',
    'Préparation (fait)',
    'Livraison (fait)',
    'Livrée (à venir)',
  ]);
  const call = screen.getAllByRole('link', { name: /^Appeler Romaric/ });
  expect(call[0]?.getAttribute('href')).toBe('tel:+2290197000015');
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
});

test('an order that a pharmacist has read is paid through the portal, then stands as paid', async () => {
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['pay'] });
  const api = setUp(order);
  api.on(paymentEndpoints.openPayment, () => ({
    transactionId: 'TX-1',
    amount: order.totalAmount ?? 0,
    portal,
  }));
  const paid = { ...order, state: 'pending' as const, allowedActions: [] };
  api.on(orderEndpoints.changeOrder, () => {
    api.on(orderEndpoints.listOrders, () => aListOf(paid));
    api.on(orderEndpoints.readOrder, () => ({ order: paid }));
    return { order: paid };
  });
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: /^Payer/ }));
  const frame = await screen.findByTitle<HTMLIFrameElement>('Portail de paiement');
  const success = {
    data: { paymentStatus: 'success' },
    origin: window.location.origin,
    source: frame.contentWindow,
  };
  act(() => void window.dispatchEvent(new MessageEvent('message', success)));
  await screen.findByText('Commande Modifiée avec succès !');
  const sent = api.sent.find(({ method }) => method === 'PUT');
  expect(sent?.body).toEqual({ transactionId: 'TX-1', state: 'pending', finalAmount: order.totalAmount });
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull());
  expect(screen.queryByTitle('Portail de paiement')).toBeNull();
});

test('a link to an order that is not there leads back to the others', async () => {
  const order = anOrder();
  const api = setUp(order);
  api.on(orderEndpoints.readOrder, () => refuse('NOT_FOUND'));
  showPage(<Tracking />, '/tracking?order=nimporte');
  await screen.findByRole('heading', { name: 'Nous n’avons pas trouvé cette commande' });
  fireEvent.click(screen.getByRole('button', { name: 'Voir mes commandes' }));
  await waitFor(() => expect(screen.getByRole('link', { name: order.number })).toBeDefined());
});

test('without orders the page says what to do next', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf());
  showPage(<Tracking />, '/tracking');
  await screen.findByRole('heading', { name: 'Vous n’avez pas encore de commande' });
  expect(screen.getByRole('link', { name: 'Commander' }).getAttribute('href')).toBe('/order');
});
