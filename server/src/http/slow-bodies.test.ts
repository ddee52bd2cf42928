import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { limitSlowBodies } from './body.ts';

/**
 * Announces a body of ten bytes and sends these.
 * @returns what was received until the connection closed
 */
async function sendPart(port: number, body: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  socket.on('close', () => resolve(received));
  socket.on('error', () => {});
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\nconnection: close\r\n\r\n${body}`,
  );
  return promise;
}

it('closes the connection of an incomplete body, responds to a complete one', async () => {
  const app = Fastify();
  limitSlowBodies(app, 40);
  app.post('/', async () => ({ received: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await sendPart(port, '{"a":')).toBe('');
  expect(await sendPart(port, '{"a":1000}')).toContain('{"received":true}');
  await app.close();
});
