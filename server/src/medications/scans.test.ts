import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/database.ts';
import { addLargeCatalogue, scansOf } from '../testing/large-catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findMatches } from './find.ts';
import { findMedications, findNamedMedications } from './queries.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
  await addLargeCatalogue(server.db);
});
afterAll(() => server.close());

it('the items of an order are found by id and by label with an index each', async () => {
  const label = 'marque00007 zentiva 1000 mg comprime';
  const [{ id } = { id: '' }] = await findNamedMedications(server.db, [], [label]);
  const found = (await findNamedMedications(server.db, [id, v7()], [label, 'unknown'])).map((row) => row.id);
  expect(found).toEqual([id]);
  const scanned = await scansOf(
    server.pool,
    'medications',
    (db) => findNamedMedications(db, [id, v7(), v7()], []),
    (db) => findNamedMedications(db, [], [label, 'unknown']),
    (db) => findNamedMedications(db, [id], [label]),
  );
  expect(scanned).toEqual(['medications_pkey', 'medications_prefix']);
});

it.each([
  [true, 'medications_orderable', 11_250],
  [false, 'medications_french', 12_500],
])(
  'a page of the catalogue (orderable only: %s) is read in the order of its index',
  async (orderableOnly, index, total) => {
    const read = (page: number) => (db: Database) => findMedications(db, { orderableOnly, page, limit: 20 });
    const { rows, ...rest } = await read(2)(server.db);
    expect([rows.length, rest]).toEqual([20, { total }]);
    // The total is counted in the table, in a millisecond.
    expect(await scansOf(server.pool, 'medications', read(1), read(2), read(30))).toEqual([
      'medications',
      index,
    ]);
  },
);

it('a search reads the indexes of labels and words, with and without typos', async () => {
  const search =
    (phrase: string) =>
    (db: Database, time = 0) =>
      findMatches(db, phrase, { orderableOnly: true, limit: 20 - time });
  const found = async (phrase: string) => (await search(phrase)(server.db)).map(({ label }) => label);
  const label = 'Marque00005 biogaran 250 mg, comprimé';
  expect(await found('marque0000')).toHaveLength(9);
  expect(await found('250 marque00005')).toEqual([label]);
  expect(await found('biogaren marque00005')).toEqual([label]);
  expect(await found('biogaren conprime marque00005')).toEqual([label]);
  const phrases = [
    'marque0000',
    '250 marque00005',
    'biogaren marque00005',
    'comprime',
    'conprime',
    'm a r q u e',
    // Brands: typed whole, begun, misspelt.
    'doliprane',
    'dolipr',
    'dolipzane',
  ];
  expect(await scansOf(server.pool, 'medications', ...phrases.map(search))).toEqual([
    'medications_prefix',
    'medications_words',
  ]);
});
