import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { customerWith } from './long-history.fixture.ts';

let t: TestApp;
let baseUrl: string;
let folder: string;
beforeAll(async () => {
  t = await startTestApp();
  baseUrl = await t.listen();
  folder = await mkdtemp(join(tmpdir(), 'amasin-export-'));
});
afterAll(async () => {
  await t.close();
  await rm(folder, { recursive: true });
});

/** Downloads into a file, so that this process, which is also the server, has little to do for it. */
async function download({ token }: Visitor, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const request = get(`${baseUrl}/api${path}`, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  expect(response.statusCode).toBe(200);
  const file = join(folder, `${path.replaceAll('/', '-')}-${token.slice(0, 8)}`);
  await pipeline(response, (await open(file, 'wx')).createWriteStream());
  return file;
}

/** Calls of another customer, one after the other, while something is done; each must be answered. */
async function whileOthersCall<T>(name: string, work: () => Promise<T>): Promise<T> {
  const other = await t.signIn('customer');
  const times: number[] = [];
  let isOver = false;
  const calls = async () => {
    while (!isOver) {
      const before = performance.now();
      expect((await t.call(other, 'GET', '/orders')).status).toBe(200);
      times.push(performance.now() - before);
      await new Promise(setImmediate);
    }
  };
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  const memory = process.memoryUsage().rss;
  const before = performance.now();
  const [result] = await Promise.all([work().finally(() => (isOver = true)), calls()]);
  loop.disable();
  times.sort((one, next) => one - next);
  const p95 = times[Math.floor(times.length * 0.95)]!;
  const grown = Math.round((process.memoryUsage().rss - memory) / 1e6);
  process.stdout.write(
    `${name}: ${Math.round(performance.now() - before)} ms; ${times.length} calls of others, p95 ${Math.round(p95)} ms, ` +
      `longest ${Math.round(times.at(-1)!)} ms; event loop late by ${Math.round(loop.max / 1e6)} ms at most; ${grown} MB more\n`,
  );
  expect(times.length).toBeGreaterThan(10);
  expect(p95).toBeLessThan(250);
  return result;
}

it('70 MB are exported while others are answered', async () => {
  const customer = await customerWith(t, 17_500, 'Bonjour docteur, ma toux revient chaque nuit. ');
  const file = await whileOthersCall('70 MB as JSON', () => download(customer, '/users/me/export'));
  const json = readFileSync(file, 'utf8');
  expect(json.length).toBeGreaterThan(70_000_000);
  expect(JSON.stringify(JSON.parse(json)).split('"Texte":').length).toBeGreaterThan(17_500);
});

it('so are 70 MB five times at once, of five people', async () => {
  const customers: Visitor[] = [];
  for (let n = 0; n < 5; n += 1) customers.push(await customerWith(t, 17_500, `Question ${n} `));
  await whileOthersCall('five times 70 MB as JSON', () =>
    Promise.all(customers.map((one) => download(one, '/users/me/export'))),
  );
});

it.each([
  ['one Hebrew word', 'אבגדהוזחטי'],
  ['Hebrew words', 'אבגד הוזח טיכל '],
  ['Latin words', 'Bonjour docteur, ma toux '],
])('150 messages of 4,000 letters (%s) are drawn while others are answered', async (name, letters) => {
  const customer = await customerWith(t, 150, letters);
  const file = await whileOthersCall(`PDF of 600,000 letters, ${name}`, () =>
    download(customer, '/users/me/export/pdf'),
  );
  expect((await readPages(readFileSync(file))).length).toBeGreaterThan(50);
});

it('a paper ends where it would take too long, and says so', async () => {
  const customer = await customerWith(t, 300, 'a ');
  const file = await whileOthersCall('PDF of 600,000 words', () =>
    download(customer, '/users/me/export/pdf'),
  );
  expect((await readPages(readFileSync(file))).at(-1)).toContain('La suite est dans le fichier JSON.');
});
