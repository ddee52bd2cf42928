import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { notifications } from '../database/schema/notifications.ts';
import { payouts } from '../database/schema/payouts.ts';
import type { UserRow } from '../database/schema/users.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { fedapayProvider } from '../payments/providers/fedapay.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

/** A telephone gets three payouts a day, so that each test has its own. */
export let phones = 10;
export let phone = '';
const LIMIT_MS = 1_500;
/** What the operator keeps on FedaPay's balance, F. */
const ENOUGH = 10_000_000;

export let fake: FakeFedapay;
export let server: TestApp;
export let earnings: Earnings;
export let admin: Visitor;
export let partner: Visitor;

/** Prepares a product that pays out by a fake FedaPay for the tests of one file, and a partner for each. */
export function prepareSending(): void {
  beforeAll(async () => {
    fake = await startFedapay({ now: () => server.clock.now() });
    fake.toppedUp = ENOUGH;
    const settings = readProviderSettings('fedapay', fedapayEnv(fake.url));
    if (settings.provider !== 'fedapay') throw new Error('not FedaPay');
    const clock = { now: () => server.clock.now() };
    const payments = fedapayProvider(settings, clock, LIMIT_MS);
    server = await startTestApp({ payments, settings: { payoutsByProvider: true } });
    earnings = await prepareEarnings(server.db);
    admin = await server.signIn('superAdmin');
  });
  beforeEach(async () => {
    partner = await server.signIn('partnerDoctor', { verified: true, name: 'Rachidi Sossa Agbo' });
    await earn(partner.row);
    phones += 1;
    phone = `+22901660000${phones}`;
    await upsertPayoutAccount(server.db, partner.row.id, { operator: 'moov', phone });
  });
  afterEach(async () => {
    fake.trouble = null;
    fake.payoutBehaviour = 'sent';
    fake.toppedUp = ENOUGH;
    await expectInvariants(server.db);
  });
  afterAll(async () => {
    await server.close();
    await fake.close();
  });
}

/** Owes 500 F. */
export const earn = ({ id }: UserRow) => earnings.order(id, 1000);
export const pay = (amount = 300, by = admin) =>
  server.call(by, 'POST', '/benefics/pay/partner', [{ idPartner: partner.row.id, amount }]);
export const mine = async () => {
  const rows = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, partner.row.id));
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
};
export const read = async () => (await server.call(partner, 'GET', '/benefics/partner')).body;
export const run = () => sendPayouts(server.ctx);
export const later = (seconds = 3600) => server.clock.advance(seconds);
/** So much later that both have to sign in again. */
export async function daysLater(seconds: number): Promise<void> {
  later(seconds);
  admin = await server.session(admin.row);
  partner = await server.session(partner.row);
}
/** The payouts of this test at FedaPay. */
export const made = async () => {
  const ids = (await mine()).map(({ id }) => id);
  return fake.payouts.filter(({ asked }) => ids.includes(asked.merchant_reference));
};
export const titles = async ({ id }: UserRow) =>
  (await server.db.select().from(notifications).where(eq(notifications.userId, id))).map(
    ({ title }) => title,
  );
export const listed = async () =>
  (await server.call(admin, 'GET', '/benefics/payouts')).body.payouts.filter(
    (one: { partner: { _id: string } }) => one.partner._id === partner.row.id,
  );
export const fail = async (amount = 300) => {
  fake.payoutBehaviour = 'failed';
  await pay(amount);
  await run();
  fake.payoutBehaviour = 'sent';
  const [payout] = await mine();
  if (payout === undefined) throw new Error('no payout was decided');
  return payout;
};
