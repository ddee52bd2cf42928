import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { countPrescribed } from './find.ts';

const DAY_S = 24 * 3_600;

let server: TestApp;
let customer: Visitor;
const medicines = new Map<string, MedicationRow>();

const catalogue: readonly (readonly [label: string, substances: string])[] = [
  ['Metformine 1000 mg', 'Metformine'],
  ['Metformine 500 mg', 'Metformine'],
  ['Metformine 850 mg', 'Metformine'],
  ['Metformine + sitagliptine 1000 mg', 'Metformine + sitagliptine'],
  ['Metolazone 5 mg', 'Métolazone'],
  ['Glucophage 1000 mg', 'Metformine'],
  ['Glucophage 500 mg', 'Metformine'],
  ['Stagid 700 mg', 'Metformine'],
];

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
  for (const [label, substances] of catalogue)
    medicines.set(label, await buildMedication(server.db, { label, substances }));
});
afterAll(() => server.close());

async function prescribe(label: string, times: number): Promise<void> {
  const medication = medicines.get(label)!;
  for (let n = 0; n < times; n += 1)
    await buildPrescription(server.db, {
      items: [{ medication, quantity: 1 }],
      createdAt: server.clock.now(),
    });
}
const found = async (q: string): Promise<string[]> => {
  const { body } = await server.call(customer, 'GET', `/medications/search?q=${encodeURIComponent(q)}`);
  return body.medications.map(({ label }: { label: string }) => label);
};

it('without prescriptions, strengths are in the order of their names', async () => {
  await countPrescribed(server.ctx);
  expect((await found('metformine')).slice(0, 3)).toEqual([
    'Metformine 500 mg',
    'Metformine 850 mg',
    'Metformine 1000 mg',
  ]);
});

it('the strength prescribed most in a year is the first of its name, and names keep their order', async () => {
  await prescribe('Metformine 850 mg', 3);
  await prescribe('Metformine 500 mg', 2);
  await prescribe('Glucophage 500 mg', 4);
  await prescribe('Stagid 700 mg', 6);
  await prescribe('Metolazone 5 mg', 9);
  await countPrescribed(server.ctx);
  expect(await found('met')).toEqual([
    'Metformine 850 mg',
    'Metformine 500 mg',
    'Metformine 1000 mg',
    'Metformine + sitagliptine 1000 mg',
    'Metolazone 5 mg',
    // « met » is also a word of the substances of other names: a name prescribed more often is not before them.
    'Glucophage 500 mg',
    'Glucophage 1000 mg',
    'Stagid 700 mg',
  ]);
  expect((await found('glucophage')).slice(0, 2)).toEqual(['Glucophage 500 mg', 'Glucophage 1000 mg']);
});

it('prescriptions older than a year no longer count', async () => {
  server.clock.advance(366 * DAY_S);
  await prescribe('Metformine 1000 mg', 1);
  await countPrescribed(server.ctx);
  // The session has expired too.
  customer = await server.signIn('customer');
  expect((await found('metformine')).slice(0, 3)).toEqual([
    'Metformine 1000 mg',
    'Metformine 500 mg',
    'Metformine 850 mg',
  ]);
  const { rows } = await server.pool.query('select sum(prescribed)::integer as n from medications');
  expect(rows).toEqual([{ n: 1 }]);
});
