import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { medications } from '../database/schema/medications.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  doctor = await server.signIn('partnerDoctor');
});
afterAll(() => server.close());

const add = (body: object, who = doctor) => server.call(who, 'POST', '/medications', body);

it('a name that exists under another form is asked about, with what exists', async () => {
  const tablet = await buildMedication(server.db, { label: 'Érythromycine 500', form: 'tablet', price: 900 });
  const drops = { label: 'ERYTHROMYCINE  500', form: 'drops', price: 1200 };
  const { status, body } = await add(drops);
  expect([status, body.code]).toEqual([409, 'MEDICATION_ALIKE']);
  expect(body.medications).toMatchObject([
    { _id: tablet.id, label: tablet.label, form: 'tablet', price: 900 },
  ]);
  expect((await add({ ...drops, anotherForm: true })).status).toBe(201);
  const same = await add({ ...drops, form: 'tablet', anotherForm: true });
  expect([same.status, same.body.code]).toEqual([409, 'MEDICATION_EXISTS']);
  expect(same.body.medications.map(({ form }: { form: string }) => form).sort()).toEqual(['drops', 'tablet']);
  const rows = await server.db
    .select()
    .from(medications)
    .where(eq(medications.searchText, 'erythromycine 500'));
  expect(rows).toHaveLength(2);
});

it('a deleted medicine is not asked about, and a supervisor is not asked', async () => {
  await buildMedication(server.db, { label: 'Ancien sirop', form: 'syrup', deletedAt: server.clock.now() });
  expect((await add({ label: 'Ancien sirop', form: 'drops' })).status).toBe(201);
  const supervisor = await server.signIn('supervisor');
  expect((await add({ label: 'Ancien sirop', form: 'cream' }, supervisor)).status).toBe(201);
});
