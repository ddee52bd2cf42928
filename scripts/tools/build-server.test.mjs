import { readFileSync, statSync } from 'node:fs';
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
