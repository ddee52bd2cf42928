import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { files } from '../database/schema/files.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { transact } from '../database/transaction.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { insertPrescription } from './write-queries.ts';

let server: TestApp;
let doctor: Visitor;
let medication: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});
beforeEach(async () => {
  doctor = await server.signIn('partnerDoctor', { verified: false });
  medication = await buildMedication(server.db, { price: 1250 });
});

const upload = async (who = doctor) => (await buildFile(server.db, { ownerId: who.row.id })).key;
const bodyOf = (change: object = {}) => ({
  type: 'numerical',
  patientName: ' Afi Kpadé ',
  patientPhone: '97 11 11 11',
  items: [{ medicationId: medication.id, label: medication.label, quantity: 3, price: 1250 }],
  ...change,
});
const write = (body: object, who = doctor, headers = {}) =>
  server.call(who, 'POST', '/prescriptions', body, headers);
const writtenBy = ({ row }: Visitor) =>
  server.db.select().from(prescriptions).where(eq(prescriptions.authorId, row.id));

describe('creating a prescription', () => {
  it('uses the server’s author, number, prices and date', async () => {
    const url = await upload();
    const { status, body } = await write(
      bodyOf({
        url,
        prescriptionNumber: 'ORD-00000042',
        prescriptorName: 'Dr Faux',
        prescriptorPhone: '0190000000',
        used: true,
        usedBy: medication.id,
        createdAt: '1999-01-01T00:00:00Z',
      }),
    );
    expect(status).toBe(201);
    expect(body.prescription).toEqual({
      _id: expect.any(String),
      type: 'numerical',
      prescriptionNumber: expect.stringMatching(/^ORD-\d{8}$/),
      patientName: 'Afi Kpadé',
      patientPhone: '+2290197111111',
      prescriptorName: doctor.row.name,
      prescriptorPhone: doctor.row.phone,
      items: [
        { medicationId: medication.id, label: medication.label, form: 'tablet', quantity: 3, price: 1250 },
      ],
      url,
      used: false,
      usedBy: null,
      verified: false,
      createdAt: server.clock.now().toISOString(),
      total: 3750,
    });
    expect(body.prescription.prescriptionNumber).not.toBe('ORD-00000042');
    expect(await writtenBy(doctor)).toMatchObject([{ clientRef: 'ORD-00000042', version: 1, url }]);
  });

  it('generates another number when the first is taken', async () => {
    const { body } = await write(bodyOf({ url: await upload() }));
    const taken = body.prescription.prescriptionNumber as string;
    const candidates = [taken, taken, 'ORD-98765432'];
    const fields = {
      type: 'numerical' as const,
      authorId: doctor.row.id,
      patientName: 'x',
      patientPhone: 'x',
      createdAt: server.clock.now(),
    };
    const row = await transact(server.db, (tx) =>
      insertPrescription(
        tx,
        fields,
        [{ medicationId: medication.id, label: 'x', quantity: 1, price: 5 }],
        () => candidates.shift() ?? '',
      ),
    );
    expect(row.number).toBe('ORD-98765432');
  });
});

describe('refusals', () => {
  const fieldsOf = async (change: object, who = doctor) => {
    const { status, body } = await write(bodyOf(change), who);
    return [status, body.fields];
  };

  it('requires a file from a prescriber and for a physical prescription, not from in-house pharmacists and supervisors', async () => {
    const agent = await server.signIn('agent');
    expect(await fieldsOf({})).toEqual([422, { url: 'Fichier requis' }]);
    expect(await fieldsOf({ url: '' })).toEqual([422, { url: 'Fichier requis' }]);
    expect(await fieldsOf({ type: 'physical' }, agent)).toEqual([422, { url: 'Fichier requis' }]);
    expect((await write(bodyOf(), agent)).status).toBe(201);
  });

  it('returns the same 422 for a used, another user’s, an insurance card’s and an unknown file', async () => {
    const used = await upload();
    expect((await write(bodyOf({ url: used }))).status).toBe(201);
    const card = await buildFile(server.db, { ownerId: doctor.row.id, category: 'insurance' });
    const foreign = await buildFile(server.db);
    for (const url of [used, card.key, foreign.key, 'nulle-part', '../../etc/passwd']) {
      expect(await fieldsOf({ url })).toEqual([422, { url: 'Fichier requis' }]);
    }
    expect(await writtenBy(doctor)).toHaveLength(1);
    const [row] = await server.db.select().from(files).where(eq(files.key, foreign.key));
    expect(row?.boundAt).toBeNull();
  });

  it('requires a patient, a valid telephone and a known medicine', async () => {
    const url = await upload();
    expect(await fieldsOf({ url, patientName: ' ', patientPhone: '', items: [] })).toEqual([
      422,
      {
        patientName: 'Nom du patient requis',
        patientPhone: 'Téléphone du patient requis',
        items: 'Ajouter au moins un médicament',
      },
    ]);
    expect(await fieldsOf({ url, patientPhone: '12' })).toEqual([
      422,
      { patientPhone: 'Format de téléphone invalide' },
    ]);
    const ignored = [
      { medicationId: medication.id, quantity: 1, price: 0 },
      { label: '', quantity: 1 },
    ];
    expect(await fieldsOf({ url, items: ignored })).toEqual([
      422,
      { items: 'Ajouter au moins un médicament' },
    ]);
    expect(await fieldsOf({ url, items: [{ label: 'Perlimpinpin', quantity: 1 }] })).toEqual([
      422,
      { 'items.0.label': 'Médicament inconnu' },
    ]);
    expect((await write(bodyOf({ url }))).status).toBe(201);
  });

  it('returns 409 for a price that differs from the catalogue’s, and for a medicine without a price', async () => {
    const url = await upload();
    const stale = await write(
      bodyOf({ url, items: [{ medicationId: medication.id, quantity: 2, price: 1 }] }),
    );
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { medicines: 2500, total: 2500 } },
    });
    const unpriced = await buildMedication(server.db, { price: 0 });
    const refused = await write(bodyOf({ url, items: [{ medicationId: unpriced.id, quantity: 1 }] }));
    expect(refused).toMatchObject({ status: 409, body: { code: 'MEDICATION_NOT_PRICED' } });
  });
});

it('accepts medicines that are not reviewed yet or that require a prescription (rules 20, 37)', async () => {
  const fresh = await buildMedication(server.db, { reviewed: false, requiresPrescription: true, price: 700 });
  const { status, body } = await write(
    bodyOf({ url: await upload(), items: [{ medicationId: fresh.id, quantity: 1 }] }),
  );
  expect([status, body.prescription.total]).toEqual([201, 700]);
  const customer = await server.signIn('customer');
  const found = await server.call(
    customer,
    'GET',
    `/prescriptions/search/${body.prescription.prescriptionNumber}`,
  );
  expect(found.body.prescription.items).toMatchObject([{ label: fresh.label }]);
});

it('replays the first response for the same Idempotency-Key', async () => {
  const body = bodyOf({ url: await upload() });
  const headers = { 'idempotency-key': 'ordonnance-1' };
  const first = await write(body, doctor, headers);
  const again = await write(body, doctor, headers);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(await writtenBy(doctor)).toHaveLength(1);
});
