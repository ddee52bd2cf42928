import { expect, it } from 'vitest';
import { portalUrl, saysPaid } from './PaymentDialog.tsx';

const portal = {
  url: '/sandbox-pay',
  token: 'jeton',
  clientId: 'amasin',
  productId: 'commande',
  message: 'Commande & livraison',
  minAmount: 12_500,
};

it('adds every parameter of the payment', () => {
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

it('keeps the host and the parameters of the portal’s URL', () => {
  const elsewhere = { ...portal, url: 'https://pay.test/checkout?lang=fr' };
  const url = portalUrl({ portal: elsewhere, transactionId: 'TX-1', amount: 1 }, 'https://amasin.test/');
  expect(url.href).toMatch(/^https:\/\/pay\.test\/checkout\?lang=fr&token=jeton&/);
});

const frame = {} as Window;
const origin = 'https://pay.test';
const success = { paymentStatus: 'success' };
const message = (source: unknown, from: string, data: unknown) =>
  ({ source, origin: from, data }) as MessageEvent;

it('accepts a success from that frame and origin', () => {
  expect(saysPaid(message(frame, origin, success), frame, origin)).toBe(true);
});

it.each([
  ['another window', message({}, origin, success)],
  ['no window', message(null, origin, success)],
  ['another origin', message(frame, 'https://evil.test', success)],
  ['an origin that begins alike', message(frame, 'https://pay.test.evil.test', success)],
  ['another status', message(frame, origin, { paymentStatus: 'failed' })],
  ['a text', message(frame, origin, 'success')],
  ['nothing', message(frame, origin, null)],
])('ignores %s', (_, heard) => {
  expect(saysPaid(heard, frame, origin)).toBe(false);
});

it('ignores messages without a frame', () => {
  expect(saysPaid(message(null, origin, success), null, origin)).toBe(false);
});
