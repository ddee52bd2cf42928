import type { PayeeDue, Settlement } from '@amasin/domain/benefits/settlement.ts';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { openProvider } from '../payments/open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

// A settlement of a whole house goes through a provider that keeps its own book and its limits: a balance, and three payouts a day for a
// telephone. The process that sends it is killed again and again; stopped.crash.test.ts kills one payout after each of its statements.

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const PHARMACIES = 300;
const COURIERS = 200;
const PRESCRIBERS = 150;
const PAYEES = PHARMACIES + COURIERS + PRESCRIBERS;
/** The money on the balance reaches all but this many, the last of the list. */
const SHORT = 50;
/** These pharmacies of one owner have one telephone; the last one is the last of the list. */
const CHAIN = [0, 1, 2, 3, PHARMACIES - 1];
/** The first process makes this many statements before it is killed, each next one another one: each is killed elsewhere in a payout. */
const STATEMENTS = 331;
const DAY_S = 24 * 3600;

let fedapay: FakeFedapay;
let server: TestApp;
let admin: Visitor;

/** How many statements of anybody are answered yet. */
let left = Number.POSITIVE_INFINITY;
const { query } = Client.prototype;
/** A connection takes it over when it opens. */
const counting = function (this: Client, ...args: unknown[]) {
  left -= 1;
  if (left >= 0) return Reflect.apply(query, this, args);
  const error = new Error('the process is gone');
  const callback: unknown = args.at(-1);
  if (typeof callback !== 'function') return Promise.reject(error);
  queueMicrotask(() => callback(error));
  return undefined;
};

beforeAll(async () => {
  Object.assign(Client.prototype, { query: counting });
  const clock = { now: () => server.clock.now() };
  fedapay = await startFedapay(clock);
  const payments = openProvider(readProviderSettings('fedapay', fedapayEnv(fedapay.url)), clock);
  server = await startTestApp({ payments, settings: { payouts: 'provider' } });
  await earn();
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  Object.assign(Client.prototype, { query });
  await expectInvariants(server.db);
  await server.close();
  await fedapay.close();
});

/** Everybody has earned another sum than the others, and has named an account. */
async function earn(): Promise<void> {
  const { db } = server;
  let phones = 66_000_000;
  const name = async (userId: string, phone: number) =>
    upsertPayoutAccount(db, userId, { operator: 'mtn', phone: `+22901${phone}` });
  const people = async (
    type: 'pharmacy' | 'deliveryPerson' | 'partnerDoctor',
    word: string,
    many: number,
  ) => {
    const ids: string[] = [];
    for (let n = 0; n < many; n += 1) {
      const { id } = await buildUser(db, { type, name: `${word} ${String(n).padStart(3, '0')}` });
      phones += 1;
      await name(id, type === 'pharmacy' && CHAIN.includes(n) ? 66_000_000 : phones);
      ids.push(id);
    }
    return ids;
  };
  const pharmacies = await people('pharmacy', 'Pharmacie', PHARMACIES);
  const couriers = await people('deliveryPerson', 'Livreur', COURIERS);
  const prescribers = await people('partnerDoctor', 'Docteur', PRESCRIBERS);
  const { id: customerId } = await buildUser(db, { type: 'customer' });
  for (const [n, pharmacyId] of pharmacies.entries()) {
    await buildOrder(db, {
      state: 'ended',
      customerId,
      pharmacyId,
      deliveryPersonId: couriers[n % COURIERS]!,
      itemsWrittenById: prescribers[n] ?? null,
      zone: await buildZone(db, { price: 1_000 + n }),
      items: [{ medication: await buildMedication(db, { price: 25_000 + 20 * n }), quantity: 1 }],
    });
  }
}

