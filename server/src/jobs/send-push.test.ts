import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { Agent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { transact } from '../database/transaction.ts';
import { notify } from '../notifications/notify.ts';
import { FRESH_MS, webPushSender } from '../notifications/push.ts';
import type { PushSender } from '../ports/push-sender.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { openQueue, type Queue } from './open-queue.ts';
import { startJobs } from './start-jobs.ts';

const HOST = 'https://push.example';
const vapid = { ...webPush.generateVAPIDKeys(), subject: 'mailto:essai@exemple.bj' };
const soon = { timeout: 60_000, interval: 100 };

interface Received {
  readonly path: string;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: number;
}

/** The requests that the fake push service received, and its responses by path. */
const received: Received[] = [];
const statuses = new Map<string, number>();
const service = createServer(async (request, response) => {
  let bytes = 0;
  for await (const chunk of request) bytes += chunk.length;
  const path = request.url ?? '';
  received.push({ path, headers: request.headers, bytes });
  response.writeHead(statuses.get(path) ?? 201).end();
});
/** Payloads before their encryption. */
const payloads: unknown[] = [];

let server: TestApp;
let queue: Queue;
let jobs: { stop(): Promise<void> };

beforeAll(async () => {
  service.listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const agent = new Agent();
  agent.createConnection = () => connect(port, '127.0.0.1');
  const real = webPushSender(vapid, agent);
  const push: PushSender = {
    publicKey: real.publicKey,
    send: (target, payload) => {
      payloads.push(JSON.parse(payload));
      return real.send(target, payload);
    },
  };
  server = await startTestApp({ push });
  queue = await openQueue(server.pool, (error) => server.ctx.log.error(error, ''));
  jobs = await startJobs(server.ctx, queue.boss, 0.5);
});
afterAll(async () => {
  await jobs.stop();
  await server.close();
  service.close();
});
beforeEach(() => {
  received.length = 0;
  payloads.length = 0;
  statuses.clear();
});

/** Subscribes with the keys of a browser. */
async function subscribe(visitor: Visitor, name: string): Promise<void> {
  const browser = webPush.generateVAPIDKeys();
  const keys = { p256dh: browser.publicKey, auth: randomBytes(16).toString('base64url') };
  const body = { endpoint: `${HOST}/${name}`, keys };
  expect((await server.call(visitor, 'POST', '/push/subscriptions', body)).status).toBe(204);
}

const message = ({ row }: Visitor, title: string) => ({
  userId: row.id,
  title,
  message: 'Votre Paracétamol, Mme Houngbédji',
  link: '/tracking?order=1',
});
const tell = (visitor: Visitor, title: string) =>
  notify(queue.jobs, server.db, server.clock.now(), [message(visitor, title)]);
const pathsNow = () => received.map(({ path }) => path);

/** Waits until every enqueued job has ended, or waits for another attempt. */
async function settled(): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await server.pool.query(
      `select state from pgboss.job where name = 'send-push' and state in ('created', 'active')`,
    );
    expect(rows).toEqual([]);
  }, soon);
}

it('sends an encrypted request to each browser of the owner, with title and link only', async () => {
  const me = await server.signIn('customer');
  const other = await server.signIn('customer');
  const tablet = await server.session(me.row);
  await subscribe(me, 'phone');
  await subscribe(tablet, 'tablet');
  await subscribe(other, 'other');
  await tell(me, 'En route');
  await vi.waitFor(() => expect(pathsNow().sort()).toEqual(['/phone', '/tablet']), soon);
  await settled();
  expect(pathsNow()).toHaveLength(2);
  const { rows } = await server.pool.query('select id from notifications where user_id = $1', [me.row.id]);
  const payload = { id: rows[0].id, title: 'En route', link: '/tracking?order=1' };
  expect(payloads).toEqual([payload, payload]);
  for (const { headers, bytes } of received) {
    expect(headers).toMatchObject({
      ttl: '3600',
      urgency: 'high',
      'content-encoding': 'aes128gcm',
      authorization: expect.stringContaining(`k=${vapid.publicKey}`),
    });
    expect(bytes).toBeGreaterThan(100);
  }
});

it('sends nothing of a transaction that was rolled back, and enqueues nothing without a subscription', async () => {
  const me = await server.signIn('agent');
  const without = await server.signIn('agent');
  await subscribe(me, 'undone');
  const undone = transact(server.db, async (tx) => {
    await notify(queue.jobs, tx, server.clock.now(), [message(me, 'Jamais')]);
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  await tell(without, 'Personne');
  await tell(me, 'Après');
  await vi.waitFor(() => expect(payloads).toHaveLength(1), soon);
  await settled();
  expect(payloads).toMatchObject([{ title: 'Après' }]);
});

it.each([404, 410])('a response %i deletes the subscription', async (status) => {
  const me = await server.signIn('customer');
  await subscribe(me, `gone-${status}`);
  statuses.set(`/gone-${status}`, status);
  await tell(me, 'Parti');
  const left = () =>
    server.pool.query('select from push_subscriptions where endpoint like $1', [`%gone-${status}`]);
  await vi.waitFor(async () => expect((await left()).rowCount).toBe(0), soon);
});

it.each([500, 302])('a response %i is retried like an SMS; the subscription stays', async (status) => {
  const me = await server.signIn('customer');
  await subscribe(me, `busy-${status}`);
  statuses.set(`/busy-${status}`, status);
  await tell(me, 'Plus tard');
  const retried = () =>
    server.pool.query(
      `select retry_limit, retry_delay from pgboss.job j join push_subscriptions p on p.id::text = j.data->>'subscriptionId'
       where j.name = 'send-push' and j.state = 'retry' and p.endpoint = $1`,
      [`${HOST}/busy-${status}`],
    );
  await vi.waitFor(async () => {
    expect((await retried()).rows).toEqual([{ retry_limit: 3, retry_delay: 40 }]);
  }, soon);
  expect(pathsNow()).toEqual([`/busy-${status}`]);
});

it('sends no old or read notification, and none after sign-out or when another user subscribed the browser', async () => {
  const people = {
    late: await server.signIn('customer'),
    reader: await server.signIn('customer'),
    leaver: await server.signIn('customer'),
    former: await server.signIn('customer'),
  };
  await jobs.stop();
  for (const [name, visitor] of Object.entries(people)) await subscribe(visitor, `not-${name}`);
  const old = new Date(server.clock.now().getTime() - FRESH_MS);
  const paused = await openQueue(server.pool, () => {});
  await notify(paused.jobs, server.db, old, [message(people.late, 'Ancienne')]);
  for (const one of [people.reader, people.leaver, people.former]) {
    await notify(paused.jobs, server.db, server.clock.now(), [message(one, 'Nouvelle')]);
  }
  await server.call(people.reader, 'POST', '/notifications/read-all');
  await server.call(people.leaver, 'POST', '/auth/logout');
  await subscribe(await server.signIn('customer'), 'not-former');
  await paused.boss.stop({ graceful: false });
  queue = await openQueue(server.pool, () => {});
  jobs = await startJobs(server.ctx, queue.boss, 0.5);
  await settled();
  expect(pathsNow()).toEqual([]);
});
