import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';

// The different names that a search among all prescriptions starts from.

let server: TestApp;
let supervisor: Visitor;
let medication: MedicationRow;
let authorId: string;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  authorId = (await server.signIn('partnerDoctor', { verified: true })).row.id;
  medication = await buildMedication(server.db);
});
beforeEach(() => server.pool.query('delete from prescription_items; delete from prescriptions'));
afterEach(() => expectInvariants(server.db));
afterAll(() => server.close());

const build = (patientName: string, given: Parameters<typeof buildPrescription>[1] = {}) =>
  buildPrescription(server.db, { patientName, authorId, items: [{ medication, quantity: 1 }], ...given });
const rename = (id: string, name: string) =>
  server.pool.query('update prescriptions set patient_name = $2 where id = $1', [id, name]);

async function names(): Promise<string[]> {
  const { rows } = await server.pool.query('select folded_name as name from patient_names order by 1');
  return rows.map(({ name }) => name);
}

async function find(query: string): Promise<{ names: string[]; total: number }> {
  const { body } = await server.call(supervisor, 'GET', `/prescriptions?${query}`);
  const found: { patientName: string }[] = body.prescriptions;
  return { names: found.map(({ patientName }) => patientName), total: body.total };
}

describe('the names', () => {
  it('are those of the prescriptions, each once, in lower case without accents', async () => {
    await build('Élodie Zinsou');
    await build('Elodie ZINSOU');
    await build('Afi Kpadé');
    expect(await names()).toEqual(['afi kpade', 'elodie zinsou']);
  });

  it('have no apostrophes, so that « ndah » finds N’Dah', async () => {
    await build('N’Dah Afi');
    await build("N'Dah Afi");
    expect(await names()).toEqual(['ndah afi']);
    for (const q of ['ndah', 'n’dah', "afi N'DAH"])
      expect((await find(`q=${encodeURIComponent(q)}`)).total).toBe(2);
  });

  it('follow a prescription whose patient is renamed, and keep a name that another one has', async () => {
    const first = await build('Afi Kpadé');
    const second = await build('Afi Kpadé');
    await rename(first.id, 'Codjo Dossou');
    expect(await names()).toEqual(['afi kpade', 'codjo dossou']);
    await rename(second.id, 'Codjo Dossou');
    expect(await names()).toEqual(['codjo dossou']);
  });

  it('disappear with the last prescription', async () => {
    await build('Afi Kpadé');
    await server.pool.query('delete from prescription_items; delete from prescriptions');
    expect(await names()).toEqual([]);
    await build('Afi Kpadé');
    await server.pool.query('truncate prescriptions cascade');
    expect(await names()).toEqual([]);
  });

  it('keep one that is added to a prescription while it is taken from another', async () => {
    const first = await build('Afi Kpadé');
    const second = await build('Codjo Dossou');
    const text = 'update prescriptions set patient_name = $2 where id = $1';
    await whileLocked(server.pool, {
      first: { text, values: [second.id, 'Afi Kpadé'] },
      second: () => rename(first.id, 'Bio Orou'),
    });
    expect(await names()).toEqual(['afi kpade', 'bio orou']);
  });

  it('keep one that is taken from a prescription while it is added to another', async () => {
    const first = await build('Afi Kpadé');
    const second = await build('Codjo Dossou');
    const text = 'update prescriptions set patient_name = $2 where id = $1';
    await whileLocked(server.pool, {
      first: { text, values: [first.id, 'Bio Orou'] },
      second: () => rename(second.id, 'Afi Kpadé'),
    });
    expect(await names()).toEqual(['afi kpade', 'bio orou']);
  });

  it('disappear when two transactions take the last two prescriptions away', async () => {
    const first = await build('Afi Kpadé');
    const second = await build('Afi Kpadé');
    const text = 'update prescriptions set patient_name = $2 where id = $1';
    await whileLocked(server.pool, {
      first: { text, values: [first.id, 'Bio Orou'] },
      second: () => rename(second.id, 'Codjo Dossou'),
    });
    expect(await names()).toEqual(['bio orou', 'codjo dossou']);
  });

  it('do not make two prescriptions for one patient wait for each other', async () => {
    const first = await build('Afi Kpadé');
    const second = await build('Codjo Dossou');
    await build('Bio Orou');
    const text = 'update prescriptions set patient_name = $2 where id = $1';
    const one = await server.pool.connect();
    const other = await server.pool.connect();
    await one.query('begin');
    await one.query(text, [first.id, 'Bio Orou']);
    await other.query(`set lock_timeout = '10ms'`);
    await other.query(text, [second.id, 'Bio Orou']);
    await one.query('commit');
    for (const client of [one, other]) client.release(true);
    expect(await names()).toEqual(['bio orou']);
  });
});

describe('GET /prescriptions?q= of a supervisor', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 8, minute));

  it('lists those of all homonyms, most recent first, page by page', async () => {
    await build('Afi Kpadé', { createdAt: at(1) });
    await build('Codjo Afi', { createdAt: at(2) });
    await build('AFI Dossou', { createdAt: at(3) });
    await build('Bio Orou', { createdAt: at(4) });
    expect(await find('q=afi')).toEqual({ names: ['AFI Dossou', 'Codjo Afi', 'Afi Kpadé'], total: 3 });
    expect(await find('q=afi&limit=2&page=2')).toEqual({ names: ['Afi Kpadé'], total: 3 });
    expect(await find('q=kpade afi')).toEqual({ names: ['Afi Kpadé'], total: 1 });
    expect(await find('q=personne')).toEqual({ names: [], total: 0 });
  });

  it('leaves out deleted ones, and those that are used or not', async () => {
    await build('Afi Kpadé', { deletedAt: at(5) });
    await build('Afi Dossou');
    expect(await find('q=afi')).toEqual({ names: ['Afi Dossou'], total: 1 });
    expect(await find('q=afi&used=false')).toEqual({ names: ['Afi Dossou'], total: 1 });
    expect(await find('q=afi&used=true')).toEqual({ names: [], total: 0 });
  });

  it.each(['97556677', '01 97 55 66 77', '+229 01 97.55.66.77', '00229-97-55-66-77'])(
    'finds the telephone of a patient: %s',
    async (q) => {
      await build('Afi Kpadé', { patientPhone: '+2290197556677' });
      await build('Afi Dossou');
      expect(await find(`q=${encodeURIComponent(q)}`)).toEqual({ names: ['Afi Kpadé'], total: 1 });
    },
  );

  it('finds letters and digits in names and in numbers', async () => {
    await build('Afi 2', { number: 'ORD-11111111' });
    await build('Rodolphe', { number: 'ORD-11111112' });
    expect((await find('q=ORD-1')).total).toBe(2);
    expect((await find('q=rd-1')).total).toBe(2);
    expect(await find('q=2')).toEqual({ names: ['Rodolphe', 'Afi 2'], total: 2 });
    expect(await find('q=rodo')).toEqual({ names: ['Rodolphe'], total: 1 });
  });
});
