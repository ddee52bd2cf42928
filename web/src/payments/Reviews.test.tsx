import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeApi, refuse } from '../testing/fake-api.ts';
import { plain } from '../testing/plain.ts';
import { showPage } from '../testing/show-page.tsx';
import { reasonOf } from './PaymentRows.tsx';
import { Reviews } from './Reviews.tsx';

const payment: ReviewedPayment = {
  _id: '0198a000-0000-7000-8000-0000000000b1',
  transactionId: 'TX-1',
  amount: 4_825,
  reason: 'amount',
  received: { amount: 100, currency: 'XOF' },
  customer: { _id: '0198a000-0000-7000-8000-0000000000c1', name: 'Afi Dossou', phone: '+2290197000001' },
  order: null,
  canRefund: true,
  fits: [],
  at: '2026-11-20T10:00:00.000Z',
};
const paidTwice: ReviewedPayment = {
  ...payment,
  _id: '0198a000-0000-7000-8000-0000000000b2',
  transactionId: 'TX-2',
  reason: 'paid-twice',
  customer: { ...payment.customer, name: 'Codjo Kora' },
  order: { _id: '0198a000-0000-7000-8000-0000000000a1', number: 'CMD-000012' },
};

const other = { refunds: [] as OpenRefund[], debits: [] as StrayDebit[] };

