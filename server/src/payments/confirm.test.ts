import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paymentEvents, payments } from '../database/schema/payments.ts';
import { times } from '../testing/http.ts';
import { openPayment, providerDoes, readPayment, report, reportOf, webhook } from '../testing/pay.ts';
import { TEST_SECRET, type Visitor } from '../testing/test-app.ts';
import { followUpPayments } from './confirm.ts';
import { basket, open, ordersOf, paymentRow, server, startServer } from './payments.fixture.ts';
import { signCall } from './providers/call.ts';
import { SIGNATURE_HEADER } from './providers/sandbox.ts';

const warnings: string[] = [];
const log = { info() {}, warn: (_: unknown, line: string) => warnings.push(line), error() {} };

let customer: Visitor;
let opened: { transactionId: string; amount: number };

startServer({ log });
beforeEach(async () => {
  customer = await server.signIn('customer');
  opened = await openPayment(server, customer, { order: basket.order });
});
afterEach(() => vi.restoreAllMocks());

const stored = () => paymentRow(opened.transactionId);
const minutesAgo = (minutes: number) => new Date(server.clock.now().getTime() - minutes * 60_000);

describe('a signed event', () => {
  it('creates the order and is acknowledged; again, or in another event, it changes nothing', async () => {
    const event = reportOf(opened);
    for (const each of [event, event, reportOf(opened), event]) {
      const { status, body } = await report(server, each);
      expect([status, body]).toEqual([200, { success: true }]);
    }
    const [order, ...others] = await ordersOf(customer);
    expect([await stored(), others]).toMatchObject([{ status: 'paid', orderId: order!.id }, []]);
    const ofIt = eq(paymentEvents.transactionId, opened.transactionId);
    expect(await server.db.select().from(paymentEvents).where(ofIt)).toHaveLength(2);
  });

  it.each([true, false])('counts in maintenance too, of the environment: %s', async (isOfEnvironment) => {
    const { settings } = server.ctx;
    const before = { maintenance: false, environment: settings.environment };
    const environment = { ...settings.environment, maintenance: isOfEnvironment };
    Object.assign(settings, { maintenance: true, environment });
    const { status } = await report(server, reportOf(opened));
    Object.assign(settings, before);
    expect([status, (await stored()).status]).toEqual([200, 'paid']);
  });

  it('of an unknown transaction is acknowledged and changes nothing', async () => {
    const unknown = reportOf({ transactionId: 'TX-unknown', amount: 10 });
    expect((await report(server, unknown)).status).toBe(200);
    expect(await ordersOf(customer)).toEqual([]);
  });

  it('is accepted up to five minutes before and after its timestamp', async () => {
    const at = async (minutes: number) =>
      (await report(server, reportOf(opened), { at: minutesAgo(minutes) })).status;
    expect([await at(5.1), await at(-5.1), (await stored()).status]).toEqual([401, 401, 'pending']);
    expect([await at(4.9), await at(-4.9), (await stored()).status]).toEqual([200, 200, 'paid']);
  });

  it('that does not match the schema is acknowledged without effect', async () => {
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
    ])
      expect((await report(server, reportOf(opened, change))).status).toBe(200);
    expect((await report(server, [])).status).toBe(200);
    expect((await stored()).status).toBe('pending');
  });
});

