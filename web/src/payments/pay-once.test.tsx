import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { OngoingPayment, Payment } from '@amasin/domain/payments/payment.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { clearStored, store } from '../lib/stored.ts';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { alreadyPaid, portal, reviewed } from '../testing/payments.ts';
import { showPage } from '../testing/show-page.tsx';
import type { PaymentRequest } from './api.ts';
import { PaymentCards } from './PaymentCards.tsx';
import { usePay } from './use-pay.tsx';
import type { Paid } from './use-payment.ts';

const ORDER = { _id: '0198a000-0000-7000-8000-0000000000f1', number: 'CMD-000042' };
const order = { prescription: {}, deliveryZone: 'z', deliveryAddress: 'Agla' };
const request: PaymentRequest = { order, basketId: 'basket' };

beforeEach(clearStored);

function setUp(listed: OngoingPayment[] = []) {
  const api = fakeApi();
  api.on(paymentEndpoints.listPayments, () => ({ payments: listed }));
  const status = (value: Payment['status']) =>
    api.on(paymentEndpoints.readPayment, () => ({
      payment: {
        transactionId: 'TX-1',
        status: value,
        amount: 4000,
        orderId: value === 'paid' ? ORDER._id : null,
      },
    }));
  const opens = (basketId = 'basket') =>
    api.on(paymentEndpoints.openPayment, () => ({ transactionId: 'TX-2', amount: 4000, portal, basketId }));
  const bodies = () => api.sent.filter(({ method }) => method === 'POST').map(({ body }) => body);
  return { api, status, opens, bodies };
}

/** A page with a payment; it shows the state of its button. */
function show(wanted = request) {
  const seen = { paid: [] as Paid[], renamed: [] as string[], left: 0 };
  function Screen() {
    const [basketId, setBasketId] = useState('basket');
    const payment = usePay({
      personId: 'afi',
      purpose: 'new',
      basketId,
      isLikely: true,
      complete: async () => ORDER._id,
      onPaid: (paid) => seen.paid.push(paid),
      onRefused: () => {},
      onRenamed: (name) => {
        seen.renamed.push(name);
        setBasketId(name);
      },
      onAlreadyPaid: () => {
        seen.left += 1;
      },
    });
    return (
      <>
        {payment.view}
        <button type="button" onClick={() => payment.pay(wanted)}>
          {payment.held ?? 'Payer'}
        </button>
      </>
    );
  }
  showPage(<Screen />, '/order');
  return seen;
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('a paid basket shows its order, and is paid again only after a confirmation', async () => {
  const { api, opens, bodies } = setUp();
  api.on(paymentEndpoints.openPayment, () => alreadyPaid(ORDER));
  const seen = show();
  await press('Payer');
  await screen.findByText('Cette commande est déjà payée');
  await screen.findByText(/CMD-000042/);
  opens('second');
  await press('Commander une deuxième fois');
  await screen.findByTitle('Portail de paiement');
  const [first, again] = bodies() as PaymentRequest[];
  expect(first).toEqual(request);
  expect(again).toMatchObject({ order, again: true });
  expect(again?.basketId).not.toBe('basket');
  expect(seen.renamed).toEqual(['second']);
});

test('« Voir la commande » opens the paid order, and leaves the draft', async () => {
  setUp().api.on(paymentEndpoints.openPayment, () => alreadyPaid(ORDER));
  const seen = show();
  await press('Payer');
  const link = await screen.findByRole('link', { name: 'Voir la commande' });
  expect(link.getAttribute('href')).toBe(`/tracking?order=${ORDER._id}`);
  fireEvent.click(link);
  expect(seen.left).toBe(1);
  await waitFor(() => expect(window.location.pathname).toBe('/tracking'));
  // Back must not lead to the question.
  act(() => window.history.back());
  await waitFor(() => expect(window.location).toMatchObject({ pathname: '/order', search: '' }));
});

test('going back closes the question of a paid basket, and pays nothing', async () => {
  const { api, bodies } = setUp();
  api.on(paymentEndpoints.openPayment, () => alreadyPaid(ORDER));
  show();
  await press('Payer');
  await screen.findByText('Cette commande est déjà payée');
  act(() => window.history.back());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(window.location).toMatchObject({ pathname: '/order', search: '' });
  expect(bodies()).toHaveLength(1);
});

test('asks for a confirmation before paying again while a payment is under review', async () => {
  const { api, opens, bodies } = setUp();
  api.on(paymentEndpoints.openPayment, () => refuse('PAYMENT_UNDER_REVIEW'));
  show();
  await press('Payer');
  await press('Ne pas payer');
  await waitFor(() => expect(screen.queryByText('Payer une deuxième fois ?')).toBeNull());
  expect(bodies()).toHaveLength(1);
  await press('Payer');
  opens();
  await press('Payer quand même');
  await screen.findByTitle('Portail de paiement');
  expect(bodies().at(-1)).toEqual({ ...request, again: true });
});

test('a payment under review is a card with its number and a phone number, instead of « Payer »', async () => {
  setUp([reviewed]);
  show();
  await screen.findByText('Paiement à vérifier');
  expect(screen.getByText(/ne payez pas une deuxième fois/)).toBeDefined();
  expect(screen.getByText('Numéro : TX-1')).toBeDefined();
  expect(screen.getByRole('link', { name: /^Appeler le 01/ }).getAttribute('href')).toBe(
    'tel:+2290197000000',
  );
  expect(screen.getByRole('button', { name: 'review' })).toBeDefined();
});

test('a payment opened on another device is polled, and « Vérifier » is the main action', async () => {
  const { status } = setUp([{ ...reviewed, status: 'pending' }]);
  status('pending');
  const seen = show();
  await screen.findByRole('button', { name: 'open' });
  status('paid');
  await press('Vérifier le paiement');
  await waitFor(() => expect(seen.paid).toMatchObject([{ orderId: ORDER._id }]));
});

test('a payment settled in another tab is settled in this one', async () => {
  const { status } = setUp();
  const stored = { transactionId: 'TX-1', amount: 4000, openedAt: new Date().toISOString() };
  store('afi', 'payment:new', stored);
  status('pending');
  const seen = show();
  await screen.findByText(/n’est pas confirmé|en cours de vérification/);
  status('paid');
  store('afi', 'payment:new', null);
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'kept:afi:payment:new' })));
  await waitFor(() => expect(seen.paid).toHaveLength(1));
});

