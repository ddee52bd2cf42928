import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const NO_PARTNER = 'Veuillez sélectionner au moins un partenaire';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let other: Visitor;
let keys = 0;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin', { name: 'Awa Dossou' });
  other = await server.signIn('superAdmin');
});
// Some tests wait a day, when a session ends.
beforeEach(renewSessions);
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

async function renewSessions() {
  admin = await server.session(admin.row);
  other = await server.session(other.row);
}
async function later(seconds: number) {
  server.clock.advance(seconds);
  await renewSessions();
}
/** A verified partner who is owed this much, FCFA. */
async function partnerOwed(amount: number, fields = {}): Promise<Visitor> {
  const doctor = await server.signIn('partnerDoctor', { verified: true, ...fields });
  await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
const send = (who: Visitor, to: 'partner' | 'superadmin', body: unknown, headers = {}) =>
  server.call(who, 'POST', `/benefics/pay/${to}`, body, headers);
/** Uses a new key for each call, so that the same body can be sent twice on purpose. */
const pay = (to: 'partner' | 'superadmin', body: unknown, who = admin) => {
  keys += 1;
  return send(who, to, body, { 'idempotency-key': `key ${keys}` });
};
const share = ({ row }: Visitor, amount: unknown) => ({ idPartner: row.id, amount });
const own = async (who: Visitor) =>
  (await server.call(await server.session(who.row), 'GET', '/benefics/partner')).body;
const platform = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
const select = async (text: string, ...values: string[]) => (await server.pool.query(text, values)).rows;
const payoutsBy = async ({ row }: Visitor) =>
  (await select('select id from journals where actor_id = $1', row.id)).length;
const verify = ({ row }: Visitor) => select('update users set verified = true where id = $1', row.id);

describe('paying partners', () => {
  it('subtracts each payout from the partner’s balance, returns it and notifies the partner', async () => {
    const one = await partnerOwed(1_500);
    const two = await partnerOwed(12_500);
    const { status, body } = await pay('partner', [share(one, 1_000), share(two, 12_500)]);
    expect([status, body.success]).toEqual([200, true]);
    const any = { _id: expect.any(String), createdAt: server.clock.now().toISOString() };
    expect(body.payments).toEqual([
      { ...any, ...share(one, 1_000) },
      { ...any, ...share(two, 12_500) },
    ]);
    expect(await own(one)).toEqual({ total: 1_500, totalPaid: 1_000, pending: 500, held: 0 });
    expect(await own(two)).toEqual({ total: 12_500, totalPaid: 12_500, pending: 0, held: 0 });

    const lines = await select(
      `select j.kind, j.order_id, j.actor_id, e.account, e.beneficiary_id, e.amount_fcfa::int as amount
       from journals j join entries e on e.journal_id = j.id where j.id = $1 order by e.account`,
      body.payments[1]._id,
    );
    const journal = { kind: 'payout', order_id: null, actor_id: admin.row.id };
    expect(lines).toEqual([
      { ...journal, account: 'bank', beneficiary_id: null, amount: -12_500 },
      { ...journal, account: 'partner', beneficiary_id: two.row.id, amount: 12_500 },
    ]);
    const message = 'Un paiement de 12 500 F vous a été versé.';
    expect(
      await select('select title, message, link from notifications where user_id = $1', two.row.id),
    ).toEqual([{ title: 'Paiement reçu', message, link: '/doctor-dashboard' }]);
  });

  it('also accepts the list under `partners`', async () => {
    const doctor = await partnerOwed(300);
    const { status, body } = await pay('partner', { partners: [share(doctor, 300)] });
    expect([status, body.payments.length]).toEqual([200, 1]);
  });

  it('returns 409 with the remaining amount, and pays none of the list, when one amount is too high', async () => {
    const rich = await partnerOwed(50_000);
    const poor = await partnerOwed(1_200);
    const before = await payoutsBy(admin);
    const message = 'Montant supérieur au reste à payer (1 200 F)';
    const fields = { 'partners.1.amount': message };
    expect(await pay('partner', [share(rich, 50_000), share(poor, 1_201)])).toMatchObject({
      status: 409,
      body: { success: false, code: 'OVER_REMAINING', message, fields },
    });
    expect(await payoutsBy(admin)).toBe(before);
    expect((await pay('partner', [share(poor, 1_200)])).status).toBe(200);
    expect((await pay('partner', [share(poor, 1_201)])).body.message).toContain('(0 F)');
  });

  it('pays an unverified partner nothing until they are verified', async () => {
    const doctor = await partnerOwed(800, { verified: false });
    expect((await pay('partner', [share(doctor, 1)])).body).toMatchObject({ code: 'OVER_REMAINING' });
    await verify(doctor);
    expect((await pay('partner', [share(doctor, 800)])).status).toBe(200);
  });

  it('returns 422 and pays none of the list when somebody is no partner or is in it twice', async () => {
    const doctor = await partnerOwed(900);
    const supervisor = await server.signIn('supervisor');
    for (const [idPartner, refusal] of [
      [supervisor.row.id, 'Partenaire inconnu'],
      ['019f0000-0000-7000-8000-000000000000', 'Partenaire inconnu'],
      [doctor.row.id, 'Ce partenaire est déjà dans la liste'],
    ]) {
      const { status, body } = await pay('partner', [share(doctor, 100), { idPartner, amount: 1 }]);
      expect([status, body.fields]).toEqual([422, { 'partners.1.idPartner': refusal }]);
    }
    expect(await own(doctor)).toMatchObject({ totalPaid: 0 });
  });

  it.each([[[]], [{}], [{ partners: [] }]])('returns 422 for %j', async (body) => {
    expect(await pay('partner', body)).toMatchObject({ status: 422, body: { message: NO_PARTNER } });
  });

  it.each([0, -5, 1.5, '500', null])('returns 422 for an amount of %j', async (amount) => {
    const { status, body } = await pay('partner', [share(await partnerOwed(10), amount)]);
    expect([status, body.fields]).toEqual([422, { 'partners.0.amount': AMOUNT }]);
    const alone = await pay('superadmin', { amount });
    expect([alone.status, alone.body.fields]).toEqual([422, { amount: AMOUNT }]);
  });
});

it('subtracts the platform’s payout from the remaining amount, and returns 409 for a larger one', async () => {
  await earnings.order(null, 7_000);
  const { total, totalPaid, totalToPay } = await platform();
  const { status, body } = await pay('superadmin', { amount: 2_500 });
  const payment = { _id: expect.any(String), amount: 2_500, createdAt: server.clock.now().toISOString() };
  expect([status, body]).toEqual([200, { success: true, payment }]);
  const rest = totalToPay - 2_500;
  expect(await platform()).toMatchObject({ total, totalPaid: totalPaid + 2_500, totalToPay: rest });
  const over = await pay('superadmin', { amount: rest + 2_501 });
  expect([over.status, over.body.code]).toEqual([409, 'OVER_REMAINING']);
  expect((await pay('superadmin', { amount: rest })).status).toBe(200);
  expect((await platform()).totalToPay).toBe(0);
});

describe('the same payout sent twice', () => {
  it('pays once with a key, and returns 422 for another body under the same key', async () => {
    await earnings.order(null, 500);
    const key = { 'idempotency-key': 'one payout' };
    const first = await send(admin, 'superadmin', { amount: 100 }, key);
    await later(3_600);
    expect((await send(admin, 'superadmin', { amount: 100 }, key)).body).toEqual(first.body);
    expect((await send(admin, 'superadmin', { amount: 99 }, key)).body.code).toBe('KEY_REUSED');
  });

  it('pays once when a slow request is retried with its key', async () => {
    const doctor = await partnerOwed(1_000);
    const key = { 'idempotency-key': 'slow payout' };
    const waiting = (n: number) =>
      vi.waitFor(async () => {
        const { rowCount } = await server.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        expect(rowCount).toBe(n);
      }, 60_000);
    const lockHolder = await server.pool.connect();
    await lockHolder.query('begin');
    await lockHolder.query('select from users where id = $1 for update', [doctor.row.id]);
    const first = send(admin, 'partner', [share(doctor, 400)], key);
    await waiting(1);
    server.clock.advance(61);
    const second = send(admin, 'partner', [share(doctor, 400)], key);
    await waiting(2);
    await lockHolder.query('rollback');
    lockHolder.release();
    const responses = [await first, await second];
    expect(responses.map(({ status }) => status)).toEqual([409, 200]);
    expect(responses[0]!.body.code).toBe('IN_PROGRESS');
    expect(await own(doctor)).toMatchObject({ totalPaid: 400 });
    expect((await send(admin, 'partner', [share(doctor, 400)], key)).body).toEqual(responses[1]!.body);
  });

  it('can be retried at once after a refusal', async () => {
    const doctor = await partnerOwed(100);
    const body = [share(doctor, 150)];
    expect((await send(admin, 'partner', body)).status).toBe(409);
    await earnings.order(doctor.row.id, 100);
    expect((await send(admin, 'partner', body)).status).toBe(200);
  });
});

describe('a payout refused because of another', () => {
  it('says who paid how much and when, and pays nobody', async () => {
    const kora = await partnerOwed(12_500, { name: 'Kora' });
    const sossa = await partnerOwed(900, { name: 'Sossa' });
    const time = /T(\d\d:\d\d)/.exec(new Date(+server.clock.now() + 3_600_000).toISOString())?.[1];
    expect((await pay('partner', [share(kora, 12_500)])).status).toBe(200);
    server.clock.advance(120);
    const message = `Déjà payé : 12 500 F à Kora par Awa Dossou à ${time}. Reste à payer : 0 F.`;
    const { status, body } = await pay('partner', [share(sossa, 900), share(kora, 12_500)], other);
    const fields = { 'partners.1.amount': message };
    expect([status, body]).toEqual([409, { success: false, code: 'ALREADY_PAID_OUT', message, fields }]);
    expect((await pay('partner', [share(sossa, 900)], other)).status).toBe(200);
  });

  it('names the latest one, and the day before', async () => {
    const doctor = await partnerOwed(1_000, { name: 'Zinsou' });
    // At 11:02 in Benin, then at 1:02 and a day later.
    const day = 24 * 3_600;
    await later(day - (Math.floor(+server.clock.now() / 1_000) % day) + 10 * 3_600 + 120);
    expect((await pay('partner', [share(doctor, 300)])).status).toBe(200);
    await later(14 * 3_600);
    expect((await pay('partner', [share(doctor, 700)])).body).toMatchObject({ success: true });
    await later(23 * 3_600 - 60);
    expect((await pay('partner', [share(doctor, 700)], other)).body.message).toBe(
      'Déjà payé : 700 F à Zinsou par Awa Dossou hier à 01:02. Reste à payer : 0 F.',
    );
  });

  it('is above the remaining amount when it was never payable, or was paid a day ago', async () => {
    const doctor = await partnerOwed(1_000);
    expect((await pay('partner', [share(doctor, 400)])).status).toBe(200);
    expect((await pay('partner', [share(doctor, 1_001)], other)).body.code).toBe('OVER_REMAINING');
    await later(24 * 3_600);
    expect((await pay('partner', [share(doctor, 1_000)], other)).body.code).toBe('OVER_REMAINING');
  });

  it('says the same of the platform’s share', async () => {
    await earnings.order(null, 700);
    const amount = (await platform()).totalToPay;
    expect((await pay('superadmin', { amount })).status).toBe(200);
    const message = /^Déjà payé : [\d ]+ F par Awa Dossou à \d\d:\d\d\. Reste à payer : 0 F\.$/;
    expect((await pay('superadmin', { amount }, other)).body).toMatchObject({
      code: 'ALREADY_PAID_OUT',
      message: expect.stringMatching(message),
    });
  });
});
