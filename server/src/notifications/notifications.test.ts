import { userTypes } from '@amasin/domain/users/user-type.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { transact } from '../database/transaction.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { notify } from './notify.ts';
import { findUserIdsOfType } from './queries.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const list = (visitor: Visitor, query = '') => server.call(visitor, 'GET', `/notifications${query}`);
const titles = (body: { notifications: { title: string }[] }) => body.notifications.map(({ title }) => title);
const read = (visitor: Visitor, id: string) => server.call(visitor, 'POST', `/notifications/${id}/read`);

const send = (visitor: Visitor, ...titles: string[]) =>
  notify(
    server.ctx.jobs,
    server.db,
    server.clock.now(),
    titles.map((title) => ({ userId: visitor.row.id, title, message: `${title} !`, link: '/tracking' })),
  );

describe('the list', () => {
  it.each(userTypes)('shows a %s only their own, newest first', async (type) => {
    const me = await server.signIn(type);
    const other = await server.signIn(type);
    await send(me, 'Un', 'Deux');
    server.clock.advance(60);
    await send(me, 'Trois');
    await send(other, 'Autre');
    const { status, body } = await list(me);
    expect(status).toBe(200);
    expect(titles(body)).toEqual(['Trois', 'Deux', 'Un']);
    expect(body).toMatchObject({ total: 3, unread: 3 });
    expect(body.notifications[0]).toEqual({
      _id: expect.any(String),
      title: 'Trois',
      message: 'Trois !',
      isRead: false,
      createdAt: server.clock.now().toISOString(),
      link: '/tracking',
      earlier: [],
    });
  });

  it('is paginated; total and unread count all', async () => {
    const me = await server.signIn('supervisor');
    await send(me, ...Array.from({ length: 60 }, (_, n) => `N° ${n}`));
    const first = (await list(me)).body;
    expect([first.notifications.length, first.total, first.unread]).toEqual([50, 60, 60]);
    const second = (await list(me, '?page=2')).body;
    expect(titles(second)).toEqual(Array.from({ length: 10 }, (_, n) => `N° ${9 - n}`));
    expect(titles((await list(me, '?limit=2&page=3')).body)).toEqual(['N° 55', 'N° 54']);
    expect((await list(me, '?page=0')).status).toBe(422);
  });

  it('requires a session', async () => {
    for (const [method, path] of [
      ['GET', '/notifications'],
      ['POST', '/notifications/read-all'],
      ['POST', `/notifications/${v7()}/read`],
    ] as const) {
      expect((await server.call(null, method, path)).status).toBe(401);
    }
  });
});

describe('marking as read', () => {
  it('is idempotent and does not affect others', async () => {
    const me = await server.signIn('customer');
    await send(me, 'Un', 'Deux');
    const [newest] = (await list(me)).body.notifications;
    for (const _ of [1, 2]) expect(await read(me, newest._id)).toMatchObject({ status: 204, body: null });
    const { body } = await list(me);
    expect(body.unread).toBe(1);
    expect(body.notifications.map((one: { isRead: boolean }) => one.isRead)).toEqual([true, false]);
  });

  it('returns the same 404 for a foreign, missing or malformed id', async () => {
    const me = await server.signIn('customer');
    const other = await server.signIn('customer');
    await send(other, 'Autre');
    const [foreign] = (await list(other)).body.notifications;
    for (const id of [foreign._id, v7(), 'x']) {
      expect(await read(me, id)).toMatchObject({ status: 404, body: MISSING });
    }
    expect((await list(other)).body.unread).toBe(1);
  });

  it("marks all of the caller's, even if there are none", async () => {
    const me = await server.signIn('customer');
    const other = await server.signIn('customer');
    await send(me, 'Un', 'Deux');
    await send(other, 'Autre');
    for (const _ of [1, 2]) {
      expect(await server.call(me, 'POST', '/notifications/read-all')).toMatchObject({
        status: 204,
        body: null,
      });
    }
    expect((await list(me)).body).toMatchObject({ total: 2, unread: 0 });
    expect((await list(other)).body.unread).toBe(1);
  });
});

describe('notify', () => {
  it('is rolled back with its transaction', async () => {
    const me = await server.signIn('customer');
    const undone = transact(server.db, async (tx) => {
      await notify(server.ctx.jobs, tx, server.clock.now(), [
        { userId: me.row.id, title: 'Non', message: '', link: '/tracking' },
      ]);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    expect((await list(me)).body.total).toBe(0);
  });

  it('accepts an empty list and thousands of messages', async () => {
    await notify(server.ctx.jobs, server.db, server.clock.now(), []);
    const me = await server.signIn('supervisor');
    await send(me, ...Array.from({ length: 12_000 }, (_, n) => String(n)));
    const { rowCount } = await server.pool.query('select from notifications where user_id = $1', [me.row.id]);
    expect(rowCount).toBe(12_000);
    // Counted up to 1,000.
    expect((await list(me)).body).toMatchObject({ total: 1_001, unread: 1_001 });
  });

  it('finds the active users of a type', async () => {
    const active = await buildUser(server.db, { type: 'partnerDoctor' });
    await buildUser(server.db, { type: 'partnerDoctor', active: false });
    const ids = await findUserIdsOfType(server.db, ['partnerDoctor']);
    expect(ids).toContain(active.id);
    expect((await findUserIdsOfType(server.db, ['partnerDoctor', 'superAdmin'])).length).toBeGreaterThan(
      ids.length,
    );
    expect(await findUserIdsOfType(server.db, [])).toEqual([]);
    expect(ids).toHaveLength(3);
  });
});