test('shows a loading toast until the portal is open', async () => {
  const { api } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  api.on(paymentEndpoints.openPayment, async () => {
    await promise;
    return { transactionId: 'TX-2', amount: 4000, portal };
  });
  show();
  await press('Payer');
  await screen.findByText('Paiement en cours…');
  resolve();
  await screen.findByTitle('Portail de paiement');
  await waitFor(() => expect(screen.queryByText('Paiement en cours…')).toBeNull());
});

test('the cards exclude the payment that the page itself shows', async () => {
  setUp([reviewed, { ...reviewed, transactionId: 'TX-3', basketId: 'other' }]);
  showPage(<PaymentCards except="basket" />, '/order');
  await screen.findByText('Numéro : TX-3');
  expect(screen.queryByText('Numéro : TX-1')).toBeNull();
});

test('a pending payment can be verified from its card', async () => {
  const listed: OngoingPayment[] = [{ ...reviewed, status: 'pending' }];
  const { status } = setUp(listed);
  status('paid');
  showPage(<PaymentCards />, '/dashboard');
  const button = await screen.findByRole('button', { name: 'Vérifier le paiement' });
  listed.length = 0;
  fireEvent.click(button);
  await screen.findByText('Paiement confirmé');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Vérifier le paiement' })).toBeNull());
});

type Failure = typeof networkError | ReturnType<typeof refuse>;

test.each<[string, () => Failure, RegExp]>([
  ['a dead network', () => networkError, /^Pas de connexion\./],
  ['a failing server', () => refuse('INTERNAL'), /^Service momentanément indisponible/],
])('verifying a pending payment tells %s apart from a silent operator', async (_, reply, text) => {
  const { api } = setUp([{ ...reviewed, status: 'pending' }]);
  api.on(paymentEndpoints.readPayment, reply);
  showPage(<PaymentCards />, '/dashboard');
  await press('Vérifier le paiement');
  await screen.findByText(text);
  expect(screen.queryByText('Votre opérateur n’a pas encore répondu.')).toBeNull();
  expect(screen.getByText('Paiement en cours')).toBeDefined();
});

test('the notice of a pending payment says that it could not be verified', async () => {
  const { api } = setUp([{ ...reviewed, status: 'pending' }]);
  api.on(paymentEndpoints.readPayment, () => networkError);
  show();
  await screen.findByText(/n’est pas confirmé/);
  await screen.findByText(/^Pas de connexion\./);
});

test('a click outside leaves the portal open, « Fermer » closes it', async () => {
  const { opens, status } = setUp();
  opens();
  status('pending');
  show();
  await press('Payer');
  await screen.findByTitle('Portail de paiement');
  const goBack = vi.spyOn(window.history, 'go');
  fireEvent.click(document.querySelector('.mantine-Modal-overlay')!);
  expect(goBack).not.toHaveBeenCalled();
  await press('Fermer');
  await waitFor(() => expect(screen.queryByTitle('Portail de paiement')).toBeNull());
  expect(goBack).toHaveBeenCalledOnce();
});
