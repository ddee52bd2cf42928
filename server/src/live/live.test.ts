import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { orders } from '../database/schema/orders.ts';
import { strayDebits } from '../database/schema/refunds.ts';
import { sessions } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { sendRefunds } from '../payments/refund.ts';
import { tokenHash } from '../session/tokens.ts';
import { connectTo, eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { elsewhere, fillBasket, openPayment, refundBehaves, report, reportOf } from '../testing/pay.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { audienceOf } from './audience.ts';
import { collectHints } from './forward.ts';

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

beforeAll(async () => {});

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

  it('closes all sockets of a customer who deletes her account, whose rows stay or go', async () => {
    const passwordHash = await quickHash('secret');
    for (const hasHistory of [true, false]) {
      const me = await server.signIn('customer', { passwordHash });
      if (hasHistory) await buildOrder(server.db, { state: 'ended', customerId: me.row.id });
      const clients = [await test.connect(me), await test.connect(await server.session(me.row))];
      const deleted = await server.call(me, 'POST', '/users/me/delete', { password: 'secret' });
      expect(deleted.status).toBe(204);
      for (const client of clients) await gone(client);
    }
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

it('sends a hundred changes of a room as one event with each resource once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: [string, string[]][] = [];
  const hints = collectHints((room, resources) => sent.push([room, resources]));
  for (let n = 0; n < 100; n += 1)
    hints.add(['type:agent', 'type:supervisor'], n % 2 ? 'orders' : 'payments');
  vi.advanceTimersByTime(99);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([
    ['type:agent', ['payments', 'orders']],
    ['type:supervisor', ['payments', 'orders']],
  ]);
  hints.add(['type:agent'], 'orders');
  vi.advanceTimersByTime(100);
  expect(sent).toHaveLength(3);
});

describe('a payment under review', () => {
  let supervisor: Visitor;
  let customer: Visitor;
  let opened: { transactionId: string; amount: number };
  /** Connections of the people who decide about payments; those below do not. */
  let deciders: LiveClient[];
  let agent: LiveClient;
  let owner: LiveClient;
  let stranger: LiveClient;

  beforeAll(async () => {
    supervisor = await server.signIn('supervisor');
    customer = await server.signIn('customer');
  });
  beforeEach(async () => {
    const { order } = await fillBasket(server);
    opened = await openPayment(server, customer, { order: elsewhere(order) });
    deciders = [await test.connect(supervisor), await test.connect(await server.signIn('superAdmin'))];
    agent = await test.connect(await server.signIn('agent'));
    owner = await test.connect(customer);
    stranger = await test.connect(await server.signIn('customer'));
  });

  /** Does this, and waits until everyone has been told. */
  async function tell(change: () => Promise<unknown>) {
    const all = [...deciders, agent, owner, stranger];
    await test.settled(...all);
    for (const client of all) client.received.length = 0;
    await change();
    await test.settled(...all);
  }

  /** Supervisors and super administrators were told to reload payments and orders (whose list counts payments); nobody else was. */
  function expectTold() {
    for (const client of deciders) {
      expect(changes(client)).toContain('payments');
      expect(changes(client)).toContain('orders');
    }
    for (const client of [agent, stranger]) expect(changes(client)).not.toContain('payments');
  }

  const reported = (change: object) => () => report(server, reportOf(opened, change));
  const decide = (path: string, body?: object) => async () =>
    expect((await server.call(supervisor, 'POST', path, body)).status).toBe(204);

  it('a payment that enters review is announced to those who decide about it, and to its customer', async () => {
    await tell(reported({ amount: 100 }));
    expectTold();
    expect(changes(owner)).toContain('payments');
  });

  it.each([
    ['seen', { note: 'Vu avec MTN' }],
    ['refund', undefined],
  ])('a payment that leaves review (%s) is announced to those who decide', async (path, body) => {
    await reported({ amount: 100 })();
    await tell(decide(`/payments/${opened.transactionId}/${path}`, body));
    expectTold();
  });

  it('a paid payment is not announced to them, only its order', async () => {
    await tell(reported({}));
    for (const client of deciders) {
      expect(changes(client)).toContain('orders');
      expect(changes(client)).not.toContain('payments');
    }
    expect(changes(owner)).toContain('payments');
  });

  it('money without a payment is announced to those who decide, when it arrives and when it is closed', async () => {
    await reported({})();
    await tell(reported({ reference: `REF-${opened.transactionId}` }));
    expectTold();
    const [debit] = await server.db.select().from(strayDebits);
    await tell(decide(`/debits/${debit?.id}/seen`, { note: 'Rendu en agence' }));
    expectTold();
  });

  it('a refund without an order that the provider refuses is announced to those who decide', async () => {
    await reported({ amount: 4_500 })();
    await refundBehaves(server, opened.transactionId, 'decline');
    await decide(`/payments/${opened.transactionId}/refund`)();
    await tell(() => sendRefunds(server.ctx));
    expectTold();
  });
});
