import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { ensureServerBuilt } from './build-server.mjs';
import { root } from './run.mjs';

test('the server is bundled once for the same sources', async () => {
  const entry = await ensureServerBuilt();
  const { mtimeMs } = statSync(entry);
  expect(await ensureServerBuilt()).toBe(entry);
  expect(statSync(entry).mtimeMs).toBe(mtimeMs);
});

test('the bundle of the server has a map to its sources', async () => {
  const { sources } = JSON.parse(readFileSync(`${await ensureServerBuilt()}.map`, 'utf8'));
  const entry = pathToFileURL(await ensureServerBuilt());
  expect(sources.map((source) => new URL(source, entry).href)).toContain(
    pathToFileURL(`${root}/server/src/main.ts`).href,
  );
});

test('the server leaves out what it does not use of its packages', async () => {
  const folder = dirname(await ensureServerBuilt());
  const read = (extension) =>
    readdirSync(folder)
      .filter((name) => name.endsWith(extension))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
  const sources = read('.map').flatMap((map) => JSON.parse(map).sources);
  expect(sources.filter((source) => /\/node_modules\/(glob|rrule-temporal)\//.test(source))).toEqual([]);
  expect(read('.mjs').filter((text) => /(?:require\(|from ?|import ?)"node:http2"/.test(text))).toEqual([]);
});
