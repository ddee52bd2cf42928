import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

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
  doctor = await server.signIn('partnerDoctor');
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
const write = (body: object, who = doctor) => server.call(who, 'POST', '/prescriptions', body);
const writtenBy = ({ row }: Visitor) =>
  server.db.select().from(prescriptions).where(eq(prescriptions.authorId, row.id));

describe('the client number of a prescription (rule 17)', () => {
  it('returns the existing prescription for the same content, even after an edit', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber: 'ORD-11112222' });
    const first = await write(sent);
    const edited = await server.call(doctor, 'PUT', `/prescriptions/${first.body.prescription._id}`, {
      patientName: 'Afi Kpadé-Dossou',
      items: [{ medicationId: medication.id, quantity: 1 }],
    });
    const items = [{ medicationId: medication.id, label: 'Autre écriture', quantity: 3, price: 1100 }];
    const again = await write({ ...sent, patientName: 'Afi Kpadé', patientPhone: '+229 01 97111111', items });
    expect([first.status, edited.status, again.status]).toEqual([201, 200, 200]);
    expect(again.body).toEqual(edited.body);
  });

  it('returns 409 for other content', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber: 'ORD-11112222' });
    expect((await write(sent)).status).toBe(201);
    const line = { medicationId: medication.id, label: medication.label, quantity: 3, price: 1250 };
    const others = [
      { patientName: 'Autre' },
      { patientPhone: '97111112' },
      { url: await upload() },
      { type: 'physical' },
      { items: [{ ...line, quantity: 4 }] },
      { items: [line, line] },
      { items: [{ ...line, posology: '1 comprimé matin et soir' }] },
      { items: [{ ...line, duration: '7 jours' }] },
      { items: [{ ...line, medicationId: (await buildMedication(server.db, { price: 1250 })).id }] },
    ];
    for (const change of others) {
      const { status, body } = await write({ ...sent, ...change });
      expect([status, body.code]).toEqual([409, 'CLIENT_NUMBER_REUSED']);
      expect(body.message).toBe(
        'Ce numéro a déjà servi à une autre ordonnance. Renvoyez celle-ci sous un autre numéro.',
      );
    }
    expect(await writtenBy(doctor)).toHaveLength(1);
    const colleague = await server.signIn('partnerDoctor');
    const theirs = await write({ ...sent, url: await upload(colleague) }, colleague);
    expect(theirs.status).toBe(201);
  });

  it('compares posology and duration, trimmed, where nothing written equals an empty text', async () => {
    const line = { medicationId: medication.id, quantity: 3, posology: '1 comprimé matin et soir' };
    const body = (items: object[], url: string, prescriptionNumber: string) =>
      bodyOf({ items, url, prescriptionNumber });
    const url = await upload();
    const first = await write(body([line], url, 'ORD-11112222'));
    const same = { ...line, posology: ' 1 comprimé matin et soir ', duration: ' ' };
    const again = await write(body([same], url, 'ORD-11112222'));
    const other = await write(body([{ ...line, posology: null }], url, 'ORD-11112222'));
    expect([first.status, again.status, other.status]).toEqual([201, 200, 409]);
  });

  it('compares the file where an older row has no digest', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber: 'ORD-11112222' });
    await write(sent);
    await server.db.update(prescriptions).set({ contentDigest: null });
    expect((await write(sent)).status).toBe(200);
    expect((await write({ ...sent, url: await upload() })).status).toBe(409);
  });

  it('creates one prescription out of ten concurrent requests with different contents', async () => {
    const bodies = await Promise.all(
      times(10, async (n) =>
        bodyOf({ url: await upload(), prescriptionNumber: 'ORD-55556666', patientName: `Afi ${n}` }),
      ),
    );
    const responses = await Promise.all(bodies.map((body) => write(body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await writtenBy(doctor)).toHaveLength(1);
  });

  it('creates one prescription out of ten identical concurrent requests', async () => {
    const url = await upload();
    const body = bodyOf({ url, prescriptionNumber: 'ORD-33334444' });
    const responses = await Promise.all(times(10, () => write(body)));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(responses.map((response) => response.body.prescription._id)).size).toBe(1);
    expect(await writtenBy(doctor)).toHaveLength(1);
  });
});
