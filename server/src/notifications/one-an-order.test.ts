import { MAX_EARLIER } from '@amasin/domain/notifications/notification.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrder } from '../builders/order.ts';
import { toOne } from '../orders/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { notify } from './notify.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

type Order = Awaited<ReturnType<typeof buildOrder>>;

const list = async (visitor: Visitor, query = '') =>
  (await server.call(visitor, 'GET', `/notifications${query}`)).body;

/** Says these titles of the order, one second apart. */
async function say(visitor: Visitor, order: Order, ...titles: string[]) {
  for (const title of titles) {
    server.clock.advance(1);
    const message = toOne(visitor.row.id, 'supervisor', order, title, `${order.number} : ${title}`);
    await notify(server.ctx.jobs, server.db, server.clock.now(), [message]);
  }
}

it('an order has one notification, with its latest sentence and the earlier ones', async () => {
  const me = await server.signIn('customer');
  const order = await buildOrder(server.db);
  const other = await buildOrder(server.db);
  await say(me, order, 'Un');
  const first = await list(me);
  await say(me, other, 'Autre');
  await say(me, order, 'Deux', 'Trois');
  const { notifications, total, unread } = await list(me);
  expect({ total, unread }).toEqual({ total: 2, unread: 2 });
  expect(notifications.map(({ title }: { title: string }) => title)).toEqual(['Trois', 'Autre']);
  expect(notifications[0]).toEqual({
    _id: first.notifications[0]._id,
    title: 'Trois',
    message: `${order.number} : Trois`,
    isRead: false,
    createdAt: server.clock.now().toISOString(),
    link: `/supervisor-dashboard?order=${order.id}`,
    earlier: [
      { title: 'Deux', message: `${order.number} : Deux`, createdAt: expect.stringMatching(/^\d.*Z$/) },
      { title: 'Un', message: `${order.number} : Un`, createdAt: first.notifications[0].createdAt },
    ],
  });
});

it('is read as a whole, and unread again with the next sentence', async () => {
  const me = await server.signIn('supervisor');
  const order = await buildOrder(server.db);
  await say(me, order, 'Un', 'Deux');
  const [{ _id }] = (await list(me)).notifications;
  await server.call(me, 'POST', `/notifications/${_id}/read`);
  expect(await list(me)).toMatchObject({ total: 1, unread: 0, notifications: [{ _id, isRead: true }] });
  await say(me, order, 'Trois');
  expect(await list(me)).toMatchObject({ total: 1, unread: 1, notifications: [{ _id, isRead: false }] });
});

it('keeps the newest of the earlier sentences', async () => {
  const me = await server.signIn('supervisor');
  await say(me, await buildOrder(server.db), ...Array.from({ length: MAX_EARLIER + 3 }, (_, n) => `N° ${n}`));
  const [{ title, earlier }] = (await list(me)).notifications;
  expect([title, earlier.length]).toEqual([`N° ${MAX_EARLIER + 2}`, MAX_EARLIER]);
  expect([earlier[0].title, earlier.at(-1).title]).toEqual([`N° ${MAX_EARLIER + 1}`, 'N° 2']);
});

it('a supervisor with 200 orders has 200 notifications, the latest sentences first', async () => {
  const me = await server.signIn('supervisor');
  const { customerId } = await buildOrder(server.db);
  const orders: Order[] = [];
  for (let n = 0; n < 200; n += 1) orders.push(await buildOrder(server.db, { customerId }));
  for (const title of ['Nouvelle commande', 'Commande payée', 'Commande livrée']) {
    server.clock.advance(1);
    const messages = orders.map((order) => toOne(me.row.id, 'supervisor', order, title, order.number));
    await notify(server.ctx.jobs, server.db, server.clock.now(), messages);
  }
  const last = orders[0]!;
  await say(me, last, 'Commande reprise');
  const { notifications, total, unread } = await list(me, '?limit=10');
  expect([notifications.length, total, unread]).toEqual([10, 200, 200]);
  expect(notifications[0]).toMatchObject({
    title: 'Commande reprise',
    message: `${last.number} : Commande reprise`,
  });
  expect(new Set(notifications.map(({ message }: { message: string }) => message.slice(0, 10))).size).toBe(
    10,
  );
});

it('two sentences of one call, or of two at once, are of one notification', async () => {
  const me = await server.signIn('customer');
  const order = await buildOrder(server.db);
  const message = (title: string) => toOne(me.row.id, 'customer', order, title, '');
  const now = server.clock.now();
  await notify(server.ctx.jobs, server.db, now, [message('Un'), message('Deux')]);
  await Promise.all(
    ['Trois', 'Quatre', 'Cinq'].map((title) => notify(server.ctx.jobs, server.db, now, [message(title)])),
  );
  const { notifications, total } = await list(me);
  expect(total).toBe(1);
  expect(notifications[0].earlier).toHaveLength(4);
});

it('is apart for each user, and what is about no order stays apart', async () => {
  const me = await server.signIn('customer');
  const other = await server.signIn('supervisor');
  const order = await buildOrder(server.db);
  await say(me, order, 'À moi');
  await say(other, order, 'À l’autre');
  const plain = { userId: me.row.id, title: 'Sans commande', message: '', link: `/dashboard?chat=${v7()}` };
  await notify(server.ctx.jobs, server.db, server.clock.now(), [plain, plain]);
  expect(await list(me)).toMatchObject({ total: 3 });
  expect(await list(other)).toMatchObject({ total: 1, notifications: [{ earlier: [] }] });
});
