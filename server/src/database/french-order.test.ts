import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

test('French order sorts numbers by value and accented letters with their base letter', async () => {
  for (const label of [
    'Cotonou – 10e',
    'Étoile rouge',
    'Cotonou – 2e',
    'Fidjrossè',
    'Dantokpa',
    'Cotonou – 1er',
  ]) {
    await buildZone(t.db, { label });
  }
  const { body } = await t.call(await t.signIn('customer'), 'GET', '/zones');
  const labels = body.zones.map((zone: { label: string }) => zone.label);
  expect(labels).toEqual([
    'Cotonou – 1er',
    'Cotonou – 2e',
    'Cotonou – 10e',
    'Dantokpa',
    'Étoile rouge',
    'Fidjrossè',
  ]);
});
