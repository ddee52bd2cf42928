import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { MAX_SUBSCRIPTIONS } from '@amasin/domain/notifications/push.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { deleteSessionsOf } from './queries.ts';

const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) };
const endpointAt = (name: string) => `https://push.example/${name}`;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const post = (visitor: Visitor | null, endpoint: string, given: object = keys) =>
  server.call(visitor, 'POST', '/push/subscriptions', { endpoint, keys: given });
const remove = (visitor: Visitor) => server.call(visitor, 'DELETE', '/push/subscriptions');

async function endpointsOf({ row }: Visitor): Promise<string[]> {
  const { rows } = await server.pool.query<{ endpoint: string }>(
    `select p.endpoint from push_subscriptions p join sessions s on s.token_hash = p.session_hash
     where s.user_id = $1 order by p.created_at, p.id`,
    [row.id],
  );
  return rows.map(({ endpoint }) => endpoint);
}

describe('subscribing', () => {
  it.each(userTypes)('a %s subscribes this session, once', async (type) => {
    const me = await server.signIn(type);
    for (const _ of [1, 2]) {
      expect(await post(me, endpointAt(type))).toMatchObject({ status: 204, body: null });
    }
    expect(await endpointsOf(me)).toEqual([endpointAt(type)]);
  });

  it('a new endpoint replaces that of the session; other sessions of the user keep theirs', async () => {
    const me = await server.signIn('customer');
    const second = await server.session(me.row);
    await post(second, endpointAt('tablet'));
    await post(me, endpointAt('before'));
    await post(me, endpointAt('after'));
    expect(await endpointsOf(me)).toEqual([endpointAt('tablet'), endpointAt('after')]);
  });

  it('moves an endpoint to the user who signed in last on the device', async () => {
    const first = await server.signIn('customer');
    const next = await server.signIn('agent');
    await post(first, endpointAt('shared'));
    await post(next, endpointAt('shared'));
    expect([await endpointsOf(first), await endpointsOf(next)]).toEqual([[], [endpointAt('shared')]]);
  });

  it('deletes all but the newest subscriptions of a user, even with concurrent requests', async () => {
    const me = await server.signIn('supervisor');
    await post(me, endpointAt('oldest'));
    server.clock.advance(1);
    const others = await Promise.all(
      Array.from({ length: MAX_SUBSCRIPTIONS }, async () => server.session(me.row)),
    );
    const responses = await Promise.all(others.map((one, n) => post(one, endpointAt(`many-${n}`))));
    expect(responses.map(({ status }) => status)).toEqual(others.map(() => 204));
    const left = await endpointsOf(me);
    expect(left).toHaveLength(MAX_SUBSCRIPTIONS);
    expect(left).not.toContain(endpointAt('oldest'));
  });

  it('the same endpoint from several sessions at once belongs to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => server.signIn('customer')));
    const responses = await Promise.all(people.map((one) => post(one, endpointAt('raced'))));
    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 204));
    expect((await Promise.all(people.map(endpointsOf))).flat()).toEqual([endpointAt('raced')]);
  });

  it('rejects an endpoint that is not of a push service, and malformed keys', async () => {
    const me = await server.signIn('customer');
    for (const bad of [
      'http://push.example/1',
      'https://127.0.0.1/1',
      'https://localhost/1',
      'bonjour',
      '',
    ]) {
      expect((await post(me, bad)).status).toBe(422);
    }
    expect((await post(me, endpointAt('keys'), { ...keys, p256dh: 'x' })).status).toBe(422);
    expect((await post(me, endpointAt('keys'), {})).status).toBe(422);
    expect((await post(null, endpointAt('keys'))).status).toBe(401);
    expect(await endpointsOf(me)).toEqual([]);
  });
});

describe('a subscription ends', () => {
  it('by a call, which may be repeated and affects only the caller’s session', async () => {
    const me = await server.signIn('customer');
    const other = await server.signIn('customer');
    await post(me, endpointAt('mine'));
    await post(other, endpointAt('other'));
    for (const _ of [1, 2]) expect(await remove(me)).toMatchObject({ status: 204, body: null });
    expect([await endpointsOf(me), await endpointsOf(other)]).toEqual([[], [endpointAt('other')]]);
  });

  it('at sign-out', async () => {
    const me = await server.signIn('deliveryPerson');
    await post(me, endpointAt('left'));
    expect((await server.call(me, 'POST', '/auth/logout')).status).toBe(204);
    expect(await endpointsOf(me)).toEqual([]);
  });

  it('when all sessions of the account are revoked', async () => {
    const me = await server.signIn('pharmacy');
    await post(me, endpointAt('revoked'));
    await deleteSessionsOf(server.db, me.row.id, null);
    expect(await endpointsOf(me)).toEqual([]);
  });
});

it('returns no key while push is off', async () => {
  const me = await server.signIn('customer');
  expect(await server.call(me, 'GET', '/push/key')).toMatchObject({ status: 200, body: { key: null } });
});
