import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeHttp } from './close-http.ts';

/** A server with one request under way, on a connection that its caller keeps. */
async function answering() {
  const app = Fastify();
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, agent: new Agent({ keepAlive: true }) });
  call.end();
  await asked.promise;
  return { app, call, answer };
}

it('a request under way is answered, and its connection does not hold the server', async () => {
  const { app, call, answer } = await answering();
  const closed = closeHttp(app, 60_000);
  answer.resolve('whole');
  const [response] = await once(call, 'response');
  expect((await response.toArray()).join('')).toBe('whole');
  await closed;
});

it('a request that finds no end is cut', async () => {
  const { app, call, answer } = await answering();
  const cut = once(call, 'error');
  const closed = closeHttp(app, 100);
  expect((await cut)[0]).toMatchObject({ code: 'ECONNRESET' });
  await closed;
  answer.resolve('too late');
});
