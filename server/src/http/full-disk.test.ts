import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { buildApp } from './app.ts';

let t: TestApp;
let app: FastifyInstance;
let customer: Visitor;
let hasRoom: boolean;
/** The SQLSTATE with which the next statement of a webhook fails. */
let failure: string | null;

beforeAll(async () => {
  t = await startTestApp();
  customer = await t.signIn('customer');
  const readEvent = () => {
    if (failure === null) return null;
    throw new Error('Failed query', { cause: Object.assign(new Error('no space'), { code: failure }) });
  };
  const ctx = { ...t.ctx, payments: { ...t.ctx.payments, readEvent } };
  app = await buildApp(ctx, { logger: false, trustProxy: 0, limits: { hasRoom: () => hasRoom } });
});
afterAll(async () => {
  await app.close();
  await t.close();
});
beforeEach(() => {
  hasRoom = true;
  failure = null;
});

const ask = async (method: 'GET' | 'POST', path: string) => {
  const headers = { authorization: `Bearer ${customer.token}` };
  const { statusCode, body } = await app.inject({ method, url: path, headers });
  return { status: statusCode, body: JSON.parse(body) };
};
const ready = () => ask('GET', '/health/ready');

it('without room, writes are refused and reads are not, until there is room again', async () => {
  hasRoom = false;
  for (const [method, path] of [
    ['POST', '/api/orders'],
    ['POST', '/api/notifications/read-all'],
    ['POST', '/api/auth/login'],
  ] as const) {
    expect(await ask(method, path)).toMatchObject({
      status: 503,
      body: { code: 'UNAVAILABLE', message: 'Service momentanément indisponible. Veuillez réessayer.' },
    });
  }
  expect(await ask('POST', '/api/upload')).toMatchObject({
    status: 503,
    body: { code: 'STORAGE_UNAVAILABLE' },
  });
  expect(await ask('GET', '/api/orders')).toMatchObject({ status: 200 });
  expect(await ready()).toEqual({ status: 503, body: { status: 'disk full' } });
  expect(await ask('GET', '/health/live')).toMatchObject({ status: 200 });
  hasRoom = true;
  expect(await ask('POST', '/api/orders')).toMatchObject({ status: 422 });
  expect(await ready()).toMatchObject({ status: 200 });
});

it('a disk found full by the database or a file makes the server not ready for four seconds', async () => {
  for (const code of ['53100', 'ENOSPC', 'EDQUOT']) {
    failure = code;
    expect(await ask('POST', '/api/payments/webhooks/sandbox')).toMatchObject({ status: 503 });
    expect(await ready()).toEqual({ status: 503, body: { status: 'disk full' } });
    t.clock.advance(4);
    expect(await ready()).toMatchObject({ status: 200 });
  }
});

it('another error of the database leaves it ready', async () => {
  failure = '53300';
  expect(await ask('POST', '/api/payments/webhooks/sandbox')).toMatchObject({ status: 503 });
  expect(await ready()).toMatchObject({ status: 200 });
});
