import { typeset } from '@amasin/domain/contract/typeset.ts';
import { insuranceEndpoints } from '@amasin/domain/insurance/endpoints.ts';
import { orderEndpoints } from '@amasin/domain/orders/endpoints.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { clearStored, store } from '../../../lib/stored.ts';
import { refuse } from '../../../testing/fake-api.ts';
import { anOrder } from '../../../testing/orders.ts';
import { aUser } from '../../../testing/people.ts';
import {
  card,
  chooseWay,
  codeField,
  fill,
  newDevice,
  openOrder,
  sendButton,
  setUpOrder,
  typeCode,
  wayOf,
  zone,
} from '../order.fixture.tsx';

beforeEach(newDevice);

const selection = () =>
  screen.findByRole<HTMLInputElement>('checkbox', { name: /^Utiliser mon assurance \(37 %\)/ });

test('with the card the customer pays only the remainder', async () => {
  const { opened } = setUpOrder({ insured: card });
  openOrder();
  await fill();
  expect(screen.queryByText('Assurance à vérifier')).toBeNull();
  fireEvent.click(await selection());
  expect(screen.getByText('Assurance à vérifier')).toBeDefined();
  // 1 000 + 700 + 100 − 370
  expect(screen.getByText('Réduction assurance (37 %)')).toBeDefined();
  expect(screen.getByText(/^-370\sF$/)).toBeDefined();
  fireEvent.click(sendButton(/^Payer 1\s430\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(1));
  expect(opened()[0]?.body).toMatchObject({ order: { insuranceCard: card._id, finalAmount: 1430 } });
});

test('a verified card shows no pending verification', async () => {
  setUpOrder({ insured: { ...card, verified: true } });
  openOrder();
  fireEvent.click(await selection());
  expect(screen.queryByText('Assurance à vérifier')).toBeNull();
});

test('an order by photograph includes the card', async () => {
  const { api, placed } = setUpOrder({ insured: card });
  api.on(orderEndpoints.placeOrder, () => ({ order: anOrder() }));
  const user = aUser();
  const place = { zoneId: zone._id, sector: null, address: 'Portail bleu' };
  store(user._id, 'order-draft', { lines: [], way: 'photo', fileKey: 'a-key', insured: true, ...place });
  openOrder(user);
  await selection();
  fireEvent.click(sendButton(/^Commander$/));
  await screen.findByText('Suivi');
  expect(placed()[0]?.body).toMatchObject({ insuranceCard: card._id });
});

test('without a card, shows a link to the profile; the draft remains', async () => {
  setUpOrder();
  const { router } = openOrder();
  await fill();
  fireEvent.click(await screen.findByRole('link', { name: 'Ajouter une carte d’assurance' }));
  await screen.findByText('Profil');
  expect(router.state.location.pathname).toBe('/profile');
  await router.navigate(-1);
  expect(await screen.findByRole('list', { name: 'Médicaments choisis' })).toBeDefined();
  expect(await screen.findByDisplayValue('Portail bleu')).toBeDefined();
});

const AWAITED =
  'Carte d’assurance à vérifier avant le paiement : nous vous préviendrons. Sans la carte, vous pouvez payer tout de suite.';

async function payWithCard() {
  const given = setUpOrder({ insured: card });
  given.api.on(paymentEndpoints.openPayment, () => refuse('INSURANCE_UNVERIFIED'));
  openOrder();
  await fill();
  fireEvent.click(await selection());
  fireEvent.click(sendButton(/^Payer/));
  const box = await selection();
  await waitFor(() => expect(box.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    typeset(AWAITED),
  );
  return { ...given, box };
}

test('a card that is checked before the payment can be left out, to pay at once', async () => {
  const { opened, box } = await payWithCard();
  fireEvent.click(box);
  expect(box.getAttribute('aria-invalid')).toBe('false');
  fireEvent.click(sendButton(/^Payer 1\s800\sF$/));
  await waitFor(() => expect(opened()).toHaveLength(2));
  expect(opened()[1]?.body).not.toHaveProperty('order.insuranceCard');
});

test('a card that is checked before the payment lets the order be placed, and paid later', async () => {
  const { api, opened, placed } = await payWithCard();
  api.on(orderEndpoints.placeOrder, () => ({ order: anOrder() }));
  fireEvent.click(sendButton(/^Commander, payer après vérification$/));
  await screen.findByText('Suivi');
  expect(placed()[0]?.body).toMatchObject({ insuranceCard: card._id, finalAmount: 1430 });
  expect(placed()[0]?.body).not.toHaveProperty('transactionId');
  expect(opened()).toHaveLength(1);
});

test('does not pay the full price when the card cannot be loaded', async () => {
  const { api, opened } = setUpOrder({ insured: card });
  const user = aUser();
  openOrder(user);
  await fill();
  fireEvent.click(await selection());
  api.on(insuranceEndpoints.readInsurances, () => refuse('INTERNAL'));
  openOrder(user);
  const [retry] = await screen.findAllByRole('button', { name: 'Réessayer' });
  const buttons = screen.getAllByRole('button', { name: /^Payer 1\s800\sF$/ });
  fireEvent.click(buttons.at(-1)!);
  await waitFor(() => expect(document.activeElement).toBe(retry));
  expect(opened()).toHaveLength(0);
});

test('the values of every way survive a reload, and signing out deletes them', async () => {
  setUpOrder({ insured: card });
  const first = openOrder();
  await fill();
  fireEvent.click(await selection());
  await chooseWay(/^Code d’ordonnance/);
  await typeCode('12345678');
  first.unmount();
  const again = openOrder();
  expect((await wayOf(/^Code d’ordonnance/)).checked).toBe(true);
  expect((await codeField()).value).toBe('12345678');
  expect((await selection()).checked).toBe(true);
  await chooseWay(/^Sans ordonnance/);
  expect(await screen.findByRole('list', { name: 'Médicaments choisis' })).toBeDefined();
  again.unmount();
  clearStored();
  openOrder();
  expect((await wayOf(/^Sans ordonnance/)).checked).toBe(true);
  expect(screen.queryByRole('list', { name: 'Médicaments choisis' })).toBeNull();
});
