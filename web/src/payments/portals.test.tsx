import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fakeApi } from '../testing/fake-api.ts';
import { showPage } from '../testing/show-page.tsx';
import type { OpenedPayment } from './api.ts';
import { leaveFor } from './leave-for.ts';
import { Portal } from './portals.tsx';

vi.mock('./leave-for.ts', () => ({ leaveFor: vi.fn() }));
beforeEach(() => vi.mocked(leaveFor).mockClear());

const framed = {
  url: '/sandbox-pay',
  token: 'jeton',
  clientId: 'amasin',
  productId: 'commande',
  message: 'Commande & livraison',
  minAmount: 12_500,
};

function show(portal: OpenedPayment['portal']) {
  const [onSuccess, onClose] = [vi.fn(), vi.fn()];
  showPage(
    <Portal
      opened={{ portal, transactionId: 'TX-1', amount: 12_500 }}
      onSuccess={onSuccess}
      onClose={onClose}
    />,
    '/order',
  );
  return { onSuccess, onClose };
}

const findFrame = () => screen.findByTitle<HTMLIFrameElement>('Portail de paiement');

/** A message to our page; by default from the frame and of its origin. */
const say = async (data: unknown, sender: Partial<MessageEventInit> = {}) => {
  const frame = await findFrame();
  const { origin } = new URL(frame.src);
  await act(async () => {
    window.dispatchEvent(
      new MessageEvent('message', { data, source: frame.contentWindow, origin, ...sender }),
    );
  });
};

const hosted = { ...framed, mode: 'page' as const, url: 'https://pay.test/tok' };

test('leaves for the provider’s page once, and keeps a link to it', async () => {
  show(hosted);
  const link = await screen.findByRole('link', { name: 'Continuer vers le paiement' });
  expect(vi.mocked(leaveFor).mock.calls).toEqual([['https://pay.test/tok']]);
  expect(link.getAttribute('href')).toBe('https://pay.test/tok');
  expect(screen.queryByText(/Paiement d’essai/)).toBeNull();
});

test('says when no money moves', async () => {
  show({ ...hosted, isTest: true });
  await screen.findByText('Paiement d’essai : aucun argent ne circule.');
});

test('never leaves for an address that is not on the web', async () => {
  const { leaveFor: leave } = await vi.importActual<typeof import('./leave-for.ts')>('./leave-for.ts');
  const before = window.location.href;
  leave('javascript:alert(1)');
  expect(window.location.href).toBe(before);
});

vi.mock('../lib/versions.ts', () => ({ activateNewestVersion: activate }));
const activate = vi.hoisted(() => vi.fn());

const refuseBy = (effectiveDirective: string) =>
  fireEvent(document, Object.assign(new Event('securitypolicyviolation'), { effectiveDirective }));

test('a frame that the policy of the page refuses is replaced by an update of the page', async () => {
  show(framed);
  await findFrame();
  refuseBy('img-src');
  expect(screen.queryByRole('alert')).toBeNull();
  refuseBy('frame-src');
  await screen.findByText('Mettez Amasin à jour pour payer');
  expect(screen.queryByTitle('Portail de paiement')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  expect(activate).toHaveBeenCalledOnce();
});

test('the URL of the frame has every parameter of the payment', async () => {
  show(framed);
  const url = new URL((await findFrame()).src);
  expect([url.origin, url.pathname]).toEqual([window.location.origin, '/sandbox-pay']);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    token: 'jeton',
    clientId: 'amasin',
    productId: 'commande',
    message: 'Commande & livraison',
    transactionId: 'TX-1',
    minAmount: '12500',
  });
});

const elsewhere = { ...framed, url: 'https://pay.test/checkout?lang=fr' };

test('the URL of the frame keeps the host and the parameters of the portal’s', async () => {
  show(elsewhere);
  expect((await findFrame()).src).toMatch(/^https:\/\/pay\.test\/checkout\?lang=fr&token=jeton&/);
});

const success = { paymentStatus: 'success' };

test.each<[string, unknown, Partial<MessageEventInit>?]>([
  ['another window', success, { source: window }],
  ['no window', success, { source: null }],
  ['another origin', success, { origin: 'https://evil.test' }],
  ['an origin that begins alike', success, { origin: 'https://pay.test.evil.test' }],
  ['another status', { paymentStatus: 'failed' }],
  ['a text', 'success'],
  ['nothing', null],
])('ignores a message of the portal from or with %s, and accepts its success', async (_, data, sender) => {
  const { onSuccess } = show(elsewhere);
  await say(data, sender);
  expect(onSuccess).not.toHaveBeenCalled();
  await say(success);
  expect(onSuccess).toHaveBeenCalledOnce();
});

const widget = {
  mode: 'widget' as const,
  url: 'https://widget.test',
  token: '',
  clientId: 'public-key',
  productId: '',
  message: 'Commande',
  minAmount: 12_500,
  isTest: true,
};

function showWidget() {
  const api = fakeApi();
  const payment = { transactionId: 'TX-1', status: 'pending' as const, amount: 12_500, orderId: null };
  api.on(paymentEndpoints.namePayment, () => ({ payment }));
  const named = () => api.sent.filter(({ method }) => method === 'POST');
  return { ...show(widget), named };
}

test('gives the widget the amount, the public key and our id, twice', async () => {
  showWidget();
  const frame = await findFrame();
  const post = vi.spyOn(frame.contentWindow!, 'postMessage').mockImplementation(() => {});
  fireEvent.load(frame);
  const message = {
    name: 'INIT_WIDGET',
    data: {
      amount: 12_500,
      key: 'public-key',
      sandbox: true,
      partnerId: 'TX-1',
      data: 'TX-1',
      reason: 'Commande',
      position: 'center',
      host: window.location.href,
      serviceId: 'INTEGRATION',
    },
  };
  expect(post.mock.calls).toEqual([[message, 'https://widget.test']]);
});

test.each([
  ['PAYMENT_SUCCESS', 1],
  ['PENDING_PAYMENT', 0],
  ['PAYMENT_FAILED', 0],
])('names the transaction of %s to the server', async (name, successes) => {
  const { onSuccess, named } = showWidget();
  await say({ name, data: { transactionId: 'kk-1' } });
  await waitFor(() => expect(named()).toMatchObject([{ body: { providerTransactionId: 'kk-1' } }]));
  await waitFor(() => expect(onSuccess).toHaveBeenCalledTimes(successes));
});

const paid = { name: 'PAYMENT_SUCCESS', data: { transactionId: 'kk-1' } };

test.each<[string, unknown, Partial<MessageEventInit>?]>([
  ['another window', paid, { source: window }],
  ['another origin', paid, { origin: 'https://widget.test.evil.test' }],
  ['no window', paid, { source: null }],
  ['no transaction', { name: 'PAYMENT_SUCCESS', data: {} }],
  ['a transaction that is no id', { name: 'PAYMENT_SUCCESS', data: { transactionId: 'a b' } }],
  ['another name', { name: 'WAVE_LINK', data: 'https://evil.test' }],
  ['nothing', null],
])(
  'ignores a message of the widget from or about %s, and closes when it says so',
  async (_, data, sender) => {
    const { onSuccess, onClose, named } = showWidget();
    await say(data, sender);
    expect(onClose).not.toHaveBeenCalled();
    await say({ name: 'CLOSE_WIDGET' });
    expect(onClose).toHaveBeenCalledOnce();
    expect([named(), onSuccess.mock.calls]).toEqual([[], []]);
  },
);
