import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

const AMOUNT = 'Le montant doit être un nombre entier supérieur à 0';
const NO_PARTNER = 'Veuillez sélectionner au moins un partenaire';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let keys = 0;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

/** A verified partner who is owed this much, FCFA. */
async function partnerOwed(amount: number, fields = {}): Promise<Visitor> {
  const doctor = await server.signIn('partnerDoctor', { verified: true, ...fields });
  await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
// A new key for each call, so that the same body can be sent twice on purpose.
const pay = (to: 'partner' | 'superadmin', body: unknown) => {
  keys += 1;
  return server.call(admin, 'POST', `/benefics/pay/${to}`, body, { 'idempotency-key': `key ${keys}` });
};
const share = ({ row }: Visitor, amount: unknown) => ({ idPartner: row.id, amount });
const own = async (who: Visitor) => (await server.call(who, 'GET', '/benefics/partner')).body;
const platform = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
const payoutsBy = async ({ row }: Visitor) =>
  (await server.pool.query('select count(*)::int as n from journals where actor_id = $1', [row.id])).rows[0]
    .n;

describe('paying partners', () => {
  it('subtracts each payout from the partner’s balance, returns it and notifies the partner', async () => {
    const one = await partnerOwed(1_500);
    const two = await partnerOwed(12_500);
    const { status, body } = await pay('partner', [share(one, 1_000), share(two, 12_500)]);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.payments).toEqual([
      { _id: expect.any(String), ...share(one, 1_000), createdAt: server.clock.now().toISOString() },
      { _id: expect.any(String), ...share(two, 12_500), createdAt: server.clock.now().toISOString() },
    ]);
    expect(await own(one)).toEqual({ total: 1_500, totalPaid: 1_000, pending: 500, held: 0 });
    expect(await own(two)).toEqual({ total: 12_500, totalPaid: 12_500, pending: 0, held: 0 });

    const { rows } = await server.pool.query(
      `select j.kind, j.order_id, j.actor_id, e.account, e.beneficiary_id, e.amount_fcfa::int as amount
       from journals j join entries e on e.journal_id = j.id where j.id = $1 order by e.account`,
      [body.payments[1]._id],
    );
    const journal = { kind: 'payout', order_id: null, actor_id: admin.row.id };
    expect(rows).toEqual([
      { ...journal, account: 'bank', beneficiary_id: null, amount: -12_500 },
      { ...journal, account: 'partner', beneficiary_id: two.row.id, amount: 12_500 },
    ]);
    const notified = await server.pool.query(
      'select title, message, link from notifications where user_id = $1',
      [two.row.id],
    );
    expect(notified.rows).toEqual([
      {
        title: 'Paiement reçu',
        message: 'Un paiement de 12 500 F vous a été versé.',
        link: '/doctor-dashboard',
      },
    ]);
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
    const { status, body } = await pay('partner', [share(rich, 50_000), share(poor, 1_201)]);
    const message = 'Montant supérieur au reste à payer (1 200 F)';
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'OVER_REMAINING', message, fields: { 'partners.1.amount': message } },
    ]);
    expect(await payoutsBy(admin)).toBe(before);
    expect((await pay('partner', [share(poor, 1_200)])).status).toBe(200);
    expect((await pay('partner', [share(poor, 1_201)])).body.message).toContain('(0 F)');
  });

  it('pays an unverified partner nothing until they are verified', async () => {
    const doctor = await partnerOwed(800, { verified: false });
    expect((await pay('partner', [share(doctor, 1)])).body).toMatchObject({ code: 'OVER_REMAINING' });
    await server.pool.query('update users set verified = true where id = $1', [doctor.row.id]);
    expect((await pay('partner', [share(doctor, 800)])).status).toBe(200);
  });

  it('returns 422 and pays none of the list when one user is not a partner', async () => {
    const doctor = await partnerOwed(900);
    const supervisor = await server.signIn('supervisor');
    const unknownId = '019f0000-0000-7000-8000-000000000000';
    for (const id of [supervisor.row.id, unknownId]) {
      const { status, body } = await pay('partner', [share(doctor, 900), { idPartner: id, amount: 1 }]);
      expect([status, body.fields]).toEqual([422, { 'partners.1.idPartner': 'Partenaire inconnu' }]);
    }
    expect(await own(doctor)).toMatchObject({ totalPaid: 0 });
  });

  it('returns 422 when a partner is twice in the list', async () => {
    const doctor = await partnerOwed(900);
    const { status, body } = await pay('partner', [share(doctor, 100), share(doctor, 100)]);
    expect([status, body.fields]).toEqual([
      422,
      { 'partners.1.idPartner': 'Ce partenaire est déjà dans la liste' },
    ]);
  });

  it.each([[[]], [{}], [{ partners: [] }]])('returns 422 for %j', async (body) => {
    const response = await pay('partner', body);
    expect([response.status, response.body.message]).toEqual([422, NO_PARTNER]);
  });

  it.each([0, -5, 1.5, '500', null])('returns 422 for an amount of %j', async (amount) => {
    const { status, body } = await pay('partner', [share(await partnerOwed(10), amount)]);
    expect([status, body.fields]).toEqual([422, { 'partners.0.amount': AMOUNT }]);
    const alone = await pay('superadmin', { amount });
    expect([alone.status, alone.body.fields]).toEqual([422, { amount: AMOUNT }]);
  });
});

