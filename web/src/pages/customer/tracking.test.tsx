import { fileEndpoints } from '@amasin/domain/files/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { aListOf, anOrder } from '../../testing/orders.ts';
import { portal, reviewed } from '../../testing/payments.ts';
import { showPage } from '../../testing/show-page.tsx';
import Tracking from './tracking.tsx';

const steps = () =>
  within(screen.getByRole('list', { name: 'Avancement de la commande' })).getAllByRole('listitem');

function setUp(order: ReturnType<typeof anOrder>) {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf(order));
  api.on(orderEndpoints.readOrder, () => ({ order }));
  api.on(orderEndpoints.readReadingTime, () => ({ minutes: 20 }));
  return api;
}

test('shows the steps of an order, telephones, and amounts that add up', async () => {
  const person = { _id: '0198a000-0000-7000-8000-0000000000c9', name: 'Romaric', phone: '+2290197000015' };
  const order = anOrder({ state: 'delivering', deliveryPerson: person, allowedActions: [] });
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByRole('heading', { name: order.number });
  expect(steps().map(({ textContent }) => textContent)).toEqual([
    'Commande reçue (fait)',
    'Préparation (fait)',
    'Livraison En livraison',
    'Livrée (à venir)',
  ]);
  expect(await screen.findByText(/Paracétamol 500 mg/)).toBeDefined();
  const call = screen.getByRole('link', { name: 'Appeler Romaric, votre livreur' });
  expect(call.getAttribute('href')).toBe('tel:+2290197000015');
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
});

test('pays through the portal an order that a pharmacist has read, then shows it as paid', async () => {
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

const photographed = anOrder({
  state: 'pre-treatment',
  prescription: null,
  prescriptionUrl: 'a-key',
  insuranceCard: {
    _id: '0198a000-0000-7000-8000-0000000000d1',
    label: 'Mutuelle du Littoral',
    taux: 37,
    url: 'card-key',
    verified: false,
  },
  itemsCount: 0,
  medicinesAmount: null,
  commission: null,
  insuranceReduction: null,
  totalAmount: null,
  finalAmount: 0,
});

test('until a pharmacist has read it, shows what an order waits for, and its files', async () => {
  const api = setUp(photographed);
  api.on(fileEndpoints.signFile, () => refuse('FILE_NOT_FOUND'));
  showPage(<Tracking />, `/tracking?order=${photographed._id}`);
  expect(
    await screen.findByText(/^Photo reçue : un pharmacien la lit. Comptez environ 20\smin\.$/),
  ).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
  expect(screen.getByText('Mutuelle du Littoral, 37 %')).toBeDefined();
  expect(screen.getByText('Assurance à vérifier')).toBeDefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Voir l’ordonnance' }));
  const dialog = await screen.findByRole('dialog', { name: 'Ordonnance' });
  expect(await within(dialog).findByText('Fichier inaccessible')).toBeDefined();
  const signed = api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(signed).toEqual([{ key: 'a-key' }]);
});

test('shows the prescriber, and that they are not verified', async () => {
  const order = anOrder({
    prescription: {
      _id: '0198a000-0000-7000-8000-0000000000e1',
      type: 'numerical',
      prescriptionNumber: 'ORD-12345678',
      items: anOrder().prescription?.items ?? [],
      prescriptorName: 'Dr Aïcha Kora',
      verified: false,
    },
  });
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  expect(await screen.findByText('Dr Aïcha Kora')).toBeDefined();
  expect(screen.getByText('ORD-12345678')).toBeDefined();
  expect(screen.getByText('Prescripteur non vérifié')).toBeDefined();
});

test.each([
  ['delivered', true],
  ['ended', true],
  ['delivering', false],
] as const)('an order that is %s can be ordered again: %s', async (state, offered) => {
  const order = anOrder({ state });
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByRole('heading', { level: 2, name: order.number });
  const again = screen.queryByRole('link', { name: 'Commander à nouveau' });
  expect(again?.getAttribute('href')).toBe(offered ? `/order?encore=${order._id}` : undefined);
});

test('shows no files for an order without any', async () => {
  const order = anOrder();
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  await screen.findByRole('heading', { name: 'Médicaments' });
  expect(screen.queryByRole('heading', { name: 'Ordonnance et assurance' })).toBeNull();
});

test('shows why a payment was refused, until the next attempt', async () => {
  const order = { ...photographed, itemsCount: 1, totalAmount: 1430, allowedActions: ['pay' as const] };
  const api = setUp(order);
  api.on(paymentEndpoints.openPayment, () => refuse('INSURANCE_UNVERIFIED'));
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  fireEvent.click(await screen.findByRole('button', { name: /^Payer 1\s430\sF$/ }));
  const text =
    'Carte d’assurance à vérifier avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.';
  const said = await screen.findAllByText(text);
  expect(said.some((element) => element.closest('section[aria-label="Détail de la commande"]'))).toBe(true);
});

test('an order whose card is checked before the payment says so, and can be paid at once without the card', async () => {
  const insuranceCard = {
    _id: 'c',
    label: 'NSIA',
    taux: 80,
    url: 'k',
    verified: false,
    awaited: true,
  } as const;
  const order = anOrder({
    state: 'pre-treatment',
    finalAmount: 0,
    totalAmount: 6500,
    insuranceReduction: 16_000,
    insuranceCard,
    allowedActions: ['pay', 'cancel'],
  });
  const api = setUp(order);
  api.on(paymentEndpoints.openPayment, () => refuse('PAYMENT_SERVICE_ERROR'));
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  const detail = within(await screen.findByRole('region', { name: 'Détail de la commande' }));
  expect(
    (await detail.findAllByText('Carte d’assurance à vérifier avant le paiement')).length,
  ).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /^Payer 6\s500\sF$/ })).toBeNull();
  expect(screen.queryByText('À payer')).toBeNull();
  fireEvent.click(detail.getByRole('button', { name: /^Payer 22\s500\sF sans la carte$/ }));
  await waitFor(() =>
    expect(api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ orderId: order._id, withoutInsurance: true }),
    ),
  );
});

