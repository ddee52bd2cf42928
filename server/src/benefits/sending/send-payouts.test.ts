import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser } from '../../builders/user.ts';
import { payouts } from '../../database/schema/money/payouts.ts';
import { notifications } from '../../database/schema/notifications.ts';
import type { UserRow } from '../../database/schema/users.ts';
import {
  type FakeFedapay,
  FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET,
  startFedapay,
} from '../../payments/providers/fedapay/fedapay.fixture.ts';
import { fedapayProvider } from '../../payments/providers/fedapay/provider.ts';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { expectInvariants } from '../../testing/invariants/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { type Earnings, prepareEarnings } from '../earnings.fixture.ts';
import { sendPayouts } from './send-payouts.ts';

/** A telephone gets three payouts a day, so that each test has its own. */
let phones = 10;
let phone = '';
const LIMIT_MS = 1_500;

let fake: FakeFedapay;
let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let partner: Visitor;

beforeAll(async () => {
  fake = await startFedapay();
  const given = {
    PUBLIC_URL: 'https://amasin.test',
    FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
    FEDAPAY_WEBHOOK_SECRET,
    FEDAPAY_URL: fake.url,
  };
  const settings = readProviderSettings('fedapay', given);
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
  await server.call(partner, 'PUT', '/benefics/account', { operator: 'moov', phone });
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

/** Owes 500 F. */
const earn = ({ id }: UserRow) => earnings.order(id, 1000);
const pay = (amount = 300, by = admin) =>
  server.call(by, 'POST', '/benefics/pay/partner', [{ idPartner: partner.row.id, amount }]);
const mine = async () => {
  const rows = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, partner.row.id));
  return rows.toSorted((one, other) => (one.id < other.id ? -1 : 1));
};
const read = async () => (await server.call(partner, 'GET', '/benefics/partner')).body;
const run = () => sendPayouts(server.ctx);
const later = (seconds = 3600) => server.clock.advance(seconds);
/** The payouts of this test at FedaPay. */
const made = async () => {
  const ids = (await mine()).map(({ id }) => id);
  return fake.payouts.filter(({ asked }) => ids.includes(asked.merchant_reference));
};
const titles = async ({ id }: UserRow) =>
  (await server.db.select().from(notifications).where(eq(notifications.userId, id))).map(
    ({ title }) => title,
  );
const listed = async () =>
  (await server.call(admin, 'GET', '/benefics/payouts')).body.payouts.filter(
    (one: { partner: { _id: string } }) => one.partner._id === partner.row.id,
  );
const fail = async (amount = 300) => {
  fake.payoutBehaviour = 'failed';
  await pay(amount);
  await run();
  fake.payoutBehaviour = 'sent';
  const [payout] = await mine();
  return payout!;
};

describe('a payout to a partner who said where', () => {
  it('is sent to that telephone by the job, once, and told', async () => {
    const { status, body } = await pay();
    expect([status, body.payments]).toMatchObject([200, [{ idPartner: partner.row.id, amount: 300 }]]);
    expect(await read()).toMatchObject({ total: 500, totalPaid: 300, pending: 200, sending: 300 });
    expect(await made()).toEqual([]);
    expect(await titles(partner.row)).toEqual(['Paiement en route']);
    expect(await run()).toBe(1);
    const [sent] = await made();
    expect(sent).toMatchObject({
      status: 'sent',
      starts: 1,
      asked: {
        amount: 300,
        mode: 'moov',
        currency: { iso: 'XOF' },
        customer: {
          firstname: 'Rachidi',
          lastname: 'Sossa Agbo',
          phone_number: { number: phone, country: 'bj' },
        },
      },
    });
    expect(await mine()).toMatchObject([{ state: 'done', provider: 'fedapay', nextTryAt: null }]);
    expect(await read()).toEqual({
      ...{ total: 500, totalPaid: 300, pending: 200, held: 0 },
      account: { operator: 'moov', phone },
    });
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement reçu']);
    later();
    expect(await run()).toBe(0);
    expect(await made()).toHaveLength(1);
  });

  it('goes where it was decided, whatever the partner says afterwards', async () => {
    await pay();
    await server.call(partner, 'PUT', '/benefics/account', { operator: 'mtn', phone: '0166000008' });
    await run();
    expect(await mine()).toMatchObject([{ operator: 'moov', phone }]);
  });

  it('is noted as paid by hand without an account, and while payouts are manual', async () => {
    const other = await buildUser(server.db, { type: 'partnerDoctor', verified: true });
    await earn(other);
    const body = [{ idPartner: other.id, amount: 100 }];
    expect((await server.call(admin, 'POST', '/benefics/pay/partner', body)).status).toBe(200);
    const rows = await server.db.select().from(payouts).where(eq(payouts.beneficiaryId, other.id));
    expect(rows).toEqual([]);
    expect(await titles(other)).toEqual(['Paiement reçu']);
  });

  it('is 1 000 000 F at most', async () => {
    await earnings.order(partner.row.id, 2_400_000);
    const { status, body } = await pay(1_000_001);
    expect([status, body.code]).toEqual([409, 'PAYOUT_TOO_HIGH']);
    expect(body.message).toMatch(/^Un versement est de 1\s000\s000 F au plus/);
    expect(await mine()).toEqual([]);
  });

  it('waits when the telephone had three in a day', async () => {
    for (const amount of [1, 2, 3, 4]) await pay(amount);
    await run();
    expect((await mine()).map(({ state }) => state).toSorted()).toEqual(['asked', 'done', 'done', 'done']);
    later(25 * 3600);
    await run();
    expect((await mine()).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  });
});

describe('the provider', () => {
  it.each(['silent', 'error', 'garbage', 'other-shape', 'refused-key'] as const)(
    'is asked again after « %s », and pays once',
    async (trouble) => {
      await pay();
      fake.trouble = trouble;
      await run();
      expect(await mine()).toMatchObject([{ state: 'asked' }]);
      fake.trouble = null;
      later();
      await run();
      expect(await mine()).toMatchObject([{ state: 'done' }]);
      expect((await made()).filter(({ starts }) => starts > 0)).toMatchObject([{ starts: 1 }]);
    },
  );

  it('that has paid without an answer is not asked to pay again', async () => {
    fake.payoutBehaviour = 'lost';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'asked', providerPayoutId: expect.any(String) }]);
    fake.payoutBehaviour = 'sent';
    later();
    await run();
    expect(await mine()).toMatchObject([{ state: 'done' }]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
  });

  it('that takes its time is asked until it says sent', async () => {
    fake.payoutBehaviour = 'started';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'sent' }]);
    expect(await listed()).toMatchObject([{ state: 'sent', amount: 300, phone: `01 •• •• •• ${phones}` }]);
    fake.settlePayouts('sent');
    later();
    await run();
    expect(await mine()).toMatchObject([{ state: 'done' }]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
    expect(await listed()).toEqual([]);
  });

  it('is asked by one of two jobs at once', async () => {
    await pay();
    await Promise.all([run(), run(), run()]);
    expect(await made()).toMatchObject([{ starts: 1 }]);
  });
});

