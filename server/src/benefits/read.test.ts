import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { fileOpenings } from '../database/schema/files.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let supervisor: Visitor;
let keys = 0;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin', { name: 'Awa Dossou' });
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const doctorNamed = (name: string, fields = {}) =>
  server.signIn('partnerDoctor', { name, verified: true, ...fields });
/** A partner who earned these amounts, FCFA, the oldest first. */
async function partnerWith(...amounts: number[]): Promise<Visitor> {
  const doctor = await doctorNamed('Docteur Kora');
  for (const amount of amounts) await earnings.order(doctor.row.id, amount * 2);
  return doctor;
}
const calculate = (who: Visitor, id: string) => server.call(who, 'POST', `/benefics/calculateBenefics/${id}`);
const own = (who: Visitor, query = '') => server.call(who, 'GET', `/benefics/partner${query}`);
const overview = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
const end = (id: string) => server.call(supervisor, 'PATCH', `/orders/${id}/status`, { status: 'ended' });
const select = async (text: string, ...values: string[]) => (await server.pool.query(text, values)).rows;
const notificationsOf = ({ row }: Visitor) =>
  select('select title, message, link from notifications where user_id = $1 order by id', row.id);

/** Pays a minute later. @returns when it was paid */
async function pay(to: 'partner' | 'superadmin', body: object): Promise<string> {
  keys += 1;
  server.clock.advance(60);
  const key = { 'idempotency-key': `payout ${keys}` };
  expect((await server.call(admin, 'POST', `/benefics/pay/${to}`, body, key)).status).toBe(200);
  return server.clock.now().toISOString();
}
const payPartner = ({ row }: Visitor, amount: number) => pay('partner', [{ idPartner: row.id, amount }]);

// First: the file has the payouts of all partners.
it('downloads the payouts, the latest first, with who paid, and records it', async () => {
  await payPartner(await partnerWith(500), 200);
  await pay('superadmin', { amount: 300 });
  const headers = { authorization: `Bearer ${admin.token}` };
  const response = await server.app.inject({ url: '/api/benefics/payouts/export', headers });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-disposition']).toBe('attachment; filename="paiements.csv"');
  const [headings, ...lines] = response.body.slice(1).split('\r\n').slice(0, -1);
  expect(headings).toBe('Payé le;Bénéficiaire;Montant (F);État;Payé par;Écriture');
  expect(lines.map((line) => line.replace(/;[^;]+$/, ''))).toEqual([
    '2026-11-20 11:02:00;Plateforme;300;Versé;Awa Dossou',
    '2026-11-20 11:01:00;Docteur Kora;200;Versé;Awa Dossou',
  ]);
  const recorded = await server.db.select().from(fileOpenings).where(eq(fileOpenings.userId, admin.row.id));
  expect(recorded.map(({ object }) => object)).toEqual(['export:payouts']);
});

describe('ending an order', () => {
  it('credits the partner with half of the commission, rounded down, and notifies them once', async () => {
    const doctor = await doctorNamed('Dr Ahouansou');
    const order = await earnings.order(doctor.row.id, 12_345, 'delivered');
    expect((await end(order.id)).status).toBe(200);
    expect((await own(doctor)).body).toEqual({ total: 6_172, totalPaid: 0, pending: 6_172, held: 0 });
    const [{ number }] = await select(
      'select number from prescriptions where id = $1',
      `${order.prescriptionId}`,
    );
    const message = `Votre ordonnance ${number} vous rapporte 6 172 F.`;
    const notice = { title: 'Nouveau bénéfice', message, link: '/doctor-dashboard' };
    expect(await notificationsOf(doctor)).toEqual([notice]);
    await end(order.id);
    expect(await notificationsOf(doctor)).toEqual([notice]);
  });

  it('notifies neither a partner whose share is 0 nor an agent who digitized the prescription', async () => {
    const doctor = await doctorNamed('Dr Rien');
    const agent = await server.signIn('agent');
    await end((await earnings.order(doctor.row.id, 1, 'delivered')).id);
    await end((await earnings.order(agent.row.id, 1_000, 'delivered')).id);
    expect([await notificationsOf(doctor), await notificationsOf(agent)]).toEqual([[], []]);
    expect((await own(doctor)).body).toEqual({ total: 0, totalPaid: 0, pending: 0, held: 0 });
  });
});

