import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { notifications } from '../database/schema/notifications.ts';
import { sessions } from '../database/schema/sessions.ts';
import { hashPassword } from '../session/passwords.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let admin: Visitor;
let made = 0;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

const toggle = (id: string, body?: object, visitor: Visitor | null = admin) =>
  server.call(visitor, 'PATCH', `/users/${id}/toggle-active`, body);
const notificationsOf = async (userId: string) =>
  (
    await server.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, userId))
      .orderBy(notifications.id)
  ).map(({ title }) => title);
const PLACE = { location: { coordinates: [2.39, 6.37] } };
const pharmacyOf = (email: string) => ({
  name: 'Pharmacie Étoile',
  email,
  password: 'demo',
  address: 'Akpakpa',
  type: 'pharmacy',
  ...PLACE,
  phone: `+2290151${String(++made).padStart(6, '0')}`,
});
/** Registers a pharmacy through the public endpoint and returns its id. */
const signUp = async (): Promise<string> =>
  (await server.call(null, 'POST', '/users/register-partner', pharmacyOf(`seule${made}@exemple.bj`))).body
    .user._id;
/** A pharmacy created by the super administrator. */
async function makePharmacy(more: object) {
  const { body } = await server.call(admin, 'POST', '/users', {
    ...pharmacyOf(`faite${made}@exemple.bj`),
    ...more,
  });
  return { id: body.user._id as string };
}
const sessionsOf = (userId: string) => server.db.select().from(sessions).where(eq(sessions.userId, userId));

describe('an account', () => {
  it('is deactivated, which ends its sessions, and activated again; both notify the user', async () => {
    const visitor = await server.signIn('agent');
    const { id } = visitor.row;
    expect(await toggle(id)).toMatchObject({ status: 200, body: { user: { _id: id, active: false } } });
    expect(await sessionsOf(id)).toEqual([]);
    expect((await server.call(visitor, 'GET', '/auth/me')).status).toBe(401);
    expect((await toggle(id)).body.user.active).toBe(true);
    expect(await notificationsOf(id)).toEqual(['Compte désactivé', 'Compte activé']);
  });

  it('is set to the `active` of the body idempotently, with one notification', async () => {
    const { id } = await buildUser(server.db, { type: 'customer' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => toggle(id, { active: false })));
    expect(responses.map(({ status, body }) => [status, body.user.active])).toEqual(
      Array(10).fill([200, false]),
    );
    expect(await notificationsOf(id)).toEqual(['Compte désactivé']);
    expect((await toggle(id, { active: 'oui' })).status).toBe(422);
  });

  it('returns 403 for a super administrator, 404 for an unknown or removed account', async () => {
    const other = await buildUser(server.db, { type: 'superAdmin' });
    for (const id of [other.id, admin.row.id]) {
      expect(await toggle(id)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    }
    expect((await toggle(v7(), { active: 'oui' })).status).toBe(404);
    const removed = await buildUser(server.db, { type: 'customer', phone: null, active: false });
    expect((await toggle(removed.id)).status).toBe(404);
  });

  it('of a self-registered pharmacy becomes a partner at the first activation only', async () => {
    const id = await signUp();
    expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: true });
    const put = { isPartner: false, location: { coordinates: [2.39, 6.37] } };
    expect((await server.call(admin, 'PUT', `/users/${id}`, put)).body.user.isPartner).toBe(false);
    await toggle(id);
    expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: false });
  });

  it('of a pharmacy created as a non-partner remains one when activated (rule 23)', async () => {
    const { id } = await makePharmacy({ active: false, isPartner: false });
    expect((await toggle(id)).body.user).toMatchObject({ active: true, isPartner: false });
    const other = await makePharmacy({ active: false, isPartner: false });
    const put = await server.call(admin, 'PUT', `/users/${other.id}`, { active: true });
    expect(put.body.user).toMatchObject({ active: true, isPartner: false });
  });

  it('of a self-registered pharmacy becomes a partner when activated by PUT, unless the body sets isPartner to false', async () => {
    const put = async (body: object) =>
      (await server.call(admin, 'PUT', `/users/${await signUp()}`, { active: true, ...PLACE, ...body })).body
        .user;
    expect(await put({})).toMatchObject({ active: true, isPartner: true });
    const refused = await put({ isPartner: false });
    expect(refused).toMatchObject({ active: true, isPartner: false });
    await toggle(refused._id);
    expect((await toggle(refused._id)).body.user).toMatchObject({ active: true, isPartner: false });
  });

  it('of a user who registered as a pharmacy by mistake can change type', async () => {
    const put = await server.call(admin, 'PUT', `/users/${await signUp()}`, { type: 'agent', active: true });
    expect(put).toMatchObject({ status: 200, body: { user: { type: 'agent', active: true } } });
    expect(put.body.user).not.toHaveProperty('isPartner');
  });

  it('with unfinished orders is reported to the supervisors when deactivated', async () => {
    const supervisor = await server.signIn('supervisor');
    const { deliveryPersonId } = await buildOrder(server.db, { state: 'delivering' });
    await toggle(deliveryPersonId!);
    const [row] = await server.db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, supervisor.row.id));
    expect(row).toMatchObject({ title: 'Commandes à confier', link: '/supervisor-dashboard' });
    expect(row?.message).toMatch(/\(Livreur\) est désactivé : 1 commande en cours est à confier/);
  });
});

describe('deactivation during requests', () => {
  it('refuses every later request, even with a session opened at the same time', async () => {
    const passwordHash = await hashPassword('demo');
    for (let round = 0; round < 10; round += 1) {
      const courier = await server.signIn('deliveryPerson', { passwordHash });
      const login = () =>
        server.call(null, 'POST', '/auth/admin-login', { email: courier.row.email, password: 'demo' });
      const work = () => server.call(courier, 'GET', '/orders');
      const [, , , off] = await Promise.all([
        work(),
        login(),
        work(),
        toggle(courier.row.id, { active: false }),
      ]);
      expect(off.status).toBe(200);
      expect([401, 403]).toContain((await work()).status);
      const again = await login();
      expect(again.body.user.active).toBe(false);
      const token = { row: courier.row, token: again.body.token };
      expect((await server.call(token, 'GET', '/orders')).body.code).toBe('ACCOUNT_DISABLED');
    }
  });
});
