import { expect, it } from 'vitest';
import { initMessage, readWidgetMessage } from './PaymentDialog.tsx';

const portal = {
  mode: 'widget' as const,
  url: 'https://widget.test',
  token: '',
  clientId: 'public-key',
  productId: '',
  message: 'Commande',
  minAmount: 4825,
  isTest: true,
};

it('gives the widget the amount, the public key and our id, twice', () => {
  const message = initMessage({ portal, transactionId: 'TX-1', amount: 4825 }, 'https://amasin.test/order');
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

const frame = {} as Window;
const origin = 'https://widget.test';
const said = (data: unknown, source: unknown = frame, from = origin) =>
  readWidgetMessage({ source, origin: from, data } as MessageEvent, frame, origin);

it.each([
  ['PAYMENT_SUCCESS', true],
  ['PENDING_PAYMENT', false],
  ['PAYMENT_FAILED', false],
])('reads the transaction of %s', (name, isPaid) => {
  const news = said({ name, data: { transactionId: 'kk-1' } });
  expect(news).toEqual({ is: 'named', providerTransactionId: 'kk-1', isPaid });
});

it('reads that the customer closes it', () => {
  expect(said({ name: 'CLOSE_WIDGET' })).toEqual({ is: 'closed' });
});

const success = { name: 'PAYMENT_SUCCESS', data: { transactionId: 'kk-1' } };

it.each([
  ['another window', said(success, {})],
  ['another origin', said(success, frame, 'https://widget.test.evil.test')],
  ['no frame', readWidgetMessage({ source: null, origin, data: success } as MessageEvent, null, origin)],
  ['no transaction', said({ name: 'PAYMENT_SUCCESS', data: {} })],
  ['a transaction that is no id', said({ name: 'PAYMENT_SUCCESS', data: { transactionId: 'a b' } })],
  ['another name', said({ name: 'WAVE_LINK', data: 'https://evil.test' })],
  ['nothing', said(null)],
])('ignores %s', (_, news) => {
  expect(news).toBeNull();
});
