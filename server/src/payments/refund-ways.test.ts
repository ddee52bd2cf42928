import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { orderItems } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { refunds } from '../database/schema/refunds.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { messagesTo } from '../testing/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { refundWay } from './choose-sender.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from './providers/fedapay.fixture.ts';
import { fedapayProvider } from './providers/fedapay.ts';
import { compareBooks } from './reconcile.ts';
import { sendRefunds } from './refund.ts';

// FedaPay pays nothing back when it is asked, and sends payouts: what is given back of its payments goes to the number that paid.

let fake: FakeFedapay;
let server: TestApp;
let supervisor: Visitor;
let customer: Visitor;
let order: OrderRow;
let phones = 10;
let phone = '';

beforeAll(async () => {
  const clock = { now: () => server.clock.now() };
  fake = await startFedapay(clock);
  fake.toppedUp = 10_000_000;
  const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
  if (settings.provider !== 'fedapay') throw new Error('not FedaPay');
  server = await startTestApp({
    payments: fedapayProvider(settings, clock, 1_500),
    settings: { payouts: 'provider' },
  });
  supervisor = await server.signIn('supervisor', { name: 'Awa Kora' });
});
beforeEach(async () => {
  supervisor = await server.session(supervisor.row);
  customer = await server.signIn('customer');
  phones += 1;
  phone = `+22901640000${phones}`;
  order = await paidWith({ operator: 'moov', payingPhone: phone });
});
afterEach(async () => {
  fake.trouble = null;
  fake.payoutBehaviour = 'sent';
  await expectInvariants(server.db);
});
afterAll(async () => {
  await server.close();
  await fake.close();
});

type Means = { operator: 'mtn' | 'moov' | null; payingPhone: string | null };

/** A delivered order of two boxes that was paid through FedaPay. */
async function paidWith(means: Means) {
  const built = await buildOrder(server.db, { state: 'delivered', customerId: customer.row.id });
  const paid = { provider: 'fedapay', ...means };
  await server.db.update(payments).set(paid).where(eq(payments.id, built.paymentId!));
  return built;
}
async function giveOneBack({ id } = order) {
  const [item] = await server.db.select().from(orderItems).where(eq(orderItems.orderId, id));
  const lines = [{ medicationId: item!.medicationId, givenBack: 1 }];
  const path = `/orders/${id}/give-back`;
  const { status } = await server.call(supervisor, 'POST', path, { lines, reason: 'damaged' });
  expect(status).toBe(200);
  return refundRow(id);
}
async function refundRow(id = order.id) {
  const [row] = await server.db
    .select()
    .from(refunds)
    .where(eq(refunds.orderId, id))
    .orderBy(asc(refunds.askedAt));
  return row!;
}
const made = (id: string) => fake.payouts.filter(({ asked }) => asked.merchant_reference === id);
const send = () => sendRefunds(server.ctx);
const sendLater = () => {
  server.clock.advance(3_600);
  return send();
};
const told = async () => {
  const [first] = await messagesTo(server, supervisor, '');
  return first?.replaceAll(/\s/g, ' ');
};

