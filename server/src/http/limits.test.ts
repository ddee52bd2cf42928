import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveSandboxPortal } from '../payments/providers/sandbox-portal.ts';
import { type EmbeddedSms, serveSmsPage } from '../sms/embedded.ts';
import { startTestApp, TEST_SECRET, type TestApp } from '../testing/test-app.ts';
import { buildApp } from './app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({
    limits: {
      writesPerMinute: 2,
      searchesPerMinute: 2,
      paymentsPerMinute: 2,
      uploadsPerMinute: 2,
      messagesPerMinute: 2,
      exportsPerMinute: 2,
    },
  });
});
afterAll(() => server.close());

const TOO_MANY = {
  success: false,
  code: 'TOO_MANY_TRIES',
  message: 'Trop de tentatives. Veuillez réessayer dans quelques minutes.',
};

describe('the calls of a user that write', () => {
  it('are counted together, and refused above the limit with the time to wait', async () => {
    const customer = await server.signIn('customer');
    expect((await server.call(customer, 'PUT', '/users/update/me', { name: 'Afi' })).status).toBe(200);
    expect((await server.call(customer, 'POST', '/notifications/read-all')).status).toBe(204);
    const refused = await server.call(customer, 'PUT', '/users/update/me', { name: 'Trop' });
    expect(refused).toMatchObject({ status: 429, body: TOO_MANY });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await server.call(customer, 'GET', '/auth/me')).body.user.name).toBe('Afi');
  });

  it('are not counted for another user of the same network address', async () => {
    const first = await server.signIn('customer');
    const second = await server.signIn('customer');
    for (let n = 0; n < 3; n += 1) await server.call(first, 'POST', '/notifications/read-all');
    expect((await server.call(second, 'POST', '/notifications/read-all')).status).toBe(204);
  });

  it('are counted when they are refused, in all sessions of the user', async () => {
    const phone = await server.signIn('customer');
    const laptop = await server.session(phone.row);
    const missing = `/notifications/${v7()}/read`;
    expect((await server.call(phone, 'POST', missing)).status).toBe(404);
    expect((await server.call(laptop, 'POST', missing)).status).toBe(404);
    expect((await server.call(laptop, 'POST', missing)).status).toBe(429);
  });

  it('are limited one by one where they have their own limit, which other calls do not use up', async () => {
    const customer = await server.signIn('customer');
    for (let n = 0; n < 3; n += 1) await server.call(customer, 'POST', '/notifications/read-all');
    expect((await server.call(customer, 'POST', '/payments', {})).status).toBe(422);
  });
});

const writing = Object.entries<Endpoint>(endpoints).filter(
  ([, { allow, method }]) => allow !== 'public' && method !== 'GET',
);

it.each(writing)('%s is limited for each user', async (_, { allow, method, path }) => {
  const [type] = allow as Exclude<Endpoint['allow'], 'public'>;
  const visitor = await server.signIn(type ?? 'superAdmin');
  const call = async () => {
    // A sign-out ends only its own session.
    const session = await server.session(visitor.row);
    return (await server.call(session, method, path.replace(/\{\w+\}/g, v7()))).status;
  };
  const statuses = [await call(), await call(), await call()];
  expect(statuses.map((status) => status === 429)).toEqual([false, false, true]);
});

it.each([
  ['customer', 'POST', '/payments', 2],
  ['customer', 'POST', '/upload', 2],
  ['customer', 'POST', '/chat/x/message', 2],
  ['supervisor', 'GET', '/orders/export', 2],
] as const)(
  'a %s has one limit of %s %s over all processes, in each minute',
  async (type, method, path, limit) => {
    const { token } = await server.signIn(type);
    const other = await buildApp(server.ctx, { logger: false, trustProxy: 0 });
    const isRefused = async (app: typeof other) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.inject({ method, url: `/api${path}`, headers })).statusCode === 429;
    };
    for (let n = 0; n < limit; n += 1) expect(await isRefused(n % 2 === 0 ? other : server.app)).toBe(false);
    expect([await isRefused(server.app), await isRefused(other)]).toEqual([true, true]);
    server.clock.advance(60);
    expect(await isRefused(server.app)).toBe(false);
    await other.close();
  },
);

it.each([
  ['GET', '/api/zones', 503],
  ['GET', '/api/docs', 200],
  ['GET', '/api/docs/json', 200],
  ['HEAD', '/api/docs/yaml', 200],
  ['GET', '/api/docs/static/swagger-ui.css', 200],
  ['GET', '/api/dev/sms', 503],
  ['GET', '/sandbox-pay', 503],
  ['POST', '/sandbox-pay/transactions/x/approve', 503],
  ['GET', '/health/live', 200],
  ['GET', '/health/ready', 200],
  ['GET', '/api/unknown', 404],
] as const)('%s %s is answered with %i while no place is free', async (method, url, status) => {
  const app = await buildApp(server.ctx, { logger: false, trustProxy: 0, limits: { maxBusy: 0 } });
  serveSmsPage(app, { recent: () => [] } as unknown as EmbeddedSms);
  serveSandboxPortal(app, { db: server.db, clock: server.clock, secret: TEST_SECRET, lateMs: 1 });
  expect((await app.inject({ method, url })).statusCode).toBe(status);
  await app.close();
});

it.each([
  [null, 'POST', '/auth/login', 16],
  [null, 'POST', '/unknown', 16],
  [null, 'POST', '/payments/webhooks/fedapay', 64],
  ['customer', 'POST', '/orders', 256],
  ['agent', 'POST', '/prescriptions', 256],
  ['superAdmin', 'POST', '/zones', 1_024],
] as const)('for %s, %s %s takes a body of %i KB at most', async (type, method, path, kilobytes) => {
  const visitor = type && (await server.signIn(type));
  const send = (bytes: number) => server.call(visitor, method, path, { x: 'y'.repeat(bytes - 8) });
  expect((await send(kilobytes * 1_024)).status).not.toBe(413);
  expect(await send(kilobytes * 1_024 + 1)).toMatchObject({ status: 413, body: { code: 'TOO_LARGE' } });
});

it('limits the documentation for each address, whatever of it is asked for', async () => {
  const ask = async (n: number) =>
    (
      await server.app.inject({
        url: `/api/docs/${n % 2 === 0 ? 'json' : 'none'}`,
        remoteAddress: '10.3.3.3',
      })
    ).statusCode;
  const statuses = [];
  for (let n = 0; n < 121; n += 1) statuses.push(await ask(n));
  expect(new Set(statuses.slice(0, 120))).toEqual(new Set([200, 404]));
  expect(statuses[120]).toBe(429);
  expect((await server.app.inject({ url: '/api/docs/json' })).statusCode).toBe(200);
});

it.each(['/auth/captcha', '/house'])('limits GET %s for each address of visitors', async (path) => {
  const small = await buildApp(
    { ...server.ctx, limits: { ...server.ctx.limits, publicSearchesPerMinute: 2 } },
    { logger: false, trustProxy: 1 },
  );
  const ask = async (from: string) =>
    (await small.inject({ url: `/api${path}`, headers: { 'x-forwarded-for': from } })).statusCode;
  expect([await ask('10.4.4.4:1000'), await ask('10.4.4.4:2000'), await ask('10.4.4.4:3000')]).toEqual([
    200, 200, 429,
  ]);
  expect(await ask('10.4.4.5')).toBe(200);
  await small.close();
});
