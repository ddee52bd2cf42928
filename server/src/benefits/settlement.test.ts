import type { PayeeDue, Settlement } from '@amasin/domain/benefits/settlement.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { tellSettlement } from './prepare.ts';
import { sendPayouts } from './send.ts';

let server: TestApp;
let admin: Visitor;
let pharmacy: Visitor;
let courier: Visitor;
const PASSWORD = 'bonjour';

beforeAll(async () => {
  server = await startTestApp({ settings: { payouts: 'provider', courierFeeKeptPercent: 10 } });
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  admin = await server.session(admin.row);
  const passwordHash = await quickHash(PASSWORD);
  pharmacy = await server.signIn('pharmacy', { passwordHash });
  courier = await server.signIn('deliveryPerson', { passwordHash });
});

/** An order that was delivered through the calls of the courier: 5,000 F of medicines, a fee of 1,000 F. */
async function deliver() {
  const order = await buildOrder(server.db, {
    pharmacyId: pharmacy.row.id,
    deliveryPersonId: courier.row.id,
    zone: await buildZone(server.db, { price: 1_000 }),
    items: [{ medication: await buildMedication(server.db, { price: 2_500 }), quantity: 2 }],
  });
  for (const status of ['delivering', 'delivered'])
    expect((await server.call(courier, 'PATCH', `/orders/${order.id}/status`, { status })).status).toBe(200);
  return order;
}

const nameAccount = (who: Visitor, phone: string) =>
  server.call(who, 'PUT', '/benefics/account', { operator: 'mtn', phone, currentPassword: PASSWORD });
const read = async (who = admin): Promise<Settlement> =>
  (await server.call(who, 'GET', '/benefics/settlement')).body;
const dueOf = async ({ row }: Visitor): Promise<PayeeDue | undefined> =>
  (await read()).payees.find(({ payee }) => payee._id === row.id);
const pay = (body: object, key?: string) =>
  server.call(
    admin,
    'POST',
    '/benefics/settlement',
    body,
    key === undefined ? {} : { 'idempotency-key': key },
  );
const one = ({ row }: Visitor, amount: number) => ({ payouts: [{ payee: row.id, amount }] });
const own = async (who: Visitor) => (await server.call(who, 'GET', '/benefics/own')).body;

