import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp } from '../http/app.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { loggedRequest } from './log.ts';

let server: TestApp;
let app: FastifyInstance;
const lines: string[] = [];

beforeAll(async () => {
  server = await startTestApp();
  const stream = { write: (line: string) => void lines.push(line) };
  const logger = { level: 'info', stream, serializers: { req: loggedRequest } };
  app = await buildApp(server.ctx, { logger, trustProxy: 1 });
});
afterAll(async () => {
  await app.close();
  await server.close();
});
beforeEach(() => void lines.splice(0));

it('logs route patterns, not URLs', async () => {
  const secret = 'c2VjcmV0.c2lnbmF0dXJl';
  for (const [method, url] of [
    ['GET', `/api/files/${secret}`],
    ['HEAD', `/api/files/${secret}`],
    ['GET', `/api/files/${secret}/`],
    ['GET', '/api/prescriptions/search/ORD-80821772'],
    ['GET', '/api/prescriptions?q=Afi'],
  ] as const) {
    await app.inject({ method, url });
  }
  const log = lines.join('');
  expect(log).toContain('/api/prescriptions/search/:number');
  expect(log).not.toMatch(/c2VjcmV0|80821772|Afi/);
});

describe('the id of a request', () => {
  const GENERATED = /^[0-9a-f]{8}$/;

  it.each([
    ['none', undefined, GENERATED],
    ['that of a proxy', '7f3c9a1e-0d57-4e0e-b1d6-2f0c5c1d8a11', /^7f3c9a1e-0d57-4e0e-b1d6-2f0c5c1d8a11$/],
    ['an empty one', '', GENERATED],
    ['one of two lines', 'a\r\nset-cookie: b', GENERATED],
    ['one with quotes', '{"level":60}', GENERATED],
    ['a long one', 'a'.repeat(65), GENERATED],
  ])('with %s is in the response and in the log', async (_, given, expected) => {
    const headers = given === undefined ? {} : { 'x-request-id': given };
    const response = await app.inject({ url: '/health/live', headers });
    const id = response.headers['x-request-id'];
    expect(id).toMatch(expected);
    expect(lines.map((line) => JSON.parse(line).reqId)).toEqual([id, id]);
  });

  it('is ours without a proxy that we trust', async () => {
    const direct = await buildApp(server.ctx, { logger: false, trustProxy: 0 });
    const { headers } = await direct.inject({ url: '/health/live', headers: { 'x-request-id': 'given' } });
    expect(headers['x-request-id']).toMatch(GENERATED);
    await direct.close();
  });

  it.each(['/api/%', '/api/nowhere', '/api/zones'])('is in the refusal of %s', async (url) => {
    const { headers } = await app.inject({ url, headers: { 'x-request-id': 'proxy-1' } });
    expect(headers['x-request-id']).toBe('proxy-1');
  });
});
