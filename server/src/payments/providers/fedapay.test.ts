import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { payments } from '../../database/schema/payments.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { FedapaySettings } from '../../settings/payment-settings.ts';
import { fillBasket, openPayment, readPayment } from '../../testing/pay.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { describeProvider, type Subject } from './behaviours.fixture.ts';
import { describeClosedBrowser } from './closed-browser.fixture.ts';
import { FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET, startFedapay } from './fedapay.fixture.ts';
import { fedapayProvider, OPERATOR_LIMIT_MS } from './fedapay.ts';

const settingsOf = (url: string): FedapaySettings => ({
  provider: 'fedapay',
  isTest: true,
  url,
  secretKey: FEDAPAY_KEY,
  webhookSecret: FEDAPAY_WEBHOOK_SECRET,
  publicUrl: 'https://amasin.test',
});

const subject: Subject = {
  name: 'fedapay',
  start: startFedapay,
  provider: ({ url }, clock, limitMs) => fedapayProvider(settingsOf(url), clock, limitMs),
  callsAtOpening: true,
  namesCurrency: true,
  hasSignedTime: true,
  secrets: [FEDAPAY_KEY, FEDAPAY_WEBHOOK_SECRET],
};

const clock = { now: () => new Date('2026-11-20T10:00:00Z') };

describeProvider(subject);
describeClosedBrowser(subject, 'by hand');

it('does not let the browser name another transaction: FedaPay named it at opening', async () => {
  const fake = await startFedapay();
  const server = await startTestApp({ payments: fedapayProvider(settingsOf(fake.url), clock) });
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  const path = `/payments/${transactionId}/provider-transaction`;
  const { body } = await server.call(customer, 'POST', path, { providerTransactionId: '9999' });
  expect(body.payment.status).toBe('pending');
  fake.settle(transactionId, { status: 'paid' });
  expect((await readPayment(server, customer, transactionId)).status).toBe('paid');
  expect(fake.calls.filter((call) => call.includes('9999'))).toEqual([]);
  await server.close();
  await fake.close();
});

it('opens its page when the operator’s request is not answered, within the limit of the opening', async () => {
  const fake = await startFedapay();
  // Only that request hangs.
  Object.defineProperty(fake, 'trouble', {
    get: () => (fake.calls.at(-1)?.endsWith('/mtn_open') ? 'silent' : null),
  });
  const provider = fedapayProvider(settingsOf(fake.url), clock, LIMIT_MS, 200);
  const server = await startTestApp({ payments: provider });
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const means = { provider: 'fedapay', operator: 'mtn', payingPhone: '01 66 00 00 07' };
  const { status, body } = await server.call(customer, 'POST', '/payments', { order, ...means });
  expect(fake.calls.at(-1)).toBe('POST /v1/mtn_open');
  expect([status, body.portal?.mode]).toEqual([201, 'page']);
  const [row] = await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id));
  expect(row).toMatchObject({ status: 'pending', providerTransactionId: '1000' });
  await server.close();
  await fake.close();
  expect(OPERATOR_LIMIT_MS).toBeLessThan(LIMIT_MS);
});
