import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { times } from '../testing/http.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let doctor: Visitor;
let medication: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  medication = await buildMedication(server.db, { label: 'Zidovudine 300 mg' });
});
afterAll(() => server.close());
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor');
});

const bodyFor = async (patientPhone: string) => ({
  patientName: 'Afi Kpadé',
  patientPhone,
  items: [{ medicationId: medication.id, quantity: 1, posology: '1 comprimé matin et soir' }],
  url: (await buildFile(server.db, { ownerId: doctor.row.id })).key,
  prescriptionNumber: 'ORD-44445555',
});
const write = (body: object) => server.call(doctor, 'POST', '/prescriptions', body);
const noticesOf = ({ row }: Visitor) =>
  server.db.select().from(notifications).where(eq(notifications.userId, row.id));

it('tells an active customer with this telephone, once, without the number and the medicine', async () => {
  const customer = await server.signIn('customer', { phone: '+2290197556611' });
  const body = await bodyFor('01 97 55 66 11');
  await Promise.all(times(5, () => write(body)));
  expect(await noticesOf(customer)).toMatchObject([
    {
      title: 'Une ordonnance vous attend',
      message: 'Demandez son numéro à la personne qui l’a écrite, puis commandez.',
      link: '/order',
    },
  ]);
  expect(await noticesOf(doctor)).toEqual([]);
});

it('tells no one else, and the response is the same whether or not there is such a customer', async () => {
  const phones = ['+2290197556621', '+2290197556622', '+2290197556623'];
  const known = await server.signIn('customer', { phone: phones[0] ?? '' });
  const inactive = await server.signIn('customer', { phone: phones[1] ?? '', active: false });
  const pharmacy = await server.signIn('pharmacy', { phone: phones[2] ?? '' });
  const responses = [];
  for (const phone of [...phones, '+2290197556624']) {
    const colleague = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
    doctor = colleague;
    const { status, headers, body } = await write(await bodyFor(phone));
    const { _id, prescriptionNumber, patientPhone, prescriptorPhone, url, ...rest } = body.prescription;
    responses.push({
      status,
      headers: Object.keys(headers).sort(),
      rest,
      fields: Object.keys(body.prescription),
    });
  }
  expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
  expect(await noticesOf(known)).toHaveLength(1);
  for (const other of [inactive, pharmacy]) expect(await noticesOf(other)).toEqual([]);
});

it('tells nothing when the prescription is refused', async () => {
  const customer = await server.signIn('customer', { phone: '+2290197556631' });
  const { url: _, ...body } = await bodyFor('97 55 66 31');
  expect((await write(body)).status).toBe(422);
  expect(await noticesOf(customer)).toEqual([]);
});
