import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildFile } from '../builders/file.ts';
import { notifications } from '../database/schema/notifications.ts';
import { prescriptionItems } from '../database/schema/prescriptions.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let agent: Visitor;
let doctor: Visitor;
let customer: Visitor;
let names = 0;

beforeAll(async () => {
  server = await startTestApp();
  agent = await server.signIn('agent');
  doctor = await server.signIn('partnerDoctor');
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

/** A prescription of a medicine that its prescriber added, whose price is not checked. */
async function prescribe() {
  names += 1;
  const label = `Sirop ${names}`;
  const { medication } = (await server.call(doctor, 'POST', '/medications', { label, price: 800 })).body;
  const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
  const patient = { patientName: 'Afi Kpadé', patientPhone: '0197111111' };
  const items = [{ medicationId: medication._id, quantity: 1 }];
  const written = await server.call(doctor, 'POST', '/prescriptions', { ...patient, items, url });
  expect(written.status).toBe(201);
  const { _id: id, prescriptionNumber: number } = written.body.prescription;
  const approve = { decision: 'approve', price: 900 };
  return {
    id: id as string,
    search: async (who: Visitor) =>
      (await server.call(who, 'GET', `/prescriptions/search/${number}`)).body.prescription,
    approve: () => server.call(agent, 'POST', `/medications/${medication._id}/review`, approve),
  };
}

async function titlesFor({ row }: Visitor): Promise<string[]> {
  const rows = await server.db.select().from(notifications).where(eq(notifications.userId, row.id));
  return rows.map(({ title }) => title);
}

it('a customer who looked the prescription up is told, once, when its price is checked; staff are not', async () => {
  const { search, approve } = await prescribe();
  for (const who of [customer, customer, agent]) await search(who);
  const before = await titlesFor(agent);
  await approve();
  expect(await titlesFor(customer)).toEqual(['Ordonnance vérifiée']);
  expect(await titlesFor(agent)).toEqual(before);
});

it('a customer who looks up a prescription without such a line waits for nothing', async () => {
  const { id, search, approve } = await prescribe();
  await approve();
  await search(customer);
  const { rows } = await server.pool.query('select from prescription_watchers where prescription_id = $1', [
    id,
  ]);
  expect(rows).toEqual([]);
});

it('a line that waits is found as such, even one that was written with a price', async () => {
  const { id, search } = await prescribe();
  const priced = { price: 800 };
  await server.db.update(prescriptionItems).set(priced).where(eq(prescriptionItems.prescriptionId, id));
  expect(await search(customer)).toMatchObject({ total: 0, items: [{ price: 0, review: 'waiting' }] });
});
