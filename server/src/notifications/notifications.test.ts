import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { MAX_EARLIER } from '@amasin/domain/notifications/notification.ts';
import { homes, pageAccess } from '@amasin/domain/users/pages.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountChanged, paidOut, payoutFailed, shareCorrected, shareEarned } from '../benefits/notices.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { toDoctors, toPatient } from '../consultations/notices.ts';
import { transact } from '../database/transaction.ts';
import { toOne, toReplaced, toSupervisors } from '../orders/notices.ts';
import { paymentToReview } from '../payments/settle.ts';
import { prescriptionUsed, prescriptionWaits, restEnds, restRenounced } from '../prescriptions/notices.ts';
import { askedAboutStock } from '../recalls/notices.ts';
import { reportWaits } from '../reports/notices.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { activeChanged, ordersToReassign } from '../users/notices.ts';
import { type Message, notify } from './notify.ts';
import { findUserIdsOfType } from './queries.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };

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

describe('several about one order', () => {
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
    await say(
      me,
      await buildOrder(server.db),
      ...Array.from({ length: MAX_EARLIER + 3 }, (_, n) => `N° ${n}`),
    );
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
});

describe('links', () => {
  const userId = v7();
  const order = { id: v7(), number: 'CMD-000001', customerId: userId };
  const request = { id: v7(), patientId: userId };
  const roles = ['pharmacy', 'deliveryPerson', 'agent'] as const;

  /** The notifications of orders, consultations and accounts that this type receives, one for each link. */
  async function messagesFor(type: UserType): Promise<Message[]> {
    const partner = [
      shareEarned({ partnerId: userId, prescriptionNumber: 'ORD-12345678', amount: 500 }),
      shareCorrected({ partnerId: userId, prescriptionNumber: 'ORD-12345678', amount: 98 }),
      paidOut({ to: { id: userId, type: 'partnerDoctor' }, amount: 500 }),
      accountChanged({ id: userId, type: 'partnerDoctor' }, { operator: 'mtn', phone: '+2290166000008' }),
      prescriptionUsed({ authorId: userId, number: 'ORD-12345678' }, true),
      restRenounced({ authorId: userId, number: 'ORD-12345678' }),
      ...(await toDoctors(server.db, request.id)),
    ];
    const person = { ...(await server.signIn(type)).row };
    const supervisor = [
      paymentToReview(userId, { transactionId: 'T' }, 'raison'),
      paymentToReview(userId, { id: order.id, transactionId: 'T' }, 'raison'),
      ...(await toSupervisors(server.db, order, 'Commande livrée', '')),
      ...(await ordersToReassign(server.db, person, 2)),
    ];
    const customer = [
      toOne(userId, 'customer', order, 'En route', ''),
      prescriptionWaits(userId),
      restEnds(userId, '2026-11-27'),
      ...(['accepted', 'offered', 'completed'] as const).map((what) => toPatient(request, what)),
    ];
    const assigned = roles
      .filter((role) => role === type)
      .flatMap((role) => [
        toOne(userId, role, order, 'Commande assignée', ''),
        toReplaced(userId, role, order, 'Awa', null),
      ]);
    const waiting = (['agent', 'supervisor'] as const)
      .filter((reader) => reader === type)
      .map((reader) => reportWaits({ id: userId, type: reader }, order));
    return [
      ...waiting,
      activeChanged(person, true),
      activeChanged(person, false),
      ...assigned,
      ...(type === 'customer' ? customer : []),
      ...(type === 'supervisor' ? supervisor : []),
      ...(type === 'partnerDoctor' ? partner : []),
      ...(type === 'pharmacy' ? [askedAboutStock(userId)] : []),
    ];
  }

  describe.each(userTypes)('a notification of a %s', (type) => {
    it('leads to a page that they may open', async () => {
      const messages = await messagesFor(type);
      expect(messages.length).toBeGreaterThanOrEqual(2);
      for (const { title, link } of messages) {
        const [page = ''] = link.split('?');
        expect(pageAccess[page], `${title}: ${link}`).toContain(type);
      }
      expect(pageAccess[homes[type]]).toContain(type);
    });
  });

  it('leads an assigned pharmacist to the order', () => {
    const { link } = toOne(userId, 'agent', order, 'Commande assignée', '');
    expect(link).toBe(`/agent-dashboard?order=${order.id}`);
  });

  it('leads a super administrator to the benefits', () => {
    const { link } = payoutFailed(userId, { payeeId: v7(), name: 'Awa', amount: 500, reason: null });
    expect(link).toBe('/cpanel?tab=benefice');
  });
});
