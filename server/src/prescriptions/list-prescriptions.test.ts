import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
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

const write = async (patientName: string, patientPhone = '97 11 11 11') => {
  const { key: url } = await buildFile(server.db, { ownerId: doctor.row.id });
  const items = [{ medicationId: medication.id, quantity: 3 }];
  const body = { type: 'numerical', patientName, patientPhone, items, url };
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

  it('filter by the whole telephone of the patient, in any writing, among those of the prescriber', async () => {
    const colleague = await server.signIn('partnerDoctor');
    const own = await write('Afi Kpadé', '97 22 33 44');
    const doctorBefore = doctor;
    await write('Codjo Ahouansou', '97 22 33 45');
    doctor = colleague;
    await write('Afi Kpadé-Dossou', '97 22 33 44');
    doctor = doctorBefore;
    for (const path of ['/prescriptions', '/prescriptions/my'])
      for (const q of ['97223344', '01 97 22 33 44', '+229 01 97.22.33.44', '00229-97-22-33-44']) {
        const { body } = await server.call(doctor, 'GET', `${path}?q=${encodeURIComponent(q)}`);
        expect([body.total, body.prescriptions.map(({ _id }: { _id: string }) => _id)]).toEqual([
          1,
          [own._id],
        ]);
      }
    const partial = await server.call(doctor, 'GET', '/prescriptions?q=9722334');
    expect(partial.body.total).toBe(0);
  });

  it('finds nothing by telephone for an agent, who does not see every patient’s', async () => {
    const agent = await server.signIn('agent');
    const patientPhone = '+2290197556677';
    const items = [{ medication, quantity: 2 }];
    const { id } = await buildPrescription(server.db, { authorId: doctor.row.id, items, patientPhone });
    await buildOrder(server.db, {
      state: 'ended',
      items,
      prescriptionId: id,
      itemsWrittenById: agent.row.id,
    });
    const find = async (who: Visitor, q = '') =>
      (await server.call(who, 'GET', `/prescriptions?q=${q}`)).body.total;
    expect([await find(agent), await find(agent, '97556677')]).toEqual([1, 0]);
    expect(await find(await server.signIn('supervisor'), '97556677')).toBe(1);
  });

  it('lists for an agent, once each, prescriptions they wrote, entered for an order, or may still process', async () => {
    const agent = await server.signIn('agent');
    const other = await server.signIn('agent');
    const items = [{ medication, quantity: 2 }];
    const authorId = doctor.row.id;
    const ofOrder = async (
      state: 'pre-treatment' | 'ended',
      reader: Visitor | null,
      agentId: string | null,
    ) => {
      const { id } = await buildPrescription(server.db, { authorId, items });
      await buildOrder(server.db, {
        state,
        items,
        prescriptionId: id,
        itemsWrittenById: reader?.row.id ?? null,
        agentId,
      });
      return id;
    };
    const own = await buildPrescription(server.db, { authorId: agent.row.id, items });
    const ended = await ofOrder('ended', agent, null);
    const waiting = await ofOrder('pre-treatment', agent, agent.row.id);
    const assigned = await ofOrder('pre-treatment', other, agent.row.id);
    const forAny = await ofOrder('pre-treatment', other, null);
    await ofOrder('ended', other, agent.row.id);
    await buildPrescription(server.db, { authorId: agent.row.id, items, deletedAt: server.clock.now() });
    await ofOrder('ended', null, agent.row.id);
    const list = async (query: string) => {
      const { body } = await server.call(agent, 'GET', `/prescriptions${query}`);
      return { ...body, ids: body.prescriptions.map(({ _id }: { _id: string }) => _id).sort() };
    };
    const all = [own.id, ended, waiting, assigned, forAny].sort();
    const counts = { used: 1, pending: 4 };
    expect(await list('')).toMatchObject({ ids: all, total: 5, counts });
    expect(await list('?used=true')).toMatchObject({ ids: [ended], total: 1, counts });
    expect(await list('?q=afi')).toMatchObject({ ids: all, total: 5, counts });
    expect((await list('?limit=1&page=5')).prescriptions).toHaveLength(1);
    expect((await list('?limit=1&page=6')).prescriptions).toHaveLength(0);
  });
});

it('an agent who wrote the items of an order of another does not see the phone, also once it is cancelled', async () => {
  const agent = await server.signIn('agent');
  const other = await server.signIn('agent');
  const seenBy = async (who: Visitor, id: string | null) => {
    const { prescriptions } = (await server.call(who, 'GET', '/prescriptions?limit=200')).body;
    return prescriptions.find(({ _id }: { _id: string }) => _id === id);
  };
  for (const state of ['pre-treatment', 'cancelled'] as const) {
    const foreign = await buildOrder(server.db, {
      state,
      agentId: other.row.id,
      itemsWrittenById: agent.row.id,
    });
    expect(await seenBy(agent, foreign.prescriptionId)).not.toHaveProperty('patientPhone');
    const own = await buildOrder(server.db, {
      state,
      agentId: agent.row.id,
      itemsWrittenById: agent.row.id,
    });
    expect(await seenBy(agent, own.prescriptionId)).toHaveProperty('patientPhone');
  }
  const { id } = await buildPrescription(server.db, { authorId: agent.row.id });
  expect(await seenBy(agent, id)).toHaveProperty('patientPhone');
});