describe('a payout that fails', () => {
  it('is owed again, once, and the super administrators and the partner are told', async () => {
    const payout = await fail();
    expect(payout).toMatchObject({ state: 'failed', failure: 'INVALID_ACCOUNT' });
    expect(await read()).toMatchObject({ total: 500, totalPaid: 0, pending: 500 });
    expect(await titles(partner.row)).toEqual(['Paiement en route', 'Paiement non arrivé']);
    expect(await titles(admin.row)).toContain('Versement échoué');
    later();
    await run();
    expect(await read()).toMatchObject({ pending: 500 });
    const { earnings: shares } = (await server.call(partner, 'GET', '/benefics/partner/earnings')).body;
    expect(shares).toMatchObject([{ amount: 500, paidAt: null }]);
  });

  it('that FedaPay refuses to start is removed there', async () => {
    fake.payoutBehaviour = 'refused';
    await pay();
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }]);
    expect(await made()).toMatchObject([{ starts: 0, isDeleted: true }]);
  });

  it('is asked again under another number, once for two clicks', async () => {
    const { id } = await fail();
    const retry = () => server.call(admin, 'POST', `/benefics/payouts/${id}/retry`);
    const answers = await Promise.all([retry(), retry(), retry()]);
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
    await run();
    expect(await mine()).toMatchObject([{ state: 'failed' }, { state: 'done', replacesId: id }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    const other = await server.signIn('superAdmin');
    const again = await server.call(other, 'POST', `/benefics/payouts/${id}/retry`);
    expect([again.status, again.body.code]).toEqual([409, 'STATE_CHANGED']);
  });

  it('is noted as paid by hand, once', async () => {
    const { id } = await fail();
    const note = () => server.call(admin, 'POST', `/benefics/payouts/${id}/by-hand`, { note: 'En espèces' });
    expect((await Promise.all([note(), note()])).map(({ status }) => status)).toEqual([204, 204]);
    await run();
    expect(await mine()).toMatchObject([{}, { state: 'done', provider: null, note: 'En espèces' }]);
    expect(await read()).toMatchObject({ totalPaid: 300, pending: 200 });
    expect(await made()).toHaveLength(1);
    expect(await listed()).toEqual([]);
  });

  it('is not paid twice when it was paid from the list meanwhile', async () => {
    const { id } = await fail(500);
    expect(await listed()).toMatchObject([{ _id: id, state: 'failed', failure: 'INVALID_ACCOUNT' }]);
    // The same sum again within a minute would count as a second click.
    later(61);
    expect((await pay(500)).status).toBe(200);
    const retried = await server.call(admin, 'POST', `/benefics/payouts/${id}/retry`);
    expect([retried.status, retried.body.code]).toEqual([409, 'ALREADY_PAID_OUT']);
    expect((await listed()).filter(({ state }: { state: string }) => state === 'failed')).toEqual([]);
  });

  it('is neither retried nor noted while it is not failed', async () => {
    await pay();
    const [{ id } = { id: '' }] = await mine();
    for (const [path, body] of [
      ['retry', undefined],
      ['by-hand', { note: 'x' }],
    ] as const) {
      const { status, body: refused } = await server.call(
        admin,
        'POST',
        `/benefics/payouts/${id}/${path}`,
        body,
      );
      expect([status, refused.code]).toEqual([409, 'STATE_CHANGED']);
    }
  });
});

it('a settled payout never changes', async () => {
  await pay();
  await run();
  const [{ id } = { id: '' }] = await mine();
  const change = (sql: string) => server.pool.query(sql, [id]);
  await expect(change('update payouts set amount_fcfa = 1 where id = $1')).rejects.toThrow(/settled/);
  await expect(
    change(`update payouts set state = 'asked', settled_at = null, next_try_at = now() where id = $1`),
  ).rejects.toThrow(/settled/);
  await expect(change('delete from payouts where id = $1')).rejects.toThrow(/settled/);
});

it('an account with a payout on its way is not removed', async () => {
  await pay(500);
  expect((await server.call(admin, 'DELETE', `/users/${partner.row.id}`)).status).toBe(409);
  await run();
  expect((await server.call(admin, 'DELETE', `/users/${partner.row.id}`)).status).toBe(204);
  expect(await mine()).toMatchObject([{ phone: null, state: 'done' }]);
});
