import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { showPage } from '../testing/show-page.tsx';
import { leaveFor } from './leave-for.ts';
import { FrameGuard, HostedPage, initMessage, portalUrl, readWidgetMessage, saysPaid } from './portals.tsx';

vi.mock('./leave-for.ts', () => ({ leaveFor: vi.fn() }));
beforeEach(() => vi.mocked(leaveFor).mockClear());

const show = (isTest: boolean) =>
  render(
    <MantineProvider>
      <HostedPage url="https://pay.test/tok" isTest={isTest} />
    </MantineProvider>,
  );

test('leaves for the provider’s page once, and keeps a link to it', () => {
  show(false);
  expect(vi.mocked(leaveFor).mock.calls).toEqual([['https://pay.test/tok']]);
  const link = screen.getByRole('link', { name: 'Continuer vers le paiement' });
  expect(link.getAttribute('href')).toBe('https://pay.test/tok');
  expect(screen.queryByText(/Paiement d’essai/)).toBeNull();
});

test('says when no money moves', () => {
  show(true);
  expect(screen.getByText('Paiement d’essai : aucun argent ne circule.')).toBeDefined();
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
  showPage(
    <FrameGuard>
      <p>Portail</p>
    </FrameGuard>,
    '/order',
  );
  await screen.findByText('Portail');
  refuseBy('img-src');
  expect(screen.queryByRole('alert')).toBeNull();
  refuseBy('frame-src');
  await screen.findByText('Mettez Amasin à jour pour payer');
  expect(screen.queryByText('Portail')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Mettre à jour' }));
  expect(activate).toHaveBeenCalledOnce();
});

const portal = {
  url: '/sandbox-pay',
  token: 'jeton',
  clientId: 'amasin',
  productId: 'commande',
  message: 'Commande & livraison',
  minAmount: 12_500,
};

test('adds every parameter of the payment', () => {
  const url = portalUrl({ portal, transactionId: 'TX-1', amount: 12_500 }, 'https://amasin.test/order');
  expect(url.origin).toBe('https://amasin.test');
  expect(url.pathname).toBe('/sandbox-pay');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    token: 'jeton',
    clientId: 'amasin',
    productId: 'commande',
    message: 'Commande & livraison',
    transactionId: 'TX-1',
    minAmount: '12500',
  });
});

test('keeps the host and the parameters of the portal’s URL', () => {
  const elsewhere = { ...portal, url: 'https://pay.test/checkout?lang=fr' };
  const url = portalUrl({ portal: elsewhere, transactionId: 'TX-1', amount: 1 }, 'https://amasin.test/');
  expect(url.href).toMatch(/^https:\/\/pay\.test\/checkout\?lang=fr&token=jeton&/);
});

const frame = {} as Window;
const origin = 'https://pay.test';
const success = { paymentStatus: 'success' };
const message = (source: unknown, from: string, data: unknown) =>
  ({ source, origin: from, data }) as MessageEvent;

test('accepts a success from that frame and origin', () => {
  expect(saysPaid(message(frame, origin, success), frame, origin)).toBe(true);
});

test.each([
  ['another window', message({}, origin, success)],
  ['no window', message(null, origin, success)],
  ['another origin', message(frame, 'https://evil.test', success)],
  ['an origin that begins alike', message(frame, 'https://pay.test.evil.test', success)],
  ['another status', message(frame, origin, { paymentStatus: 'failed' })],
  ['a text', message(frame, origin, 'success')],
  ['nothing', message(frame, origin, null)],
])('ignores a message of the portal from or with %s', (_, heard) => {
  expect(saysPaid(heard, frame, origin)).toBe(false);
});

test('ignores messages of the portal without a frame', () => {
  expect(saysPaid(message(null, origin, success), null, origin)).toBe(false);
});

const widget = {
  mode: 'widget' as const,
  url: 'https://widget.test',
  token: '',
  clientId: 'public-key',
  productId: '',
  message: 'Commande',
  minAmount: 4825,
  isTest: true,
};

test('gives the widget the amount, the public key and our id, twice', () => {
  const message = initMessage(
    { portal: widget, transactionId: 'TX-1', amount: 4825 },
    'https://amasin.test/order',
  );
  expect(message).toEqual({
    name: 'INIT_WIDGET',
    data: {
      amount: 4825,
      key: 'public-key',
      sandbox: true,
      partnerId: 'TX-1',
      data: 'TX-1',
      reason: 'Commande',
      position: 'center',
      host: 'https://amasin.test/order',
      serviceId: 'INTEGRATION',
    },
  });
});

const widgetOrigin = 'https://widget.test';
const said = (data: unknown, source: unknown = frame, from = widgetOrigin) =>
  readWidgetMessage({ source, origin: from, data } as MessageEvent, frame, widgetOrigin);

test.each([
  ['PAYMENT_SUCCESS', true],
  ['PENDING_PAYMENT', false],
  ['PAYMENT_FAILED', false],
])('reads the transaction of %s', (name, isPaid) => {
  const news = said({ name, data: { transactionId: 'kk-1' } });
  expect(news).toEqual({ is: 'named', providerTransactionId: 'kk-1', isPaid });
});

test('reads that the customer closes it', () => {
  expect(said({ name: 'CLOSE_WIDGET' })).toEqual({ is: 'closed' });
});

const named = { name: 'PAYMENT_SUCCESS', data: { transactionId: 'kk-1' } };

test.each([
  ['another window', said(named, {})],
  ['another origin', said(named, frame, 'https://widget.test.evil.test')],
  [
    'no frame',
    readWidgetMessage(
      { source: null, origin: widgetOrigin, data: named } as MessageEvent,
      null,
      widgetOrigin,
    ),
  ],
  ['no transaction', said({ name: 'PAYMENT_SUCCESS', data: {} })],
  ['a transaction that is no id', said({ name: 'PAYMENT_SUCCESS', data: { transactionId: 'a b' } })],
  ['another name', said({ name: 'WAVE_LINK', data: 'https://evil.test' })],
  ['nothing', said(null)],
])('ignores a message of the widget from or about %s', (_, news) => {
  expect(news).toBeNull();
});
