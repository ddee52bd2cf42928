import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../../builders/catalogue.ts';
import { buildFile } from '../../builders/file.ts';
import { files } from '../../database/schema/files.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { prescriptions } from '../../database/schema/prescriptions.ts';
import { times } from '../../testing/http.ts';
import { expectWhole } from '../../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../../testing/test-app.ts';
import { insertPrescription } from '../change-queries.ts';

let server: TestApp;
let doctor: Visitor;
let medication: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectWhole(server.db);
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
const write = (body: object, who = doctor, headers = {}) =>
  server.call(who, 'POST', '/prescriptions', body, headers);
const writtenBy = ({ row }: Visitor) =>
  server.db.select().from(prescriptions).where(eq(prescriptions.authorId, row.id));

describe('writing a prescription', () => {
  it('keeps the author, the number, the prices and the date of the server (F9, F11, F12, F33)', async () => {
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
      items: [{ medicationId: medication.id, label: medication.label, quantity: 3, price: 1250 }],
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

  it('returns the existing prescription for the same client number and content, also after an edit', async () => {
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

  it('returns 409 for the same client number with other content (RULES 17)', async () => {
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

  it('compares the file where an older row has no digest', async () => {
    const sent = bodyOf({ url: await upload(), prescriptionNumber: 'ORD-11112222' });
    await write(sent);
    await server.db.update(prescriptions).set({ contentDigest: null });
    expect((await write(sent)).status).toBe(200);
    expect((await write({ ...sent, url: await upload() })).status).toBe(409);
  });

  it('creates one of ten at once with one client number and other contents', async () => {
    const bodies = await Promise.all(
      times(10, async (n) =>
        bodyOf({ url: await upload(), prescriptionNumber: 'ORD-55556666', patientName: `Afi ${n}` }),
      ),
    );
    const answers = await Promise.all(bodies.map((body) => write(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await writtenBy(doctor)).toHaveLength(1);
  });

  it('ten at once with one client number make one, also with one file', async () => {
    const url = await upload();
    const body = bodyOf({ url, prescriptionNumber: 'ORD-33334444' });
    const answers = await Promise.all(times(10, () => write(body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.body.prescription._id)).size).toBe(1);
    expect(await writtenBy(doctor)).toHaveLength(1);
  });

  it('a number that is taken is silently drawn again (R26)', async () => {
    const { body } = await write(bodyOf({ url: await upload() }));
    const taken = body.prescription.prescriptionNumber as string;
    const draws = [taken, taken, 'ORD-98765432'];
    const fields = {
      type: 'numerical' as const,
      authorId: doctor.row.id,
      patientName: 'x',
      patientPhone: 'x',
      createdAt: server.clock.now(),
    };
    const row = await server.db.transaction((tx) =>
      insertPrescription(
        tx,
        fields,
        [{ medicationId: medication.id, label: 'x', quantity: 1, price: 5 }],
        () => draws.shift() ?? '',
      ),
    );
    expect(row.number).toBe('ORD-98765432');
  });
});

describe('what is refused', () => {
  const fieldsOf = async (change: object, who = doctor) => {
    const { status, body } = await write(bodyOf(change), who);
    return [status, body.fields];
  };

  it('no file from a prescriber, nor for a paper one; none is needed from staff', async () => {
    const agent = await server.signIn('agent');
    expect(await fieldsOf({})).toEqual([422, { url: 'Fichier requis' }]);
    expect(await fieldsOf({ url: '' })).toEqual([422, { url: 'Fichier requis' }]);
    expect(await fieldsOf({ type: 'physical' }, agent)).toEqual([422, { url: 'Fichier requis' }]);
    expect((await write(bodyOf(), agent)).status).toBe(201);
  });

  it('a file of somebody else, of a card, used already, or none: alike (F25)', async () => {
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

  it('no patient, no telephone, no medicine', async () => {
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
    const worthless = [
      { medicationId: medication.id, quantity: 1, price: 0 },
      { label: '', quantity: 1 },
    ];
    expect(await fieldsOf({ url, items: worthless })).toEqual([
      422,
      { items: 'Ajouter au moins un médicament' },
    ]);
    expect(await fieldsOf({ url, items: [{ label: 'Perlimpinpin', quantity: 1 }] })).toEqual([
      422,
      { 'items.0.label': 'Médicament inconnu' },
    ]);
    expect((await write(bodyOf({ url }))).status).toBe(201);
  });

  it('a price that is not the catalogue’s is 409 with the right sum, a medicine without price too', async () => {
    const url = await upload();
    const stale = await write(
      bodyOf({ url, items: [{ medicationId: medication.id, quantity: 2, price: 1 }] }),
    );
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'AMOUNT_CHANGED', quote: { medicines: 2500, total: 2500 } },
    });
    const free = await buildMedication(server.db, { price: 0 });
    const unpriced = await write(bodyOf({ url, items: [{ medicationId: free.id, quantity: 1 }] }));
    expect(unpriced).toMatchObject({ status: 409, body: { code: 'MEDICATION_NOT_PRICED' } });
  });
});

it('medicines that wait for a supervisor, or need a prescription, serve at once in one (RULES 20, 37)', async () => {
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

it('an Idempotency-Key answers the first answer again', async () => {
  const body = bodyOf({ url: await upload() });
  const headers = { 'idempotency-key': 'ordonnance-1' };
  const first = await write(body, doctor, headers);
  const again = await write(body, doctor, headers);
  expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  expect(await writtenBy(doctor)).toHaveLength(1);
});

describe('the lists', () => {
  it('filter by name, number and use, and count the whole of one’s own', async () => {
    for (const patientName of ['Élodie Zinsou', 'Afi Kpadé', 'Codjo %_ Afi']) {
      await write(bodyOf({ url: await upload(), patientName }));
    }
    const list = async (query: string) => (await server.call(doctor, 'GET', `/prescriptions${query}`)).body;
    const names = async (query: string) =>
      (await list(query)).prescriptions.map(({ patientName }: { patientName: string }) => patientName);
    expect(await names('')).toEqual(['Codjo %_ Afi', 'Afi Kpadé', 'Élodie Zinsou']);
    expect(await names('?q=elodie')).toEqual(['Élodie Zinsou']);
    expect(await names('?q=AFI')).toEqual(['Codjo %_ Afi', 'Afi Kpadé']);
    expect(await names('?q=%25')).toEqual(['Codjo %_ Afi']);
    expect(await list('?used=true')).toMatchObject({
      prescriptions: [],
      total: 0,
      counts: { used: 0, pending: 3 },
    });
    expect(await list('/my?used=false&limit=2&page=2')).toMatchObject({
      prescriptions: [{ patientName: 'Élodie Zinsou' }],
      total: 3,
    });
    const [last] = await writtenBy(doctor);
    expect(await names(`?q=${last?.number.slice(4)}`)).toEqual([last?.patientName]);
  });
});
