import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { v7 } from 'uuid';
import { medicationForms } from '../../../domain/src/medications/form.ts';
import { searchText } from '../../../domain/src/medications/search-text.ts';
import { importPriceList } from '../../../server/src/medications/importing/import-catalogue.ts';
import { importDirectory } from '../../../server/src/pharmacies/importing/import-directory.ts';

/** As many as the real catalogue has. */
const MEDICATIONS = 12_284;
const PLACES = 127;
const TOWNS = ['Cotonou', 'Abomey-Calavi', 'Porto-Novo', 'Sèmè-Podji'];

/** Fills the catalogue, the directory of pharmacies and the zones: the real ones of AMASIN_DATA, otherwise made-up ones. */
export async function fillCatalogue({ db, pool }, at, count = MEDICATIONS) {
  const real = process.env.AMASIN_DATA;
  const file = (name) =>
    real && existsSync(join(real, name)) ? () => createReadStream(join(real, name)) : null;
  const [medications, places] = [file('medications.csv'), file('pharmacies.csv')];
  if (medications) await importPriceList(db, medications, new Date(at));
  else await insertMedications(pool, at, count);
  if (places) await importDirectory(db, places);
  else await insertPlaces(pool);
  await insertZones(pool, at);
}

const START = [
  'Para',
  'Amoxi',
  'Ibu',
  'Céfa',
  'Doxy',
  'Métro',
  'Ométo',
  'Losar',
  'Atorva',
  'Salbu',
  'Fluco',
  'Dexa',
];
const MIDDLE = [
  'céta',
  'cilli',
  'profé',
  'dro',
  'clari',
  'nida',
  'pra',
  'tané',
  'stati',
  'tamo',
  'nazo',
  'métha',
  'xaci',
];
const END = ['mol', 'ne', 'xil', 'zole', 'mycine', 'sone', 'pril', 'lol', 'dine', 'vir', 'flox'];
const DOSES = ['5 mg', '10 mg', '100 mg', '250 mg', '500 mg', '1 g', '2 %', '20 mg/ml'];

/** Combines syllables and doses; each name occurs once. */
function nameOf(n) {
  const pick = (list, by) => list[Math.floor(n / by) % list.length];
  const word = pick(START, 1) + pick(MIDDLE, START.length) + pick(END, START.length * MIDDLE.length);
  return `${word} ${DOSES[Math.floor(n / (START.length * MIDDLE.length * END.length)) % DOSES.length]}`;
}

async function insertMedications(pool, at, count) {
  const rows = Array.from({ length: count }, (_, n) => ({ label: nameOf(n), n }));
  await pool.query(
    `insert into medications (id, label, form, price_fcfa, requires_prescription, reviewed, search_text, created_at)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::boolean[], $6::boolean[], $7::text[], $8::timestamptz[])`,
    [
      rows.map(() => v7()),
      rows.map(({ label }) => label),
      rows.map(({ n }) => medicationForms[n % medicationForms.length]),
      rows.map(({ n }) => 200 + ((n * 37) % 400) * 25),
      rows.map(({ n }) => n % 3 === 0),
      rows.map(() => true),
      rows.map(({ label }) => searchText(label)),
      rows.map(() => new Date(at)),
    ],
  );
}

const insertPlaces = (pool) =>
  pool.query(
    `insert into places (id, source_id, name, latitude, longitude)
     select gen_random_uuid(), 'bench/' || i, 'Pharmacie ' || i, 6.33 + i % 13 * 0.01, 2.33 + i % 17 * 0.01
     from generate_series(1, $1) as i`,
    [PLACES],
  );

async function insertZones(pool, at) {
  const rows = Array.from(
    { length: 33 },
    (_, n) => `${TOWNS[n % TOWNS.length]} ${1 + Math.floor(n / TOWNS.length)}`,
  );
  await pool.query(
    `insert into zones (id, label, search_text, sectors, price_fcfa, town, created_at)
     select gen_random_uuid(), label, text, array[label], 500 + n::int % 6 * 100, 'Cotonou', $2
     from unnest($1::text[], $3::text[]) with ordinality as zone (label, text, n)`,
    [rows, new Date(at), rows.map(searchText)],
  );
}
