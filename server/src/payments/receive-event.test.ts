import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { orders } from '../database/schema/orders.ts';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Basket, fillBasket, openPayment, report, reportOf, webhook } from '../testing/pay.ts';
import { startTestApp, TEST_SECRET, type TestApp, type Visitor } from '../testing/test-app.ts';
import { signCall } from './providers/call.ts';
import { SIGNATURE_HEADER } from './providers/sandbox.ts';

const REFUSED = { success: false, code: 'BAD_SIGNATURE', message: 'Signature invalide' };

let server: TestApp;
let customer: Visitor;
const warnings: string[] = [];
let basket: Basket;
let opened: { transactionId: string; amount: number };

beforeAll(async () => {
  const log = { info() {}, warn: (_: unknown, line: string) => warnings.push(line), error() {} };
  server = await startTestApp({ log });
  basket = await fillBasket(server);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
});

const customerOrders = () => server.db.select().from(orders).where(eq(orders.customerId, customer.row.id));
const stored = async () =>
  (await server.db.select().from(payments).where(eq(payments.customerId, customer.row.id)))[0]!;
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);

describe('a signed event', () => {
  it('creates the order and is acknowledged', async () => {
    const { status, body } = await report(server, reportOf(opened));
    expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    expect(await customerOrders()).toHaveLength(1);
    expect(await stored()).toMatchObject({ status: 'paid', orderId: (await customerOrders())[0]!.id });
  });

  it('sent again, or repeated in another event, changes nothing', async () => {
    const event = reportOf(opened);
    for (const each of [event, event, reportOf(opened), event]) {
      expect((await report(server, each)).status).toBe(200);
    }
    expect(await customerOrders()).toHaveLength(1);
    const events = await server.db
      .select()
      .from(paymentEvents)
      .where(eq(paymentEvents.transactionId, opened.transactionId));
    expect(events).toHaveLength(2);
  });

  it('of an unknown transaction is acknowledged and changes nothing', async () => {
    const unknown = reportOf({ transactionId: 'TX-unknown', amount: 10 });
    expect((await report(server, unknown)).status).toBe(200);
    expect(await customerOrders()).toEqual([]);
  });

  it('is accepted up to five minutes before and after its timestamp', async () => {
    for (const minutes of [5.1, -5.1]) {
      expect((await report(server, reportOf(opened), { at: minutesAgo(minutes) })).status).toBe(401);
    }
    expect((await stored()).status).toBe('pending');
    for (const minutes of [4.9, -4.9]) {
      expect((await report(server, reportOf(opened), { at: minutesAgo(minutes) })).status).toBe(200);
    }
    expect((await stored()).status).toBe('paid');
  });
});

describe('an invalid webhook call', () => {
  it('returns 401 for each of two hundred forged signatures', async () => {
    const body = JSON.stringify(reportOf(opened));
    const valid = signCall(body, TEST_SECRET, server.clock.now());
    const t = Math.floor(server.clock.now().getTime() / 1000);
    const hex = randomBytes(32).toString('hex');
    const tampered = body.replace('"amount":4825', '"amount":1');
    const forged: [string, string | undefined][] = [
      [body, undefined],
      [body, ''],
      [body, valid.slice(0, -1)],
      [body, `${valid}0`],
      [body, valid.replace(/s=./, (s) => `s=${s[2] === '0' ? '1' : '0'}`)],
      [body, valid.replace(`t=${t}`, `t=${t + 1}`)],
      [body, valid.replace('t=', 't=0')],
      [body, valid.toUpperCase()],
      [body, `t=${t},s=${hex}`],
      [body, `t=${t},s=`],
      [body, `t=${t}`],
      [body, `s=${hex}`],
      [body, `t=NaN,s=${hex}`],
      [body, `t=-1,s=${hex}`],
      [tampered, valid],
      [`${body} `, valid],
      [body.replace('"paid"', '"failed"'), valid],
      [body, signCall(tampered, TEST_SECRET, server.clock.now())],
      [body, signCall(body, 'another secret', server.clock.now())],
      [body, signCall(body, '', server.clock.now())],
      [body, signCall(body, TEST_SECRET, minutesAgo(60))],
      [body, signCall(body, TEST_SECRET, minutesAgo(-60))],
    ];
    while (forged.length < 200) {
      forged.push([body, `t=${t},s=${randomBytes(32).toString('hex')}`]);
    }
    for (const [payload, signature] of forged) {
      const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
      const response = await webhook(server, payload, headers);
      expect({ signature, status: response.status, body: response.body }).toEqual({
        signature,
        status: 401,
        body: REFUSED,
      });
    }
    expect((await stored()).status).toBe('pending');
    expect(await customerOrders()).toEqual([]);
    // Once, so that strangers cannot fill the log.
    expect(warnings.filter((line) => line.startsWith('a webhook call with a wrong signature'))).toHaveLength(
      1,
    );
  });

  it('returns 401 without a signature, even with a super administrator’s token', async () => {
    const response = await webhook(server, JSON.stringify(reportOf(opened)), {
      authorization: `Bearer ${(await server.signIn('superAdmin')).token}`,
    });
    expect(response.status).toBe(401);
  });

  it('is acknowledged without effect when signed but not matching the schema', async () => {
    for (const change of [
      { status: 'pending' },
      { status: 'refunded' },
      { amount: '4825' },
      { amount: 0.5 },
      { eventId: undefined },
      { transactionId: null },
      { transactionId: 'x'.repeat(101) },
      { currency: 'X'.repeat(50_000) },
      { currency: 'XO\u0000' },
      { reference: '' },
      { reference: 'a\u0000b' },
    ]) {
      expect((await report(server, reportOf(opened, change))).status).toBe(200);
    }
    expect((await report(server, [])).status).toBe(200);
    expect((await stored()).status).toBe('pending');
  });

  it('returns 404 for a provider that is not configured', async () => {
    for (const provider of ['kkiapay', 'none', 'SANDBOX', '..%2Fsandbox']) {
      const response = await server.call(null, 'POST', `/payments/webhooks/${provider}`, reportOf(opened));
      expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
    }
  });

  it('returns the same body whether or not the transaction exists', async () => {
    const unknown = reportOf({ transactionId: 'TX-unknown', amount: 10 });
    expect((await report(server, unknown, { secret: 'x' })).body).toEqual(REFUSED);
  });
});
