import type { SQL } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import type { Database } from '../database/database.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { searchOnce } from './find.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  for (const label of ['Doliprane 500 mg', 'Dolirhume', 'Amoxicilline + acide clavulanique']) {
    await buildMedication(server.db, { label });
  }
  for (const n of [1, 2, 3, 4, 5]) await buildMedication(server.db, { label: `Zincor ${n}` });
  await buildMedication(server.db, { label: 'Zincal' });
});
afterAll(() => server.close());

const search = async (q: string): Promise<string[]> => {
  const { status, body } = await server.call(
    customer,
    'GET',
    `/medications/search?q=${encodeURIComponent(q)}`,
  );
  expect(status).toBe(200);
  return body.medications.map(({ label }: { label: string }) => label);
};

it('forgives a typo in two words of a search, not in three', async () => {
  expect(await search('amixicilline acede clavulanique')).toEqual(['Amoxicilline + acide clavulanique']);
  expect(await search('amixicilline acede clavulonique')).toEqual([]);
});

it('looks for typos only when fewer than five labels match', async () => {
  expect(await search('zincor')).toHaveLength(5);
  expect(await search('zincor 1')).toEqual(['Zincor 1']);
  expect(await search('zinco')).not.toContain('Zincal');
  expect(await search('zincax')).toContain('Zincal');
});

it('corrects eight searches at once and for a second at most; the others have their exact results', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const reading = vi.fn();
  // A database in which the words of the catalogue, which corrections need, are read slowly.
  const slow: Database = Object.create(server.db, {
    execute: {
      value: async (query: SQL) => {
        reading();
        await held;
        return server.db.execute(query);
      },
    },
  });
  const find = async (phrase: string) =>
    (await searchOnce(slow, phrase, { orderableOnly: true, limit: 20 })).map(({ label }) => label);
  const typed = ['do', 'dol', 'doli', 'dolip', 'dolipr', 'dolipra', 'dolipran', 'doliprane'];
  const waiting = Promise.all(typed.map((begin) => find(`${begin} 500`)));
  try {
    await vi.waitFor(() => expect(reading).toHaveBeenCalled(), { timeout: 60_000, interval: 5 });
    // These have enough exact results; meanwhile the eight above come to wait for their corrections.
    for (const phrase of ['zincor', 'zinco', 'zinc', 'zin'])
      expect((await find(phrase)).length).toBeGreaterThan(4);
    expect(await find('dolirhum')).toEqual(['Dolirhume']);
    expect(await find('dolirhime')).toEqual([]);
    // Although the words are still being read.
    expect(await waiting).toEqual(typed.map(() => ['Doliprane 500 mg']));
  } finally {
    release();
  }
  // What was found without corrections is not kept.
  await vi.waitFor(async () => expect(await find('dolirhime')).toEqual(['Dolirhume']), {
    timeout: 60_000,
    interval: 5,
  });
});

it.each([
  [
    'nine long misspelt words',
    'paracetimol amixicilline doliprene acede clavulonique zincar dolirhime ibuprofane',
  ],
  ['one-letter words', 'a b c d e f g h i j k l m n o p q r s t u v w x y z 0 1 2 3 4 5 6 7 8 9'],
  ['the same word forty times', 'z '.repeat(40)],
  ['200 characters', 'zinc'.repeat(50)],
  ['signs of LIKE and of a tsquery', `%_%' & zincor:* | !doliprane <-> \\ (`],
  ['combining accents only', '\u0301'.repeat(80)],
  ['a letter under eighty accents', `z${'\u0301'.repeat(79)}`],
])('responds to %s', async (_, q) => {
  expect((await search(q)).length).toBeLessThanOrEqual(20);
});
