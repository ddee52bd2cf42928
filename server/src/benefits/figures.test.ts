import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Earnings, prepareEarnings } from './earnings.fixture.ts';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
  supervisor = await server.signIn('supervisor');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const doctorNamed = (name: string, fields = {}) =>
  server.signIn('partnerDoctor', { name, verified: true, ...fields });
const calculate = (who: Visitor, id: string) => server.call(who, 'POST', `/benefics/calculateBenefics/${id}`);
const own = (who: Visitor, query = '') => server.call(who, 'GET', `/benefics/partner${query}`);
const overview = async () => (await server.call(admin, 'GET', '/benefics/superadmin')).body;
const countEntries = async () =>
  (await server.pool.query('select count(*)::int as n from entries')).rows[0].n;
const end = (id: string) => server.call(supervisor, 'PATCH', `/orders/${id}/status`, { status: 'ended' });
const notificationsOf = async ({ row }: Visitor) =>
  (
    await server.pool.query('select title, message, link from notifications where user_id = $1 order by id', [
      row.id,
    ])
  ).rows;

describe('ending an order', () => {
  it('credits the partner with half of the commission, rounded down, and notifies them', async () => {
    const doctor = await doctorNamed('Dr Ahouansou');
    const order = await earnings.order(doctor.row.id, 12_345, 'delivered');
    expect((await end(order.id)).status).toBe(200);
    expect((await own(doctor)).body).toEqual({ total: 6_172, totalPaid: 0, pending: 6_172, held: 0 });
    const { rows } = await server.pool.query('select number from prescriptions where id = $1', [
      order.prescriptionId,
    ]);
    expect(await notificationsOf(doctor)).toEqual([
      {
        title: 'Nouveau bénéfice',
        message: `Votre ordonnance ${rows[0].number} vous rapporte 6 172 F.`,
        link: '/doctor-dashboard',
      },
    ]);
    // A repeated request does not end it again.
    await end(order.id);
    expect(await notificationsOf(doctor)).toHaveLength(1);
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
    const order = await earnings.order(doctor.row.id, 1_235);
    const before = await countEntries();
    const benefic = {
      orderId: order.id,
      commission: 1_235,
      partner: { idPartner: doctor.row.id, amount: 617 },
      platform: 618,
    };
    for (const who of [supervisor, admin, supervisor]) {
      const { status, body } = await calculate(who, order.id);
      expect([status, body]).toEqual([200, { success: true, benefic }]);
    }
    expect(await countEntries()).toBe(before);
  });

  it('returns partner: null when only the platform earned', async () => {
    const none = await earnings.order(null, 40);
    const agent = await server.signIn('agent');
    const read = await earnings.order(agent.row.id, 40);
    for (const { id } of [none, read]) {
      expect((await calculate(supervisor, id)).body.benefic).toEqual({
        orderId: id,
        commission: 40,
        partner: null,
        platform: 40,
      });
    }
  });

  it.each(['pending', 'delivered'] as const)('returns 409 for an order that is still %s', async (state) => {
    const { status, body } = await calculate(supervisor, (await earnings.order(null, 100, state)).id);
    expect([status, body.code, body.message]).toEqual([
      409,
      'ORDER_NOT_ENDED',
      'Cette commande n’est pas encore terminée',
    ]);
  });

  it('returns 409 for an order without items, 404 for an unknown one', async () => {
    const unread = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    expect((await calculate(admin, unread.id)).status).toBe(409);
    expect((await calculate(admin, admin.row.id)).status).toBe(404);
  });
});

describe('GET /benefics/partner', () => {
  it('reports earnings as `held` until the partner is verified (rule 23)', async () => {
    const doctor = await doctorNamed('Dr Nouveau', { verified: false });
    await earnings.order(doctor.row.id, 3_000);
    expect((await own(doctor)).body).toEqual({ total: 1_500, totalPaid: 0, pending: 0, held: 1_500 });
    await server.pool.query('update users set verified = true where id = $1', [doctor.row.id]);
    expect((await own(doctor)).body).toEqual({ total: 1_500, totalPaid: 0, pending: 1_500, held: 0 });
  });

  it('returns a partner’s own earnings whatever id they send, and any partner’s to the super administrator', async () => {
    const one = await doctorNamed('Dr Un');
    const two = await doctorNamed('Dr Deux');
    await earnings.order(one.row.id, 2_000);
    const mine = { total: 1_000, totalPaid: 0, pending: 1_000, held: 0 };
    for (const query of ['', `?id=${two.row.id}`, '?id=nobody', '?id=', `?id=${two.row.id}&id=x`]) {
      expect((await own(one, query)).body, query).toEqual(mine);
    }
    expect((await own(admin, `?id=${one.row.id}`)).body).toEqual(mine);
  });

  it('returns 422 without a valid id, 404 for a user who is not a partner', async () => {
    for (const query of ['', '?id=nobody']) {
      const { status, body } = await own(admin, query);
      expect([status, body.fields]).toEqual([422, { id: 'Indiquez le partenaire' }]);
    }
    for (const id of [admin.row.id, '019f0000-0000-7000-8000-000000000000']) {
      expect((await own(admin, `?id=${id}`)).status).toBe(404);
    }
  });
});

describe('GET /benefics/superadmin', () => {
  it('lists partners with earnings and active partners in French order, with current sums', async () => {
    const before = await overview();
    const names = ['Élodie Zinsou', 'Eric Agossou', 'Zita Amoussou', 'émile Dossa'];
    const [elodie, eric, zita, emile] = await Promise.all(names.map((name) => doctorNamed(name)));
    const inactive = await doctorNamed('Fidèle Parti', { active: false });
    const inactiveUnpaid = await doctorNamed('Gaston Parti', { active: false });
    await server.pool.query(
      "update users set titre_partenaire = 'sage femme', verified = false where id = $1",
      [elodie!.row.id],
    );
    await earnings.order(elodie!.row.id, 1_001);
    await earnings.order(inactive.row.id, 501);
    await earnings.order(eric!.row.id, 4_000);
    await earnings.order(null, 10);

    const after = await overview();
    const added = after.partners.filter(
      ({ idPartner }: { idPartner: string }) =>
        !before.partners.some((row: { idPartner: string }) => row.idPartner === idPartner),
    );
    const none = { totalBenefics: 0, totalPaid: 0, amount: 0, held: 0, verified: true };
    const row = ({ row: { id, name } }: Visitor, change: object) => ({
      idPartner: id,
      name,
      titrePartenaire: 'docteur',
      ...none,
      ...change,
    });
    expect(added).toEqual([
      row(elodie!, { titrePartenaire: 'sage femme', totalBenefics: 500, held: 500, verified: false }),
      row(emile!, {}),
      row(eric!, { totalBenefics: 2_000, amount: 2_000 }),
      row(inactive, { totalBenefics: 250, amount: 250 }),
      row(zita!, {}),
    ]);
    expect(JSON.stringify(after)).not.toContain(inactiveUnpaid.row.id);
    // 1 001 − 500, 501 − 250, 4 000 − 2 000, and 10.
    const own = 501 + 251 + 2_000 + 10;
    expect(after.total - before.total).toBe(own);
    expect(after).toMatchObject({ totalPaid: 0, totalToPay: after.total });
  });
});