describe('paying the platform’s own share', () => {
  it('subtracts the payout from the remaining amount, and returns 409 for a larger one', async () => {
    await earnings.order(null, 7_000);
    const before = await platform();
    const { status, body } = await pay('superadmin', { amount: 2_500 });
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        payment: { _id: expect.any(String), amount: 2_500, createdAt: server.clock.now().toISOString() },
      },
    ]);
    const rest = before.totalToPay - 2_500;
    expect(await platform()).toMatchObject({
      total: before.total,
      totalPaid: before.totalPaid + 2_500,
      totalToPay: rest,
    });
    const over = await pay('superadmin', { amount: rest + 2_501 });
    expect([over.status, over.body.code]).toEqual([409, 'OVER_REMAINING']);
    expect((await pay('superadmin', { amount: rest })).status).toBe(200);
    expect((await platform()).totalToPay).toBe(0);
  });
});

describe('the same payout sent twice', () => {
  const send = (who: Visitor, to: string, body: unknown, headers = {}) =>
    server.call(who, 'POST', `/benefics/pay/${to}`, body, headers);

  it('pays once within a minute without a key, and again after it', async () => {
    const doctor = await partnerOwed(3_000);
    const first = await send(admin, 'partner', [share(doctor, 1_000)]);
    expect(first.status).toBe(200);
    server.clock.advance(59);
    // The same list under `partners` is the same request.
    for (const body of [[share(doctor, 1_000)], { partners: [share(doctor, 1_000)] }]) {
      expect((await send(admin, 'partner', body)).body).toEqual(first.body);
    }
    // Another amount or another caller is another payout.
    const other = await server.signIn('superAdmin');
    expect((await send(admin, 'partner', [share(doctor, 999)])).status).toBe(200);
    expect((await send(other, 'partner', [share(doctor, 1_000)])).status).toBe(200);
    server.clock.advance(2);
    expect((await send(admin, 'partner', [share(doctor, 1_000)])).body.code).toBe('ALREADY_PAID_OUT');
    expect(await own(doctor)).toMatchObject({ totalPaid: 2_999, pending: 1 });
  });

  it('pays once with a key, and returns 422 for another body under the same key', async () => {
    await earnings.order(null, 500);
    const key = { 'idempotency-key': 'one payout' };
    const first = await send(admin, 'superadmin', { amount: 100 }, key);
    server.clock.advance(3_600);
    admin = await server.session(admin.row);
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