describe('a webhook call that is not the provider’s', () => {
  const REFUSED = { success: false, code: 'BAD_SIGNATURE', message: 'Signature invalide' };

  it('returns 401 for each of two hundred forged signatures', async () => {
    const body = JSON.stringify(reportOf(opened));
    const now = server.clock.now();
    const valid = signCall(body, TEST_SECRET, now);
    const t = Math.floor(now.getTime() / 1000);
    const random = () => randomBytes(32).toString('hex');
    const tampered = body.replace('"amount":4825', '"amount":1');
    const signatures: (string | undefined)[] = [
      undefined,
      '',
      valid.slice(0, -1),
      `${valid}0`,
      valid.replace(/s=./, (s) => `s=${s[2] === '0' ? '1' : '0'}`),
      valid.replace(`t=${t}`, `t=${t + 1}`),
      valid.replace('t=', 't=0'),
      valid.toUpperCase(),
      `t=${t},s=`,
      `t=${t}`,
      `s=${random()}`,
      `t=NaN,s=${random()}`,
      `t=-1,s=${random()}`,
      signCall(tampered, TEST_SECRET, now),
      signCall(body, 'another secret', now),
      signCall(body, '', now),
      signCall(body, TEST_SECRET, minutesAgo(60)),
      signCall(body, TEST_SECRET, minutesAgo(-60)),
      ...times(179, () => `t=${t},s=${random()}`),
    ];
    const changed = [tampered, `${body} `, body.replace('"paid"', '"failed"')];
    const forged = [
      ...signatures.map((signature) => [body, signature] as const),
      ...changed.map((payload) => [payload, valid] as const),
    ];
    expect(forged).toHaveLength(200);
    for (const [payload, signature] of forged) {
      const headers = signature === undefined ? {} : { [SIGNATURE_HEADER]: signature };
      const response = await webhook(server, payload, headers);
      expect([signature, response.status, response.body]).toEqual([signature, 401, REFUSED]);
    }
    expect([(await stored()).status, await ordersOf(customer)]).toEqual(['pending', []]);
    // Once, so that strangers cannot fill the log.
    const start = 'a webhook call with a wrong signature';
    expect(warnings.filter((line) => line.startsWith(start))).toHaveLength(1);
  });

  it('returns the same 401 with a super administrator’s token, and for an unknown transaction', async () => {
    const authorization = `Bearer ${(await server.signIn('superAdmin')).token}`;
    const unsigned = await webhook(server, JSON.stringify(reportOf(opened)), { authorization });
    const unknown = reportOf({ transactionId: 'TX-unknown', amount: 10 });
    for (const { status, body } of [unsigned, await report(server, unknown, { secret: 'x' })])
      expect([status, body]).toEqual([401, REFUSED]);
  });

  it.each(['kkiapay', 'none', 'SANDBOX', '..%2Fsandbox'])('returns 404 at « %s »', async (provider) => {
    const response = await server.call(null, 'POST', `/payments/webhooks/${provider}`, reportOf(opened));
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

describe('reading a payment', () => {
  const read = ({ transactionId } = opened, who = customer) => readPayment(server, who, transactionId);
  const readAtOnce = async () => (await Promise.all(times(20, () => read()))).map(({ status }) => status);
  const spy = () => vi.spyOn(server.ctx.payments, 'ask');

  it('shows it to its customer and to supervisors, and is the same 404 for another one as for none', async () => {
    const { transactionId } = opened;
    const shown = { transactionId, status: 'pending', amount: 4825, orderId: null };
    expect(await read()).toEqual(shown);
    for (const type of ['supervisor', 'superAdmin'] as const)
      expect((await read(opened, await server.signIn(type))).amount).toBe(4825);
    const other = await server.signIn('customer');
    const missing = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
    for (const id of [transactionId, 'TX-none'])
      expect(await server.call(other, 'GET', `/payments/${id}`)).toMatchObject({
        status: 404,
        body: missing,
      });
  });

  it('does not ask the provider for a supervisor', async () => {
    const asked = spy();
    await read(opened, await server.signIn('supervisor'));
    expect(asked).toHaveBeenCalledTimes(0);
    await read();
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('asks the provider at most once in two seconds for a payment, however often it is read', async () => {
    const second = await open(customer);
    const asked = spy();
    expect(await readAtOnce()).toEqual(Array(20).fill('pending'));
    expect(asked).toHaveBeenCalledTimes(1);
    await read(second);
    expect(asked).toHaveBeenCalledTimes(2);
    for (const count of [2, 3]) {
      server.clock.advance(1);
      await read();
      expect(asked).toHaveBeenCalledTimes(count);
    }
  });

  it('answers what the provider says to all who read at once', async () => {
    await providerDoes(server, opened.transactionId, 'silent');
    const asked = spy();
    expect(await readAtOnce()).toEqual(Array(20).fill('paid'));
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('is never late with what is in the database, and two seconds late with what only the provider knows', async () => {
    const silent = await open(customer);
    const statuses = async () => [(await read()).status, (await read(silent)).status];
    expect(await statuses()).toEqual(['pending', 'pending']);
    await providerDoes(server, opened.transactionId, 'approve');
    await providerDoes(server, silent.transactionId, 'silent');
    expect(await statuses()).toEqual(['paid', 'pending']);
    server.clock.advance(2);
    expect(await statuses()).toEqual(['paid', 'paid']);
  });

  it('does not ask the configured provider for a payment of an earlier one, which expires after a day', async () => {
    const ofIt = eq(payments.transactionId, opened.transactionId);
    await server.db.update(payments).set({ provider: 'fedapay' }).where(ofIt);
    const asked = spy();
    expect((await read()).status).toBe('pending');
    server.clock.advance(25 * 3600);
    await followUpPayments(server.ctx);
    expect((await stored()).status).toBe('expired');
    expect(asked.mock.calls.map(([id]) => id)).not.toContain(opened.transactionId);
  });
});
