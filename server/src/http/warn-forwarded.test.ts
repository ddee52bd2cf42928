import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { buildApp } from './app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

/** The warnings of a server that gets these headers, one request each. */
async function warnings(trustProxy: number, sent: readonly Record<string, string>[]): Promise<string[]> {
  const lines: string[] = [];
  const stream = { write: (line: string) => void lines.push(line) };
  const app = await buildApp(t.ctx, { logger: { level: 'warn', stream }, trustProxy });
  for (const headers of sent) await app.inject({ url: '/api/zones', headers });
  await app.close();
  return lines.map((line) => JSON.parse(line).header);
}

it('warns once when a forwarded address arrives and no proxy is trusted', async () => {
  const from = { 'x-forwarded-for': '10.1.2.3' };
  expect(await warnings(0, [{}, from, from, { forwarded: 'for=10.1.2.3' }])).toEqual(['x-forwarded-for']);
  expect(await warnings(0, [{ forwarded: 'for=10.1.2.3' }])).toEqual(['forwarded']);
  expect(await warnings(0, [{ 'x-real-ip': '10.1.2.3' }])).toEqual(['x-real-ip']);
  expect(await warnings(1, [from])).toEqual([]);
  expect(await warnings(0, [{}])).toEqual([]);
});
