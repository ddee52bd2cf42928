import type { Quote } from '@amasin/domain/orders/pricing.ts';
import { payLinkEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { PayRequest } from '@amasin/domain/payments/pay-request.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { SessionContext } from '../../session/session-context.ts';
import { fakeApi, refuse } from '../../testing/fake-api.ts';
import { portal } from '../../testing/payments.ts';
import { showPage } from '../../testing/show-page.tsx';
import Payer from './payer.tsx';
import { visitor } from './visitor.fixture.ts';

const TOKEN = 'token-of-the-link';
const asked: PayRequest = {
  state: 'open',
  amount: 9_200,
  until: '2026-11-21T13:05:00.000Z',
  received: [],
  asker: { firstName: 'Awa', phone: '01 •• •• •• 34' },
};
const received: PayRequest['received'][number] = {
  amount: 9_200,
  state: 'paid',
  operator: 'mtn',
  payingPhone: '01 •• •• •• 22',
  at: asked.until,
};
const byMtn = { provider: 'sandbox', label: 'Essai', operator: 'mtn', takesPhone: true } as const;

beforeEach(() => window.sessionStorage.clear());

function open(request: PayRequest, url = `/payer#${TOKEN}`) {
  const api = fakeApi();
  api.on(payLinkEndpoints.readPayLink, () => ({ payRequest: request }));
  showPage(
    <SessionContext value={visitor}>
      <Payer />
    </SessionContext>,
    url,
  );
  return api;
}
const text = () => (document.body.textContent ?? '').replaceAll(/\s/g, ' ');
const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

test('says who asks, how much and until when, and sends the token in no URL', async () => {
  const api = open(asked);
  await screen.findByRole('heading', { name: 'Awa (01 •• •• •• 34) vous demande de payer' });
  expect(text()).toContain('9 200 F');
  expect(text()).toContain('à 14 h 05');
  expect(api.sent[0]?.body).toEqual({ token: TOKEN });
  expect(api.sent.map(({ path, query }) => path + JSON.stringify(query)).join()).not.toContain(TOKEN);
});

test('asks nothing before it is known who is here, as what was loaded is dropped then', async () => {
  const api = fakeApi();
  showPage(
    <SessionContext value={{ ...visitor, status: 'loading' }}>
      <Payer />
    </SessionContext>,
    `/payer#${TOKEN}`,
  );
  await waitFor(() => expect(window.sessionStorage.getItem('payer-link')).toBe(TOKEN));
  expect(api.sent).toEqual([]);
});

test('pays with the operator and the number of who pays, then follows it', async () => {
  const api = open({ ...asked, choices: [byMtn] });
  api.on(payLinkEndpoints.openPayLink, () => ({
    transactionId: 'TX-1',
    amount: 9_200,
    portal: { ...portal, mode: 'phone' as const },
  }));
  api.on(payLinkEndpoints.followPayLink, () => ({
    status: 'paid' as const,
    payRequest: { ...asked, state: 'prepared' as const, received: [received] },
  }));
  fireEvent.click(await screen.findByRole('radio', { name: 'MTN MoMo' }));
  fireEvent.change(screen.getByLabelText(/Numéro qui paie/), { target: { value: '0197111122' } });
  await press(/^Payer/);
  const progress = await screen.findByRole('list', { name: 'Où en est la commande' });
  const current = within(progress)
    .getAllByRole('listitem')
    .filter((item) => item.getAttribute('aria-current') === 'step');
  expect(current.map(({ textContent }) => textContent)).toEqual(['Préparé']);
  expect(text()).toContain('9 200 F du 01 •• •• •• 22 (MTN MoMo) : payé');
  const bodies = api.sent.filter(({ path }) => path.endsWith('/pay')).map(({ body }) => body);
  expect(bodies).toEqual([
    { token: TOKEN, amount: 9_200, provider: 'sandbox', operator: 'mtn', payingPhone: '+2290197111122' },
  ]);
});

test.each([
  [false, 'payé, dont 2 150 F en cours de remboursement'],
  [true, 'payé, dont 2 150 F remboursés'],
])('says what goes back of it, arrived: %s', async (arrived, words) => {
  const back = { ...received, givenBack: { amount: 2_150, arrived } };
  open({ ...asked, state: 'prepared', received: [back] });
  await screen.findByRole('list', { name: 'Où en est la commande' });
  expect(text()).toContain(words);
});

test('says the new sum, which another tap accepts', async () => {
  const api = open(asked);
  const quote = { total: 9_400 } as Quote;
  api.on(payLinkEndpoints.openPayLink, () => refuse('AMOUNT_CHANGED', undefined, quote));
  await press(/^Payer/);
  await waitFor(() => expect(text()).toContain('Le montant a changé : 9 400 F au lieu de 9 200 F.'));
  await press(/^Payer 9.400/);
  await waitFor(() =>
    expect(api.sent.filter(({ path }) => path.endsWith('/pay')).map(({ body }) => body)).toEqual([
      { token: TOKEN, amount: 9_200 },
      { token: TOKEN, amount: 9_400 },
    ]),
  );
});

test('finds the link and its payment again after the page of a provider', async () => {
  window.sessionStorage.setItem('payer-link', TOKEN);
  window.sessionStorage.setItem('payer-payment', 'TX-1');
  const api = open(asked, '/payer');
  api.on(payLinkEndpoints.followPayLink, () => ({ status: 'failed' as const, payRequest: asked }));
  await screen.findByText(/Le paiement n’a pas abouti/);
  expect(api.sent.find(({ path }) => path.endsWith('/follow'))?.body).toEqual({
    token: TOKEN,
    transactionId: 'TX-1',
  });
});

test('shows medicines only when the customer does', async () => {
  open({
    ...asked,
    content: {
      number: null,
      paidAt: null,
      lines: [{ label: 'Zinc 20 mg', quantity: 2, price: 900 }],
      deliveryFee: 700,
      commission: 180,
      reduction: 0,
    },
  });
  expect(await screen.findByText('2 × Zinc 20 mg')).toBeDefined();
});

test.each([
  ['elsewhere', 'Il n’y a plus rien à payer.'],
  ['withdrawn', 'Rien n’est à payer par ce lien. Awa peut en envoyer un autre.'],
  ['expired', 'Rien n’est à payer par ce lien. Awa peut en envoyer un autre.'],
  ['cancelled', 'Il n’y a rien à payer.'],
] as const)('offers no payment once it is %s', async (state, words) => {
  open({ ...asked, state });
  await screen.findByText(words);
  expect(screen.queryByRole('button', { name: /^Payer/ })).toBeNull();
});

test('says that a link is unknown, or missing', async () => {
  const api = fakeApi();
  api.on(payLinkEndpoints.readPayLink, () => refuse('PAY_LINK_UNKNOWN'));
  const page = (
    <SessionContext value={visitor}>
      <Payer />
    </SessionContext>
  );
  showPage(page, '/payer#other');
  await screen.findByRole('heading', { name: 'Lien inconnu' });
  window.sessionStorage.clear();
  showPage(page, '/payer');
  await screen.findByRole('heading', { name: 'Aucun lien de paiement' });
});
