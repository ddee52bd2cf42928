import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { limitSlowBodies } from './body.ts';

/** Sends a head that promises ten bytes of body, and these; resolves with all that comes back once the line is closed. */
async function sendPart(port: number, body: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const line = connect(port, '127.0.0.1');
  let heard = '';
  line.on('data', (chunk) => {
    heard += chunk;
  });
  line.on('close', () => resolve(heard));
  line.on('error', () => {});
  line.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\nconnection: close\r\n\r\n${body}`,
  );
  return promise;
}

it('whoever promises a body and does not send it is cut off; who sends it is answered', async () => {
  const app = Fastify();
  limitSlowBodies(app, 40);
  app.post('/', async () => ({ heard: true }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  expect(await sendPart(port, '{"a":')).toBe('');
  expect(await sendPart(port, '{"a":1000}')).toContain('{"heard":true}');
  await app.close();
});