describe('POST /benefics/calculateBenefics/{id}', () => {
  it('returns the same split on every call and writes nothing', async () => {
    const doctor = await doctorNamed('Dr Dossou');
    const { id } = await earnings.order(doctor.row.id, 1_235);
    const entries = await select('select id from entries');
    const partner = { idPartner: doctor.row.id, amount: 617 };
    const benefic = { orderId: id, commission: 1_235, partner, platform: 618 };
    for (const who of [supervisor, admin, supervisor])
      expect(await calculate(who, id)).toMatchObject({ status: 200, body: { success: true, benefic } });
    expect(await select('select id from entries')).toHaveLength(entries.length);
  });

  it('returns no partner when only the platform earned', async () => {
    const agent = await server.signIn('agent');
    for (const { id } of [await earnings.order(null, 40), await earnings.order(agent.row.id, 40)]) {
      const benefic = { orderId: id, commission: 40, partner: null, platform: 40 };
      expect((await calculate(supervisor, id)).body.benefic).toEqual(benefic);
    }
  });

  it('returns 409 before the order has ended or has items, 404 for an unknown one', async () => {
    const unread = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    const open = [await earnings.order(null, 100, 'pending'), await earnings.order(null, 100, 'delivered')];
    const message = 'Cette commande n’est pas encore terminée';
    for (const { id } of open)
      expect(await calculate(supervisor, id)).toMatchObject({
        status: 409,
        body: { code: 'ORDER_NOT_ENDED', message },
      });
    expect((await calculate(admin, unread.id)).status).toBe(409);
    expect((await calculate(admin, admin.row.id)).status).toBe(404);
  });
});

describe('GET /benefics/partner', () => {
  it('reports earnings as `held` until the partner is verified (rule 23)', async () => {
    const doctor = await doctorNamed('Dr Nouveau', { verified: false });
    await earnings.order(doctor.row.id, 3_000);
    expect((await own(doctor)).body).toEqual({ total: 1_500, totalPaid: 0, pending: 0, held: 1_500 });
    await select('update users set verified = true where id = $1', doctor.row.id);
    expect((await own(doctor)).body).toEqual({ total: 1_500, totalPaid: 0, pending: 1_500, held: 0 });
  });

  it('returns a partner’s own earnings whatever id they send, and any partner’s to the super administrator', async () => {
    const [one, two] = [await partnerWith(1_000), await partnerWith()];
    const mine = { total: 1_000, totalPaid: 0, pending: 1_000, held: 0 };
    for (const query of ['', `?id=${two.row.id}`, '?id=nobody', '?id=', `?id=${two.row.id}&id=x`])
      expect((await own(one, query)).body, query).toEqual(mine);
    expect((await own(admin, `?id=${one.row.id}`)).body).toEqual(mine);
    for (const query of ['', '?id=nobody'])
      expect(await own(admin, query)).toMatchObject({
        status: 422,
        body: { fields: { id: 'Indiquez le partenaire' } },
      });
    for (const id of [admin.row.id, '019f0000-0000-7000-8000-000000000000'])
      expect((await own(admin, `?id=${id}`)).status).toBe(404);
  });
});

it('shows the super administrator partners with earnings and active partners in French order, with sums', async () => {
  const before = await overview();
  const names = ['Élodie Zinsou', 'Eric Agossou', 'Zita Amoussou', 'émile Dossa'];
  const [elodie, eric, zita, emile] = await Promise.all(names.map((name) => doctorNamed(name)));
  const inactive = await doctorNamed('Fidèle Parti', { active: false });
  const inactiveUnpaid = await doctorNamed('Gaston Parti', { active: false });
  const midwife = "update users set titre_partenaire = 'sage femme', verified = false where id = $1";
  await select(midwife, elodie!.row.id);
  await earnings.order(elodie!.row.id, 1_001);
  await earnings.order(inactive.row.id, 501);
  await earnings.order(eric!.row.id, 4_000);
  await earnings.order(null, 10);

  const after = await overview();
  const known = before.partners.map(({ idPartner }: { idPartner: string }) => idPartner);
  const added = after.partners.filter(({ idPartner }: { idPartner: string }) => !known.includes(idPartner));
  const none = { totalBenefics: 0, totalPaid: 0, amount: 0, held: 0, verified: true };
  const line = ({ row: { id, name } }: Visitor, change: object) => ({
    idPartner: id,
    name,
    titrePartenaire: 'docteur',
    ...none,
    ...change,
  });
  expect(added).toEqual([
    line(elodie!, { titrePartenaire: 'sage femme', totalBenefics: 500, held: 500, verified: false }),
    line(emile!, {}),
    line(eric!, { totalBenefics: 2_000, amount: 2_000 }),
    line(inactive, { totalBenefics: 250, amount: 250 }),
    line(zita!, {}),
  ]);
  expect(JSON.stringify(after)).not.toContain(inactiveUnpaid.row.id);
  // 1 001 − 500, 501 − 250, 4 000 − 2 000, and 10.
  expect(after.total - before.total).toBe(501 + 251 + 2_000 + 10);
  expect(after).toMatchObject({ totalPaid: before.totalPaid, totalToPay: after.total - after.totalPaid });
});