const read = async (): Promise<Settlement> => (await server.call(admin, 'GET', '/benefics/settlement')).body;
const asked = (payees: readonly PayeeDue[], amountOf: (one: PayeeDue) => number) => ({
  payouts: payees
    .filter((one) => amountOf(one) > 0)
    .map((one) => ({ payee: one.payee._id, amount: amountOf(one) })),
});
const pay = (body: object) => server.call(admin, 'POST', '/benefics/settlement', body);
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
const waiting = async () => {
  const text = `select u.name from payouts p join users u on u.id = p.beneficiary_id where p.state in ('asked', 'sent') order by 1`;
  return (await server.pool.query(text)).rows.map(({ name }) => name);
};

/** Sends until a process is not killed, and goes on ten minutes after each that is. @returns how many were killed */
async function sendAndKill(): Promise<number> {
  for (let killed = 0; ; killed += 1) {
    left = STATEMENTS + killed;
    await sendPayouts(server.ctx).catch(() => {});
    const isWhole = left >= 0;
    left = Number.POSITIVE_INFINITY;
    if (isWhole) return killed;
    server.clock.advance(600);
  }
}

it('pays 650 people once each, whatever is killed, and asks for no more than there is', async () => {
  const { payees: due, owed } = await read();
  expect(due).toHaveLength(PAYEES);
  const reached = due.slice(0, PAYEES - SHORT);
  fedapay.toppedUp = total(reached.map((one) => one.owed));

  const first = await read();
  expect(first).toMatchObject({ owed, now: fedapay.toppedUp, usable: fedapay.toppedUp });
  expect(first.payees.map(({ waits }) => waits)).toEqual(
    due.map((_, n) => (n < reached.length ? null : 'short')),
  );
  expect(await pay(asked(first.payees, (one) => one.owed))).toMatchObject({
    status: 409,
    body: { code: 'PAYOUT_SHORT' },
  });
  expect(await waiting()).toEqual([]);
  expect((await pay(asked(first.payees, ({ now }) => now))).status).toBe(200);
  expect(await sendAndKill()).toBeGreaterThan(15);

  // The telephone of the chain has had its three; what comes to the balance reaches the others on the same day.
  expect(await waiting()).toEqual(['Pharmacie 003']);
  fedapay.toppedUp = owed;
  const second = await read();
  expect(second.payees.map(({ payee, waits }) => [payee.name, waits])).toEqual(
    due.slice(-SHORT).map(({ payee }, n) => [payee.name, n === SHORT - 1 ? 'daily-limit' : null]),
  );
  expect((await pay(asked(second.payees, ({ now }) => now))).status).toBe(200);
  await sendAndKill();

  server.clock.advance(DAY_S);
  admin = await server.session(admin.row);
  const third = await read();
  expect(third.payees.map(({ payee, waits }) => [payee.name, waits])).toEqual([['Pharmacie 299', null]]);
  expect((await pay(asked(third.payees, ({ now }) => now))).status).toBe(200);
  await sendAndKill();

  expect(await waiting()).toEqual([]);
  expect((await read()).payees).toEqual([]);
  const { rows } = await server.pool.query(
    'select id, beneficiary_id as payee, amount_fcfa as amount, state, provider_payout_id as at from payouts',
  );
  expect(new Map(rows.map(({ payee, amount, state }) => [payee, [amount, state]]))).toEqual(
    new Map(due.map((one) => [one.payee._id, [one.owed, 'done']])),
  );
  expect(rows).toHaveLength(PAYEES);
  // One that was made, and whose id was not stored, is found again by ours: none is made twice.
  const book = fedapay.payouts.map(({ id, asked: { merchant_reference, amount }, status, starts }) =>
    [merchant_reference, String(id), amount, status, starts].join(' '),
  );
  expect(book.sort()).toEqual(rows.map(({ id, at, amount }) => `${id} ${at} ${amount} sent 1`).sort());
  const sent = total(fedapay.payouts.map((one) => one.asked.amount));
  expect(fedapay.usable()).toBe(0);
  const bank = await server.pool.query(
    `select -sum(amount_fcfa)::int as out from entries where account = 'bank'`,
  );
  expect([bank.rows[0].out, sent]).toEqual([owed, owed]);
  expect((await server.call(admin, 'GET', '/benefics/money')).body).toMatchObject({
    addsUp: true,
    sent: owed,
  });
});
