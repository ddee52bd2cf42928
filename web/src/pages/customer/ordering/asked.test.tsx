import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { payLinkEndpoints, paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readStored } from '../../../lib/stored.ts';
import { networkError, refuse } from '../../../testing/fake-api.ts';
import { anOrder } from '../../../testing/orders.ts';
import { aUser } from '../../../testing/people.ts';
import { fill, newDevice, openOrder, paracetamol, sendButton, setUpOrder, zone } from '../order.fixture.tsx';

// Rule 64: pharmacies are asked before an order is paid.

beforeEach(newDevice);

const user = aUser();
const placed = anOrder({ state: 'pre-treatment' });
const medicines = () => screen.queryByRole('list', { name: 'Médicaments choisis' });

async function setUp() {
  const given = setUpOrder();
  given.api.on(paymentEndpoints.openPayment, () => refuse('PHARMACY_ASKED'));
  given.api.on(payLinkEndpoints.createPayLink, () => refuse('PHARMACY_ASKED'));
  given.api.on(orderEndpoints.placeOrder, () => ({ order: placed }));
  const { router } = openOrder(user);
  await fill();
  const changes = () => given.api.sent.flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
  return { ...given, router, changes };
}

async function isFollowed({ router }: Pick<Awaited<ReturnType<typeof setUp>>, 'router'>) {
  await screen.findByText('Suivi');
  expect(router.state.location.search).toBe(`?order=${placed._id}`);
  expect(await screen.findByText('Nous demandons aux pharmacies.')).toBeDefined();
  expect(screen.queryByText(/^Nous demandons d’abord aux pharmacies/)).toBeNull();
  expect(readStored(user._id, 'order-draft')).toBeNull();
}

test('an order about which pharmacies are asked is placed by the tap that pays', async () => {
  const given = await setUp();
  fireEvent.click(sendButton(/^Payer 1\s800\sF$/));
  await isFollowed(given);
  expect(given.changes()).toEqual(['/api/payments', '/api/orders']);
  expect(given.placed()[0]?.body).toEqual({
    prescription: {
      type: 'numerical',
      items: [{ medicationId: paracetamol._id, label: paracetamol.label, quantity: 1, price: 1000 }],
    },
    deliveryZone: zone._id,
    deliveryAddress: 'Portail bleu',
    finalAmount: 1800,
  });
});

test('so is one that a relative is asked to pay', async () => {
  const given = await setUp();
  fireEvent.click(await screen.findByRole('button', { name: 'Faire payer par un proche' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Faire le lien' }));
  await isFollowed(given);
  expect(given.changes()).toEqual(['/api/pay-links', '/api/orders']);
});

test('when it cannot be placed, says why and loses nothing', async () => {
  const given = await setUp();
  given.api.on(orderEndpoints.placeOrder, () => networkError);
  fireEvent.click(sendButton(/^Payer 1\s800\sF$/));
  expect(await screen.findByText(/^Erreur lors de la création de la commande\. Vérifiez/)).toBeDefined();
  expect(medicines()).not.toBeNull();
  expect(screen.getByDisplayValue('Portail bleu')).toBeDefined();
  given.api.on(orderEndpoints.placeOrder, () => ({ order: placed }));
  await waitFor(() => fireEvent.click(sendButton(/^Payer 1\s800\sF$/)));
  await isFollowed(given);
});

test('what is in stock is paid with the calls and the tap of today', async () => {
  const { api } = setUpOrder();
  openOrder(user);
  await fill();
  fireEvent.click(sendButton(/^Payer 1\s800\sF$/));
  await screen.findByTitle('Portail de paiement');
  const changes = api.sent.flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
  expect(changes).toEqual(['/api/payments']);
  expect(screen.queryByText(/pharmacies/)).toBeNull();
});
