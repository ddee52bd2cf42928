import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Earnings, prepareEarnings } from '../benefits/earnings.fixture.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { buildApp } from '../http/app.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The connection drops during COMMIT. A retry pays only once.

/** When the connection to the database drops: before COMMIT arrives, or before its response is received. */
type Cut = 'before' | 'after';

let server: TestApp;
let earnings: Earnings;
let admin: Visitor;
let proxy: Awaited<ReturnType<typeof openProxy>>;
let opened: OpenDatabase;
let app: Awaited<ReturnType<typeof buildApp>>;

/** A proxy to the database whose connections can be dropped. */
async function openProxy(target: NetConnectOpts) {
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
    let dropsResponse = false;
    database.on('data', (bytes) => {
      // The database responded, so the transaction is committed.
      if (dropsResponse) end();
      else client.write(bytes);
    });
    client.on('data', (bytes) => {
      const found = bytes.includes('commit\0') ? cut : null;
      if (found !== null) cut = null;
      if (found === 'before') return end();
      dropsResponse ||= found === 'after';
      database.write(bytes);
    });
  });
  await new Promise<void>((resolve) => void relay.listen(0, '127.0.0.1', resolve));
  return {
    port: (relay.address() as AddressInfo).port,
    dropNext: (where: Cut) => {
      cut = where;
    },
    isPending: () => cut !== null,
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
  proxy = await openProxy(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  opened = openDatabase({ host: '127.0.0.1', port: proxy.port, user, password, database }, () => {});
  app = await buildApp({ ...server.ctx, db: opened.db }, { logger: false, trustProxy: 0 });
});
afterAll(async () => {
  await app.close();
  await opened.close();
  proxy.close();
  await expectInvariants(server.db);
  await server.close();
});

async function pay(to: 'partner' | 'superadmin', payload: object, key: string | null) {
  const response = await app.inject({
    method: 'POST',
    url: `/api/benefics/pay/${to}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(key !== null && { 'idempotency-key': key }),
    },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
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
] as const)('a connection dropped %s COMMIT arrives, with %s', (where, named) => {
  const key = named === 'a key' ? where : null;

  it('a retried payout to partners is paid once', async () => {
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    await earnings.order(doctor.row.id, 2_000);
    const before = (await payouts()).length;
    const body = [{ idPartner: doctor.row.id, amount: 400 }];
    proxy.dropNext(where);
    expect((await pay('partner', body, key)).body.code).toBe('UNAVAILABLE');
    expect(proxy.isPending()).toBe(false);
    const again = await pay('partner', body, key);
    expect(again.status).toBe(200);
    expect((await pay('partner', body, key)).body).toEqual(again.body);
    expect((await payouts()).slice(before)).toEqual([again.body.payments[0]._id]);
  });

  it('a retried payout of the platform’s share is paid once', async () => {
    await earnings.order(null, 2_000);
    const before = (await payouts()).length;
    proxy.dropNext(where);
    const amount = where === 'after' ? 300 : 301;
    const shareKey = key && `${key} share`;
    expect((await pay('superadmin', { amount }, shareKey)).body.code).toBe('UNAVAILABLE');
    const again = await pay('superadmin', { amount }, shareKey);
    expect(again.status).toBe(200);
    expect((await pay('superadmin', { amount }, shareKey)).body).toEqual(again.body);
    expect((await payouts()).slice(before)).toEqual([again.body.payment._id]);
  });
});
