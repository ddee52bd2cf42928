import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { orders } from '../database/schema/orders.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { tokenHash } from '../session/tokens.ts';
import { connectTo, eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { audienceOf } from './audience.ts';

let server: TestApp;
let test: LiveTest;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
});
afterAll(async () => {
  await test.live.close();
  await server.close();
});

const changes = (client: LiveClient) => eventsOf(client, 'changed').flat();

const gone = (client: LiveClient) => vi.waitFor(() => expect(client.socket.connected).toBe(false), WAIT);

describe('connecting', () => {
  it.each(userTypes)('accepts a %s', async (type) => {
    const client = await test.connect(await server.signIn(type));
    expect(client.socket.connected).toBe(true);
  });

  it.each([
    ['nothing', undefined],
    ['an unknown token', 'x'.repeat(43)],
    ['an object', { $ne: null }],
    ['a list', ['a']],
    ['a number', 7],
    ['a megabyte', 'x'.repeat(1_000_000)],
  ])('rejects %s as token', async (_, token) => {
    await expect(connectTo(test.url, token)).rejects.toThrow(/unauthorized|websocket error|closed/);
  });

  it('rejects an expired session, a revoked one and a disabled account', async () => {
    const disabled = await server.signIn('customer', { active: false });
    await expect(test.connect(disabled)).rejects.toThrow('unauthorized');
    const me = await server.signIn('customer');
    await server.call(me, 'POST', '/auth/logout');
    await expect(test.connect(me)).rejects.toThrow('unauthorized');
    const late = await server.signIn('customer');
    await server.db
      .update(sessions)
      .set({ expiresAt: server.clock.now() })
      .where(eq(sessions.tokenHash, tokenHash(late.token)));
    await expect(test.connect(late)).rejects.toThrow('unauthorized');
  });

  it('rejects a page of another site, and accepts one of its own', async () => {
    const { token } = await server.signIn('customer');
    await expect(connectTo(test.url, token, { origin: 'https://evil.example' })).rejects.toThrow();
    await connectTo(test.url, token, { origin: test.url });
  });

  it('rejects more than 30 connections of one person, until one is closed', async () => {
    const me = await server.signIn('customer');
    const clients = await Promise.all(Array.from({ length: 30 }, () => test.connect(me)));
    await expect(test.connect(me)).rejects.toThrow('too many connections');
    const [first] = clients;
    first?.socket.disconnect();
    await vi.waitFor(() => test.connect(me), WAIT);
  });
});

describe('a session that ends', () => {
  it('closes its sockets, not those of the other sessions', async () => {
    const me = await server.signIn('customer');
    const other = await server.session(me.row);
    const mine = await test.connect(me);
    const others = await test.connect(other);
    await server.call(me, 'POST', '/auth/logout');
    await gone(mine);
    await test.settled(others);
    expect(others.socket.connected).toBe(true);
  });

  it('closes its sockets when another session of the account ends it, not those of that session', async () => {
    const me = await server.signIn('agent');
    const mine = await test.connect(me);
    const others = await test.connect(await server.session(me.row));
    await server.call(me, 'DELETE', '/auth/sessions');
    await gone(others);
    await test.settled(mine);
    expect(mine.socket.connected).toBe(true);
  });

  it.each([
    ['disabling', { active: false }],
    ['another type', { type: 'deliveryPerson' as UserType }],
  ])('%s closes all of the account’s sockets', async (_, change) => {
    const me = await server.signIn('agent');
    const clients = [await test.connect(me), await test.connect(await server.session(me.row))];
    const bystander = await test.connect(await server.signIn('agent'));
    await server.db.update(users).set(change).where(eq(users.id, me.row.id));
    for (const client of clients) await gone(client);
    await test.settled(bystander);
    expect(bystander.socket.connected).toBe(true);
  });
});

