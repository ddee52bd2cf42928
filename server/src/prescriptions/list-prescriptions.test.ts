import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { expectInvariants } from '../testing/invariants/invariants.ts';
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

const write = async (patientName: string) => {
  const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
  const items = [{ medicationId: medication.id, quantity: 3 }];
  const body = { type: 'numerical', patientName, patientPhone: '97 11 11 11', items, url };
  return (await server.call(doctor, 'POST', '/prescriptions', body)).body.prescription;
};

describe('GET /prescriptions and /prescriptions/my', () => {
  it('filter by name, number and use, and count all prescriptions of the author', async () => {
    await write('Élodie Zinsou');
    await write('Afi Kpadé');
    const last = await write('Codjo %_ Afi');
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
    expect(await names(`?q=${last.prescriptionNumber.slice(4)}`)).toEqual(['Codjo %_ Afi']);
  });
});