function show(...found: ReviewedPayment[]) {
  const api = fakeApi();
  const stored = { payments: found };
  api.on(paymentEndpoints.listReviews, () => ({ ...other, ...stored, total: stored.payments.length }));
  const router = showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  const sent = () => api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
  return { api, stored, router, sent };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Paiements à regarder' })).findAllByRole('listitem');

test('lists who paid, why it is under review and what was due', async () => {
  show(payment, paidTwice);
  const [first, second] = (await rows()).map(({ textContent }) => plain(textContent));
  expect(first).toContain('Afi Dossou01 97 00 00 01Montant différent : reçu 100 XOF au lieu de 4 825 F');
  expect(second).toContain('Commande déjà payée par un autre paiement : à rembourserCommande CMD-000012');
  expect(screen.getByRole('link', { name: 'Commande CMD-000012' }).getAttribute('href')).toBe(
    `/supervisor-dashboard?tab=orders&order=${paidTwice.order?._id}`,
  );
});

test('a payment leaves the list with a note of what was done', async () => {
  const { api, stored, sent, router } = show(payment, paidTwice);
  const name = 'Décider du paiement de Codjo Kora';
  fireEvent.click(await screen.findByRole('button', { name }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Décider du paiement' }));
  const note = await dialog.findByLabelText(/ce qui a été fait/);
  fireEvent.click(dialog.getByRole('button', { name: 'Classer' }));
  await dialog.findByText('Indiquez ce qui a été fait');
  expect(sent()).toEqual([]);

  api.on(paymentEndpoints.closeReview, () => {
    stored.payments = [payment];
    return null;
  });
  fireEvent.change(note, { target: { value: 'Remboursé' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Classer' }));
  await screen.findByText('Paiement classé');
  expect(sent()).toEqual([['/api/payments/TX-2/seen', { note: 'Remboursé' }]]);
  await waitFor(async () => expect(await rows()).toHaveLength(1));
  expect(router.state.location.search).toBe('?tab=payments');
});

test('a payment is refunded, or attached to the order that needs exactly it', async () => {
  const order = { _id: '0198a000-0000-7000-8000-0000000000a2', number: 'CMD-000013' };
  const { api, sent } = show({ ...payment, fits: [order] });
  api.on(paymentEndpoints.refundReview, () =>
    refuse('ALREADY_REFUNDED', undefined, undefined, { name: 'Awa Kora' }),
  );
  api.on(paymentEndpoints.attachReview, () => null);
  fireEvent.click(await screen.findByRole('button', { name: /^Décider du paiement/ }));
  fireEvent.click(await screen.findByRole('button', { name: 'Rembourser 100 F' }));
  await screen.findByText('Remboursement déjà demandé par Awa Kora');
  fireEvent.click(screen.getByRole('button', { name: 'Rattacher à CMD-000013' }));
  await screen.findByText('Paiement rattaché à CMD-000013');
  expect(sent()).toEqual([
    ['/api/payments/TX-1/refund', undefined],
    ['/api/payments/TX-1/attach', { order: order._id }],
  ]);
});

test('a payment that is not certain cannot be refunded here', async () => {
  show({ ...payment, canRefund: false });
  fireEvent.click(await screen.findByRole('button', { name: /^Décider du paiement/ }));
  await screen.findByText(/voyez avec le prestataire/);
  expect(screen.queryByRole('button', { name: /^Rembourser/ })).toBeNull();
});

test('shows refunds until they are done, and debits without a payment', async () => {
  const api = fakeApi();
  const { customer } = payment;
  const refund = {
    _id: payment._id,
    transactionId: 'TX-1',
    amount: 4_500,
    customer,
    order: null,
    reference: 'R-1',
  };
  const askedAt = payment.at;
  const debit = { transactionId: 'TX-9', reference: 'R', received: { amount: 900, currency: 'XOF' } };
  const unknown = {
    ...debit,
    _id: paidTwice._id,
    customer: null,
    order: null,
    canRefund: false,
    at: askedAt,
  };
  api.on(paymentEndpoints.listReviews, () => ({
    payments: [],
    total: 0,
    refunds: [
      {
        ...refund,
        way: 'provider' as const,
        to: null,
        byHandAt: null,
        mayBeDone: false,
        state: 'failed' as const,
        askedAt,
      },
    ],
    debits: [{ ...unknown, _id: payment._id, customer, canRefund: true }, unknown],
  }));
  for (const endpoint of [paymentEndpoints.retryRefund, paymentEndpoints.refundDebit] as const)
    api.on(endpoint, () => null);
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  fireEvent.click(await screen.findByRole('button', { name: 'Réessayer le remboursement à Afi Dossou' }));
  await screen.findByText('Remboursement demandé à nouveau');
  await screen.findByText(/Transaction inconnue/);
  fireEvent.click(screen.getByRole('button', { name: 'Rembourser 900 F' }));
  await screen.findByText('Remboursement demandé');
  expect(api.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `/api/refunds/${refund._id}/retry`,
    `/api/debits/${payment._id}/refund`,
  ]);
});

test('a refund that the provider does not make is noted, not retried', async () => {
  const { customer, transactionId, at } = payment;
  const refund = {
    _id: payment._id,
    transactionId,
    reference: 'trx_1000',
    amount: 4_500,
    customer,
    order: null,
  };
  fakeApi().on(paymentEndpoints.listReviews, () => ({
    payments: [],
    total: 0,
    debits: [],
    refunds: [
      {
        ...refund,
        way: 'provider' as const,
        to: null,
        byHandAt: 'FedaPay',
        mayBeDone: true,
        state: 'failed' as const,
        askedAt: at,
      },
    ],
  }));
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  await screen.findByText(/^À rendre dans le tableau de bord de FedaPay, puis à noter/);
  await screen.findByText(`Transaction ${transactionId}, référence trx_1000`);
  await screen.findByText('Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.');
  expect(screen.queryByRole('button', { name: /^Réessayer/ })).toBeNull();
  fireEvent.click(screen.getByText('Noter le remboursement'));
  await screen.findByLabelText(/Comment il a été remboursé/);
});

test.each([
  [{ refunds: ['failed'] }, '1 paiement à regarder · dont 1 remboursement refusé'],
  [{ refunds: ['failed'], byHand: 'FedaPay' }, '1 paiement à regarder · dont 1 remboursement à faire'],
  [{ debits: 2 }, '2 paiements à regarder · dont 2 débits sans paiement'],
  [
    { payments: 2, refunds: ['failed', 'asked', 'sent', 'failed'], debits: 1 },
    '5 paiements à regarder · dont 2 remboursements refusés, 1 débit sans paiement · 2 remboursements en cours',
  ],
  [{ refunds: ['sent'] }, '0 paiement à regarder · 1 remboursement en cours'],
] as const)('counts refunds and debits, and does not call them nothing: %j', async (found, text) => {
  const counted = { payments: 0, refunds: [], debits: 0, byHand: null, ...found };
  const { customer, transactionId, order, at } = payment;
  const idOf = (nth: number) => `${payment._id.slice(0, -1)}${nth}`;
  const api = fakeApi();
  api.on(paymentEndpoints.listReviews, () => ({
    payments: [payment, paidTwice].slice(0, counted.payments),
    total: counted.payments,
    refunds: counted.refunds.map((state, nth) => ({
      _id: idOf(nth),
      transactionId,
      amount: 4_500,
      state,
      customer,
      order,
      askedAt: at,
      reference: 'R-1',
      way: 'provider' as const,
      to: null,
      byHandAt: counted.byHand,
      mayBeDone: false,
    })),
    debits: Array.from({ length: counted.debits }, (_, nth) => ({
      _id: idOf(nth),
      transactionId,
      reference: null,
      received: { amount: 900, currency: 'XOF' },
      customer: null,
      order,
      canRefund: false,
      at,
    })),
  }));
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  await waitFor(() => expect(plain(screen.getByRole('status').textContent)).toBe(text));
  expect(screen.queryByText('Aucun paiement à regarder')).toBeNull();
});

test('tells who has seen it before', async () => {
  const { api } = show(payment);
  fireEvent.click(await screen.findByRole('button', { name: /^Décider du paiement/ }));
  fireEvent.change(await screen.findByLabelText(/ce qui a été fait/), { target: { value: 'Remboursé' } });
  const message = 'Paiement déjà vu par Awa Kora : rien à faire';
  api.on(paymentEndpoints.closeReview, () =>
    Response.json({ success: false, code: 'REVIEW_CLOSED', message }, { status: 409 }),
  );
  fireEvent.click(screen.getByRole('button', { name: 'Classer' }));
  await screen.findByText(message);
});

test('says when there is none, and why they could not be loaded', async () => {
  const api = fakeApi();
  api.on(paymentEndpoints.listReviews, () => refuse('INTERNAL'));
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  const retry = await screen.findByRole('button', { name: 'Réessayer' });
  api.on(paymentEndpoints.listReviews, () => ({ ...other, payments: [], total: 0 }));
  fireEvent.click(retry);
  await screen.findByText('Aucun paiement à regarder');
});

test.each([
  [{ amount: 7, currency: 'EUR' }, 'Montant différent : reçu 7 EUR au lieu de 4 825 F'],
  [{ amount: 7, currency: null }, 'Montant différent : reçu 7 sans monnaie au lieu de 4 825 F'],
  [{ amount: null, currency: null }, 'Montant différent'],
  [null, 'Montant différent'],
])('%o was received: %s', (received, text) => {
  expect(plain(reasonOf({ ...payment, received }))).toBe(text);
});

test('says calmly that money waits after a restore', async () => {
  const api = fakeApi();
  api.on(paymentEndpoints.listReviews, () => ({
    ...other,
    payments: [],
    total: 0,
    moneyWaits: true as const,
  }));
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  await screen.findByText('L’argent attend');
  screen.getByText(/les remboursements et le suivi des paiements attendent/);
});

test('a refund that nobody can send is paid by hand to the number that paid, and noted', async () => {
  const { customer, transactionId, at } = payment;
  const refund = { _id: payment._id, transactionId, reference: 'R-1', amount: 4_500, customer, order: null };
  const left = { way: 'hand', to: { operator: 'moov', phone: '+2290164000017' }, byHandAt: null } as const;
  fakeApi().on(paymentEndpoints.listReviews, () => ({
    payments: [],
    total: 0,
    debits: [],
    refunds: [{ ...refund, ...left, mayBeDone: false, state: 'failed' as const, askedAt: at }],
  }));
  showPage(<Reviews />, '/supervisor-dashboard?tab=payments');
  await screen.findByText(/À rendre par vos soins, puis à noter/);
  expect(screen.getByText('Moov Money', { exact: false })).toBeDefined();
  expect(document.querySelector('a[href="tel:+2290164000017"]')).not.toBeNull();
  expect(screen.getByText('Noter le remboursement')).toBeDefined();
  expect(screen.queryByRole('button', { name: /Réessayer/ })).toBeNull();
});
