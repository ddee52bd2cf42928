import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  for (let count = 0; count < 20; count += 1) await buildZone(server.db);
});
afterAll(() => server.close());

const get = (url: string, encoding?: string) =>
  server.app.inject({
    url: `/api${url}`,
    headers: {
      authorization: `Bearer ${customer.token}`,
      ...(encoding !== undefined && { 'accept-encoding': encoding }),
    },
  });

it.each([
  ['br, gzip, deflate', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)('a browser that accepts %s receives a list in %s', async (accepted, encoding, inflate) => {
  const plain = await get('/zones');
  const response = await get('/zones', accepted);
  expect(response.headers['content-encoding']).toBe(encoding);
  expect(response.headers.vary).toContain('accept-encoding');
  expect(response.headers.etag).toBe(plain.headers.etag);
  expect(inflate(response.rawPayload).toString()).toBe(plain.body);
  expect(response.rawPayload.length * 4).toBeLessThan(plain.rawPayload.length);
});

it('what is short, or for a client that accepts no compression, is sent as it is', async () => {
  for (const response of [await get('/zones'), await get('/zones', 'identity'), await get('/auth/me', 'br')])
    expect(response.headers).not.toHaveProperty('content-encoding');
});

it('a compressed request is refused, because it could become any size', async () => {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync(JSON.stringify({ phone: '0197000001', password: 'x'.repeat(100) })),
  });
  expect(statusCode).toBe(400);
});