describe('changes', () => {
  it('are announced after the commit, never after a rollback', async () => {
    const me = await server.signIn('customer');
    const client = await test.connect(me);
    const message = { userId: me.row.id, title: 'Non', message: '', link: '/tracking' };
    const undone = transact(server.db, async (tx) => {
      await notify(server.ctx.jobs, tx, server.clock.now(), [message]);
      throw new Error('rolled back');
    });
    await expect(undone).rejects.toThrow('rolled back');
    await transact(server.db, async (tx) => {
      await notify(server.ctx.jobs, tx, server.clock.now(), [{ ...message, title: 'Oui' }]);
      await test.settled(client);
      expect(eventsOf(client, 'notification')).toEqual([]);
    });
    await vi.waitFor(() => expect(eventsOf(client, 'notification')).toMatchObject([{ title: 'Oui' }]), WAIT);
  });

  it('a notification reaches all sockets of its owner and no others', async () => {
    const me = await server.signIn('supervisor');
    const other = await server.signIn('supervisor');
    const mine = [await test.connect(me), await test.connect(me)];
    const others = await test.connect(other);
    await notify(server.ctx.jobs, server.db, server.clock.now(), [
      { userId: me.row.id, title: 'Un', message: 'Un !', link: '/tracking' },
      { userId: me.row.id, title: 'Deux', message: 'Deux !', link: '/tracking' },
    ]);
    const { body } = await server.call(me, 'GET', '/notifications');
    for (const client of mine) {
      await vi.waitFor(
        () => expect(eventsOf(client, 'notification')).toEqual(body.notifications.toReversed()),
        WAIT,
      );
    }
    await test.settled(others);
    expect(eventsOf(others, 'notification')).toEqual([]);
    expect(changes(others)).not.toContain('notifications');
  });

  it('an order is announced to the people it names and to those who see all orders', async () => {
    const order = await buildOrder(server.db, { state: 'pending' });
    const [row] = await server.db.select().from(users).where(eq(users.id, order.customerId));
    const owner = await test.connect(await server.session(row as Visitor['row']));
    const strangers = await Promise.all(
      (['customer', 'pharmacy', 'deliveryPerson', 'partnerDoctor'] as const).map(async (type) =>
        test.connect(await server.signIn(type)),
      ),
    );
    const staff = await Promise.all(
      (['agent', 'supervisor', 'superAdmin'] as const).map(async (type) =>
        test.connect(await server.signIn(type)),
      ),
    );
    const pharmacy = await server.signIn('pharmacy');
    const assigned = await test.connect(pharmacy);
    await server.db.update(orders).set({ pharmacyId: pharmacy.row.id }).where(eq(orders.id, order.id));
    for (const client of [owner, assigned, ...staff]) {
      await vi.waitFor(() => expect(changes(client)).toContain('orders'), WAIT);
    }
    await test.settled(...strangers);
    for (const stranger of strangers) expect(changes(stranger)).not.toContain('orders');
  });

  it('a card is announced to its customer and to those who check cards', async () => {
    const customer = await server.signIn('customer');
    const told = [await test.connect(customer)];
    for (const type of ['agent', 'supervisor', 'superAdmin'] as const)
      told.push(await test.connect(await server.signIn(type)));
    await buildInsuranceCard(server.db, { ownerId: customer.row.id });
    for (const client of told) await vi.waitFor(() => expect(changes(client)).toContain('insurance'), WAIT);
    expect(audienceOf({ table: 'insurance_cards', op: 'update', id: null, people: ['her'] })).toEqual({
      resources: ['insurance'],
      rooms: ['person:her', 'type:agent', 'type:supervisor', 'type:superAdmin'],
    });
  });

  it('a payment is announced to its customer when something they see of it changes', async () => {
    const { customerId, paymentId } = await buildOrder(server.db, { state: 'pending' });
    const [row] = await server.db.select().from(users).where(eq(users.id, customerId));
    const client = await test.connect(await server.session(row as Visitor['row']));
    const change = (set: string) =>
      server.pool.query(`update payments set ${set} where id = $1`, [paymentId]);
    await test.settled(client);
    client.received.splice(0);
    await change('next_check_at = now()');
    await test.settled(client);
    expect(changes(client)).not.toContain('payments');
    await change(`status = 'review', review_reason = 'amount'`);
    await vi.waitFor(() => expect(changes(client)).toContain('payments'), WAIT);
  });

  it('after a lost connection to the database, everything is announced as changed', async () => {
    const client = await test.connect(await server.signIn('customer'));
    await server.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query = 'listen changes'`,
    );
    await vi.waitFor(() => expect(changes(client)).toContain('orders'), WAIT);
    client.received.length = 0;
    await test.settled(client);
  });
});

describe('a hostile client', () => {
  it('is disconnected for an unknown event', async () => {
    const client = await test.connect(await server.signIn('customer'));
    client.socket.emit('join', 'person:1');
    await gone(client);
  });

  it('is disconnected for a frame over 64 KB', async () => {
    const client = await test.connect(await server.signIn('customer'));
    client.socket.emit('x', 'x'.repeat(70_000));
    await gone(client);
  });
});