describe('what is given back where the provider cannot', () => {
  it('goes as a payout to the number that paid, once, whoever sends it', async () => {
    const refund = await giveOneBack();
    expect(refund).toMatchObject({ way: 'payout', payoutProvider: 'fedapay', state: 'asked' });
    const done = await Promise.all([send(), send()]);
    expect(done.toSorted()).toEqual([0, 1]);
    expect(made(refund.id)).toMatchObject([{ starts: 1, asked: { amount: refund.amount } }]);
    expect(await refundRow()).toMatchObject({ state: 'done', providerPayoutId: expect.any(String) });
    expect((await server.call(customer, 'GET', `/orders/${order.id}`)).body.order.givenBack).toMatchObject([
      { state: 'done', to: `Moov …${phone.slice(-2)}` },
    ]);
    expect(await compareBooks(server.db, server.ctx.payments, new Date(0))).not.toContainEqual(
      expect.objectContaining({ kind: 'payout' }),
    );
  });

  it('is sent once after an answer that was lost', async () => {
    fake.payoutBehaviour = 'lost';
    const refund = await giveOneBack();
    expect([await send(), (await refundRow()).state]).toEqual([0, 'asked']);
    fake.payoutBehaviour = 'sent';
    expect(await sendLater()).toBe(1);
    expect(made(refund.id)).toMatchObject([{ starts: 1 }]);
  });

  it('waits for another day when the number got what it may get in one', async () => {
    for (let n = 0; n < 3; n += 1) {
      await giveOneBack(await paidWith({ operator: 'moov', payingPhone: phone }));
      expect(await send()).toBe(1);
    }
    await giveOneBack();
    expect([await send(), (await refundRow()).state]).toEqual([0, 'asked']);
    server.clock.advance(24 * 3_600);
    expect(await send()).toBe(1);
  });

  it('is left to a person when it does not arrive, who notes how; it is not sent again', async () => {
    fake.payoutBehaviour = 'refused';
    const refund = await giveOneBack();
    await send();
    expect(await refundRow()).toMatchObject({ state: 'failed', way: 'hand' });
    expect(await told()).toMatch(
      /^Remboursement à faire : L’envoi de [\d ]+ F sur Moov …\d\d a échoué .* Rendez-les autrement, puis notez-le ici\.$/,
    );
    const listed = (await server.call(supervisor, 'GET', '/payments/review')).body.refunds;
    expect(listed).toContainEqual(
      expect.objectContaining({
        _id: refund.id,
        way: 'hand',
        to: { operator: 'moov', phone },
        mayBeDone: false,
      }),
    );
    expect((await server.call(supervisor, 'POST', `/refunds/${refund.id}/retry`)).status).toBe(204);
    expect([await sendLater(), (await refundRow()).state]).toEqual([0, 'failed']);
    supervisor = await server.session(supervisor.row);
    const note = { note: 'Moov, 20 novembre' };
    expect((await server.call(supervisor, 'POST', `/refunds/${refund.id}/by-hand`, note)).status).toBe(204);
    const settled = { by: 'Awa Kora', note: 'Moov, 20 novembre' };
    expect((await server.call(supervisor, 'GET', `/orders/${order.id}`)).body.order.givenBack).toMatchObject([
      { state: 'done', settled },
    ]);
    expect(made(refund.id).filter(({ starts }) => starts > 0)).toEqual([]);
  });

  it('is done by hand when nobody knows the number that paid', async () => {
    order = await paidWith({ operator: null, payingPhone: null });
    expect(await giveOneBack()).toMatchObject({ way: 'hand', payoutProvider: null });
    await send();
    expect(await refundRow()).toMatchObject({ state: 'failed' });
    expect(await told()).toMatch(/^Remboursement à faire : Rendez .* dans le tableau de bord de FedaPay/);
  });
});

describe('the way of a refund', () => {
  const money = { operator: 'moov', payingPhone: '+2290164000017' } as const;
  const provider = (name: string, more: Partial<PaymentProvider>) =>
    ({ name, label: name, portalOrigins: [], ...more }) as unknown as PaymentProvider;
  const refund: NonNullable<PaymentProvider['refund']> = async () => ({ state: 'done', reference: null });
  const way = (
    one: PaymentProvider,
    amount: number,
    isPart: boolean,
    payouts: 'manual' | 'provider' = 'provider',
  ) => {
    const settings = { ...server.ctx.settings, payouts };
    const ctx = { payments: one, otherPayments: [server.ctx.payments], settings };
    return refundWay(ctx, { provider: one.name, ...money }, { amount, isPart }).way;
  };

  it('is that of the money; a part goes as a payout where the provider pays back the whole only; else by hand', () => {
    const whole = provider('kkiapay', { refund });
    expect(way(whole, 500, false)).toBe('provider');
    expect(way(whole, 500, true)).toBe('payout');
    expect(way(whole, 500, true, 'manual')).toBe('hand');
    expect(way(whole, 1_000_001, true)).toBe('hand');
    expect(way(provider('sandbox', { refund, refundsInPart: true }), 500, true)).toBe('provider');
    expect(way(provider('portal', {}), 500, false)).toBe('payout');
  });
});
