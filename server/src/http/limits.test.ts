import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp({
    settings: {
      writesPerMinute: 2,
      searchesPerMinute: 2,
      paymentsPerMinute: 2,
      uploadsPerMinute: 2,
      messagesPerMinute: 2,
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
