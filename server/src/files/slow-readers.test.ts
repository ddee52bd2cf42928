import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { MAX_FILE_BYTES } from '@amasin/domain/files/file-category.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
const requests: ClientRequest[] = [];

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  for (const request of requests) request.destroy();
  await t.close();
});

it('thirty openings of a file of 10 MB that nobody reads do not take 300 MB', async () => {
  const baseUrl = await t.listen();
  const customer = await t.signIn('customer');
  const { key } = await buildFile(t.db, { ownerId: customer.row.id, bytes: MAX_FILE_BYTES });
  const bytes = Buffer.alloc(MAX_FILE_BYTES, 'picture');
  await t.ctx.files.write(key, bytes);
  const { body } = await t.call(customer, 'POST', '/upload/signed-url', { key });

  const before = process.memoryUsage().arrayBuffers;
  const responses = await Promise.all(
    times(30, async () => {
      const request = get(baseUrl + body.url, { agent: false });
      requests.push(request);
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return response;
    }),
  );
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * 1024 * 1024);
  expect((await buffer(responses[29]!)).equals(bytes)).toBe(true);
});
