import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeHttp } from './close-http.ts';

/** A server with a pending request on a keep-alive connection. */
async function startPendingRequest() {
  const app = Fastify();
  const received = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/', () => {
    received.resolve();
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const call = request({ host: '127.0.0.1', port, agent: new Agent({ keepAlive: true }) });
  call.end();
  await received.promise;
  return { app, call, answer };
}

it('responds to a pending request, then closes its keep-alive connection', async () => {
  const { app, call, answer } = await startPendingRequest();
  const closed = closeHttp(app, 60_000);
  answer.resolve('whole');
  const [response] = await once(call, 'response');
  expect((await response.toArray()).join('')).toBe('whole');
  await closed;
});

it('closes the connection of a request that takes too long', async () => {
  const { app, call, answer } = await startPendingRequest();
  const error = once(call, 'error');
  const closed = closeHttp(app, 100);
  expect((await error)[0]).toMatchObject({ code: 'ECONNRESET' });
  await closed;
  answer.resolve('too late');
});