test('an order to pay is « En préparation », as in the filter, with « À payer » beside its total', async () => {
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['pay'] });
  setUp(order);
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  const list = await screen.findByRole('list', { name: 'Mes commandes' });
  const line = within(list).getByRole('listitem');
  expect(line.textContent).toContain('En préparation');
  expect(line.textContent).toMatch(/À payer.*\sF$/);
  const detail = await screen.findByRole('heading', { level: 2, name: order.number });
  expect(detail.parentElement?.textContent).toContain('En préparation');
});

test('an unknown order in the URL links back to the list', async () => {
  const order = anOrder();
  const api = setUp(order);
  api.on(orderEndpoints.readOrder, () => refuse('NOT_FOUND'));
  showPage(<Tracking />, '/tracking?order=nimporte');
  await screen.findByRole('heading', { name: 'Nous n’avons pas trouvé cette commande' });
  fireEvent.click(screen.getByRole('button', { name: 'Voir mes commandes' }));
  await waitFor(() => expect(screen.getByRole('link', { name: order.number })).toBeDefined());
});

test('shows a link to the order form when there are no orders', async () => {
  const api = fakeApi();
  api.on(orderEndpoints.listOrders, () => aListOf());
  showPage(<Tracking />, '/tracking');
  await screen.findByRole('heading', { name: 'Vous n’avez pas encore de commande' });
  expect(screen.getByRole('link', { name: 'Commander' }).getAttribute('href')).toBe('/order');
});

test('shows a card instead of « Payer » for a payment under review, and other payments above', async () => {
  const order = anOrder({ state: 'pre-treatment', finalAmount: 0, allowedActions: ['pay'] });
  const api = setUp(order);
  const own = { ...reviewed, orderId: order._id, basketId: order._id };
  api.on(paymentEndpoints.listPayments, () => ({
    payments: [own, { ...reviewed, transactionId: 'TX-2' }],
  }));
  api.on(paymentEndpoints.openPayment, () => refuse('PAYMENT_UNDER_REVIEW'));
  let together = 0;
  const observer = new MutationObserver(() => {
    if (screen.queryByText('Numéro : TX-1') && screen.queryByText(/^Payer \d/)) together += 1;
  });
  observer.observe(document.body, { childList: true, subtree: true });
  showPage(<Tracking />, `/tracking?order=${order._id}`);
  const detail = within(await screen.findByRole('region', { name: 'Détail de la commande' }));
  await detail.findByText('Numéro : TX-1');
  expect(detail.queryByText('Numéro : TX-2')).toBeNull();
  expect(screen.getByText('Numéro : TX-2')).toBeDefined();
  expect(screen.queryByRole('button', { name: /^Payer \d/ })).toBeNull();
  observer.disconnect();
  expect(together).toBe(0);
  fireEvent.click(detail.getByRole('button', { name: 'Payer quand même' }));
  await screen.findByText('Payer une deuxième fois ?');
});