describe('a settlement (rule 57)', () => {
  it('owes a pharmacy what was taken and a courier what he delivered, less what the house keeps', async () => {
    await deliver();
    expect(await dueOf(pharmacy)).toMatchObject({
      owed: 5_000,
      now: 0,
      waits: 'no-account',
      interval: 'week',
    });
    expect(await dueOf(courier)).toMatchObject({ owed: 900, waits: 'no-account' });
    expect(await own(courier)).toMatchObject({
      today: { count: 1, amount: 900 },
      week: { count: 1, amount: 900 },
      owed: 900,
      waits: 'no-account',
    });
  });

  it('sends to both what is owed, once, and their pages say so', async () => {
    await deliver();
    for (const [who, phone] of [
      [pharmacy, '0166000021'],
      [courier, '0166000022'],
    ] as const)
      expect((await nameAccount(who, phone)).status).toBe(200);
    expect(await dueOf(pharmacy)).toMatchObject({ now: 5_000, waits: null });
    const payouts = [
      { payee: pharmacy.row.id, amount: 5_000 },
      { payee: courier.row.id, amount: 900 },
    ];
    const key = `key-${pharmacy.row.id}`;
    await Promise.all([pay({ payouts }, key), pay({ payouts }, key)]);
    // The second one waited, or was told to ask again: asked again, it gets the answer of the first.
    expect((await pay({ payouts }, key)).body.payments).toHaveLength(2);
    expect(await pay({ payouts })).toMatchObject({ status: 409, body: { code: 'ALREADY_PAID_OUT' } });
    expect(await own(pharmacy)).toMatchObject({ owed: 0, sending: 5_000, waits: null });
    expect(await sendPayouts(server.ctx)).toBe(2);
    expect(await own(pharmacy)).toMatchObject({ owed: 0, sending: 0, paid: 5_000 });
    expect(await dueOf(pharmacy)).toBeUndefined();
  });

  it('owes a payout again that did not arrive', async () => {
    await deliver();
    await nameAccount(pharmacy, '0166000099');
    expect((await pay(one(pharmacy, 5_000))).status).toBe(200);
    await sendPayouts(server.ctx);
    expect(await dueOf(pharmacy)).toMatchObject({ owed: 5_000 });
    expect(await own(pharmacy)).toMatchObject({ owed: 5_000, paid: 0 });
  });

  it('waits a day after a change of account, not after the first', async () => {
    await deliver();
    await nameAccount(pharmacy, '0166000031');
    expect(await dueOf(pharmacy)).toMatchObject({ waits: null });
    await nameAccount(pharmacy, '0166000032');
    expect(await dueOf(pharmacy)).toMatchObject({ waits: 'account-changed', now: 0, most: 0 });
    expect(await pay(one(pharmacy, 5_000))).toMatchObject({ body: { code: 'PAYOUT_ACCOUNT_NEW' } });
    server.clock.advance(24 * 3600);
    admin = await server.session(admin.row);
    expect(await dueOf(pharmacy)).toMatchObject({ waits: null, now: 5_000 });
  });

  it('waits by the terms of each, which « verser maintenant » may pass over', async () => {
    await deliver();
    await nameAccount(pharmacy, '0166000041');
    const terms = (more: object) =>
      server.call(admin, 'PUT', `/benefics/settlement/${pharmacy.row.id}`, {
        interval: 'day',
        minimum: 0,
        leftOut: null,
        ...more,
      });
    for (const [more, waits, most] of [
      [{ minimum: 5_001 }, 'under-minimum', 5_000],
      [{ interval: 'by-hand' }, 'not-due', 5_000],
      [{ leftOut: 'Facture à revoir' }, 'left-out', 5_000],
      [{}, null, 5_000],
    ] as const) {
      expect((await terms(more)).status).toBe(200);
      expect(await dueOf(pharmacy), JSON.stringify(more)).toMatchObject({ waits, most });
    }
    await terms({ leftOut: 'Facture à revoir' });
    expect(await own(pharmacy)).toMatchObject({ leftOut: 'Facture à revoir' });
    expect((await pay(one(pharmacy, 5_000))).status).toBe(200);
  });

  it('notes a payout by hand with its reference, and never more than is owed', async () => {
    await deliver();
    const hand = { payee: pharmacy.row.id, method: 'cash', reference: 'Reçu 12' };
    const byHand = (amount: number, more = {}) =>
      server.call(admin, 'POST', '/benefics/settlement/by-hand', { ...hand, amount, ...more });
    expect(await byHand(5_001)).toMatchObject({ status: 409, body: { code: 'OVER_REMAINING' } });
    expect(await byHand(5_000, { reference: ' ' })).toMatchObject({ status: 422 });
    expect((await byHand(2_000)).status).toBe(200);
    expect(await dueOf(pharmacy)).toMatchObject({ owed: 3_000 });
  });

  it('takes back from the next payout what came back after one', async () => {
    const order = await buildOrder(server.db, {
      pharmacyId: pharmacy.row.id,
      deliveryPersonId: courier.row.id,
      items: [{ medication: await buildMedication(server.db, { price: 700 }), quantity: 1 }],
    });
    await server.call(courier, 'PATCH', `/orders/${order.id}/status`, { status: 'delivering' });
    const hand = { payee: pharmacy.row.id, amount: 700, method: 'cash', reference: 'Reçu 13' };
    expect((await server.call(admin, 'POST', '/benefics/settlement/by-hand', hand)).status).toBe(200);
    const back = { reason: 'customer-absent', medicinesAt: 'pharmacy' };
    expect((await server.call(admin, 'POST', `/orders/${order.id}/return`, back)).status).toBe(200);
    expect(await own(pharmacy)).toMatchObject({ owed: -700, waits: 'owes' });
    expect(await dueOf(pharmacy)).toMatchObject({ owed: -700, now: 0, waits: 'owes' });
    expect((await server.call(admin, 'POST', '/benefics/settlement/by-hand', hand)).status).toBe(409);
  });

  it('is told to super administrators in the morning, when something is due', async () => {
    await deliver();
    await nameAccount(pharmacy, '0166000051');
    expect(await tellSettlement(server.ctx)).toBeGreaterThan(0);
    const { notifications } = (await server.call(admin, 'GET', '/notifications')).body;
    expect(notifications[0]).toMatchObject({ title: 'Versements à faire', link: '/cpanel?tab=argent' });
  });

  it('tells where all the money is, to the franc', async () => {
    const { body } = await server.call(admin, 'GET', '/benefics/money');
    const { received, fromInsurers, insurers, underWay, owed, sent, kept, addsUp } = body;
    expect(addsUp).toBe(true);
    const sum = (parts: Record<string, number>) =>
      Object.values(parts).reduce((total, part) => total + part, 0);
    expect(sum(underWay) + sum(owed) + sent + kept).toBe(received + fromInsurers + insurers);
  });

  it('is read by supervisors, who cannot pay', async () => {
    const supervisor = await server.signIn('supervisor');
    expect((await read(supervisor)).payees.length).toBeGreaterThan(0);
    expect((await server.call(supervisor, 'POST', '/benefics/settlement', one(pharmacy, 1))).status).toBe(
      403,
    );
  });
});
