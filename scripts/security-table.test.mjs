import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// docs/securite.md names the tests of each rule of security, by a path that leads to one file.
const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'docs', 'securite.md'), 'utf8');
const rows = text
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
  .map((line) => line.slice(2, -2).split(' | '));
const tests = ['domain/src', 'server/src', 'web/src', 'web/service-worker', 'e2e'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((path) => /\.(test|spec)\.tsx?$/.test(path))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`),
);

test('each test that it cites is one file', () => {
  const cited = [...text.matchAll(/`([^`]+\.(?:test|spec)\.tsx?)`/g)].map(([, path]) => path);
  expect(cited.length).toBeGreaterThan(100);
  const faults = cited
    .map((citation) => [citation, tests.filter((path) => `/${path}`.endsWith(`/${citation}`)).length])
    .filter(([, files]) => files !== 1);
  expect(faults).toEqual([]);
});

test('each document that it cites exists', () => {
  const cited = [...text.matchAll(/`((?:docs|scripts|deploy)\/[^`]+\.(?:md|mjs))`/g)].map(([, path]) => path);
  expect(cited.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('F1 to F35 each have a row with a test', () => {
  const ids = rows
    .filter(([id, , cited]) => /^F\d+$/.test(id) && cited?.includes('.test.'))
    .map(([id]) => id);
  expect(ids).toEqual(Array.from({ length: 35 }, (_, index) => `F${index + 1}`));
});