describe('GET /benefics/partner/earnings', () => {
  interface Share {
    readonly amount: number;
    readonly prescriptionNumber: string;
    readonly paidAt: string | null;
  }
  const list = async (who: Visitor, query = ''): Promise<{ earnings: Share[]; total: number }> =>
    (await server.call(who, 'GET', `/benefics/partner/earnings${query}`)).body;
  /** Amount and payment of each share, the oldest first. */
  const shares = async (who: Visitor) =>
    (await list(who)).earnings.toReversed().map(({ amount, paidAt }) => [amount, paidAt]);

  it('lists the prescription, the moment and the amount of each share, the latest first, and no patient', async () => {
    const doctor = await partnerWith(100, 250);
    const body = await list(doctor);
    const number = expect.stringMatching(/^ORD-\d{8}$/);
    const any = expect.any(String);
    const unpaid = { _id: any, prescriptionNumber: number, createdAt: any, paidAt: null };
    expect(body).toEqual({ earnings: [250, 100].map((amount) => ({ ...unpaid, amount })), total: 2 });
    const { prescriptions } = (await server.call(doctor, 'GET', '/prescriptions/my')).body;
    expect(body.earnings.map(({ prescriptionNumber }) => prescriptionNumber).sort()).toEqual(
      prescriptions.map((one: Share) => one.prescriptionNumber).sort(),
    );
    expect((await own(doctor)).body.total).toBe(350);
  });

  it('is paid oldest first: a payout pays what it covers whole, with what was paid before', async () => {
    const doctor = await partnerWith(100, 250, 50);
    const other = await partnerWith(100);
    const expectPaid = async (...paidAt: (string | null)[]) =>
      expect(await shares(doctor)).toEqual(
        [100, 250, 50, 20].slice(0, paidAt.length).map((n, i) => [n, paidAt[i]]),
      );
    await expectPaid(null, null, null);
    const first = await payPartner(doctor, 100);
    await expectPaid(first, null, null);
    await payPartner(doctor, 249);
    await expectPaid(first, null, null);
    const last = await payPartner(doctor, 51);
    await expectPaid(first, last, last);
    await earnings.order(doctor.row.id, 40);
    await expectPaid(first, last, last, null);
    expect(await shares(other)).toEqual([[100, null]]);
  });

  it('is paginated, and shows nothing to a partner without shares', async () => {
    const doctor = await partnerWith(10, 20, 30);
    const page = async (query: string) => {
      const { earnings, total } = await list(doctor, query);
      return [earnings.map(({ amount, paidAt }) => [amount, paidAt]), total];
    };
    expect(await page('?limit=2')).toEqual([
      [
        [30, null],
        [20, null],
      ],
      3,
    ]);
    expect(await page('?limit=2&page=2')).toEqual([[[10, null]], 3]);
    expect(await page('?limit=2&page=3')).toEqual([[], 3]);
    const paidAt = await payPartner(doctor, 30);
    expect(await page('?limit=1')).toEqual([[[30, null]], 3]);
    expect(await page('?limit=1&page=2')).toEqual([[[20, paidAt]], 3]);
    expect(await page('?limit=1&page=3')).toEqual([[[10, paidAt]], 3]);
    expect(await list(await partnerWith())).toEqual({ earnings: [], total: 0 });
  });
});
