import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { buildApp } from '../http/app.ts';
import { expectWhole } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// RELIABILITY 4: a connection that drops during COMMIT. Whoever asks again with the same key has paid once.

/** Where the line to the database is cut, once: before COMMIT arrives there, or before its answer comes back. */
type Cut = 'before' | 'after';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let line: Awaited<ReturnType<typeof openLine>>;
let opened: OpenDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;

/** A way to the database that can be cut. */
async function openLine(target: NetConnectOpts) {
  let cut: Cut | null = null;
  const sockets = new Set<Socket>();
  const relay = createServer((client) => {
    const database = connect(target);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', end).on('close', end);
    }
    let isDeaf = false;
    database.on('data', (bytes) => {
      // Answered, and so committed.
      if (isDeaf) end();
      else client.write(bytes);
    });
    client.on('data', (bytes) => {
      const found = bytes.includes('commit\0') ? cut : null;
      if (found !== null) cut = null;
      if (found === 'before') return end();
      isDeaf ||= found === 'after';
      database.write(bytes);
    });
  });
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    cutNext: (where: Cut) => {
      cut = where;
    },
    isWhole: () => cut !== null,
    close: () => {
      for (const socket of sockets) socket.destroy();
      relay.close();
    },
  };
}

beforeAll(async () => {
  server = await startTestApp();
  earnings = await prepareEarnings(server.db);
  admin = await server.signIn('superAdmin');
  const { host, port, user, password, database } = await server.pool.connect().then((client) => {
    client.release();
    return client as unknown as Record<'host' | 'user' | 'password' | 'database', string> & { port: number };
  });
  line = await openLine(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  opened = openDatabase({ host: '127.0.0.1', port: line.port, user, password, database }, () => {});
  app = await buildApp({ ...server.ctx, db: opened.db }, { logger: false, trustProxy: 0 });
});
afterAll(async () => {
  await app.close();
  await opened.close();
  line.close();
  await expectWhole(server.db);
  await server.close();
});

async function pay(to: 'partner' | 'superadmin', payload: object, key: string | null) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/benefics/pay/${to}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    payload,
  });
  return { status: answer.statusCode, body: answer.json() };
}
const payouts = async () =>
  (await server.pool.query(`select id from journals where kind = 'payout' order by id`)).rows.map(
    ({ id }) => id,
  );

describe.each([
  ['after', 'a key'],
  ['after', 'no key'],
  ['before', 'a key'],
  ['before', 'no key'],
] as const)('a line cut %s COMMIT arrives, %s', (where, named) => {
  const key = named === 'a key' ? where : null;

  it('partners asked for again are paid once', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    await earnings.order(doctor.row.id, 2_000);
    const before = (await payouts()).length;
    const body = [{ idPartner: doctor.row.id, amount: 400 }];
    line.cutNext(where);
    expect((await pay('partner', body, key)).body.code).toBe('UNAVAILABLE');
    expect(line.isWhole()).toBe(false);
    const again = await pay('partner', body, key);
    expect(again.status).toBe(200);
    expect((await pay('partner', body, key)).body).toEqual(again.body);
    expect((await payouts()).slice(before)).toEqual([again.body.payments[0]._id]);
  });

  it('the platform’s own share asked for again is paid once', async () => {
    await earnings.order(null, 2_000);
    const before = (await payouts()).length;
    line.cutNext(where);
    const amount = where === 'after' ? 300 : 301;
    const shareKey = key && `${key} share`;
    expect((await pay('superadmin', { amount }, shareKey)).body.code).toBe('UNAVAILABLE');
    const again = await pay('superadmin', { amount }, shareKey);
    expect(again.status).toBe(200);
    expect((await pay('superadmin', { amount }, shareKey)).body).toEqual(again.body);
    expect((await payouts()).slice(before)).toEqual([again.body.payment._id]);
  });
});
