import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../../database/schema/medications.ts';
import { at, bytes, importedMedicines, storedRows } from '../../testing/imported-catalogue.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importPriceList, importPublicBase } from './import-catalogue.ts';

const folder = process.env.AMASIN_DATA;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const base = (specialties: string | Buffer, presentations = '') =>
  importPublicBase(server.db, { specialties: bytes(specialties), presentations: bytes(presentations) }, at);

describe('the French public database', () => {
  const specialty = (code: string, name: string, form: string, more = {}) => {
    const { procedure = 'Procédure nationale', marketed = 'Commercialisée' } = more as Record<string, string>;
    return [
      code,
      name,
      form,
      'orale',
      'Autorisation active',
      procedure,
      marketed,
      '',
      '',
      '',
      ' X',
      'Non',
    ].join('\t');
  };
  const presentation = (code: string, price: string, declared = 'Déclaration de commercialisation') =>
    [code, '1', 'boîte', 'Présentation active', declared, '', '', 'oui', '65%', price, '', '', ''].join('\t');

  it('imports marketed medicines as « à vérifier », at their cheapest price in francs', async () => {
    const specialties = [
      specialty('60000001', ' DOLIPRANE 1000 mg,  comprimé ', 'comprimé'),
      specialty('60000002', 'RARE "20 mg/mL", solution injectable', 'solution injectable'),
      specialty('60000003', 'ANCIEN', 'comprimé', { marketed: 'Non commercialisée' }),
      specialty('60000004', 'ARNICA', 'granules', { procedure: 'Enreg homéo (Proc. Nat.)' }),
      specialty('60000005', 'SANS PRIX', ' comprimé et solution(s)'),
      '60000006\tTRONQUÉ',
    ].join('\r\n');
    const presentations = [
      presentation('60000001', '2,32'),
      presentation('60000001', '1,16'),
      presentation('60000001', '0,50', "Déclaration d'arrêt de commercialisation"),
      presentation('60000002', '1,466,29'),
      presentation('60000005', ''),
    ].join('\n');
    // As published: one file in Windows-1252, the other in UTF-8.
    const report = await base(Buffer.from(specialties, 'latin1'), presentations);
    expect(report).toEqual({ read: 3, added: 3, updated: 0, refused: [] });
    const unreviewed = { reviewed: false };
    expect(await importedMedicines(server)).toEqual([
      { label: 'DOLIPRANE 1000 mg, comprimé', form: 'tablet', price: 760, ...unreviewed },
      { label: 'RARE "20 mg/mL", solution injectable', form: 'injection', price: 961_825, ...unreviewed },
      { label: 'SANS PRIX', form: 'tablet', price: 0, ...unreviewed },
    ]);
  });

  it('never changes an approved medicine', async () => {
    const product = specialty('60000001', 'DOLIPRANE', 'comprimé');
    await base(product, presentation('60000001', '1,16'));
    expect(await base(product, presentation('60000001', '2,32'))).toMatchObject({ added: 0, updated: 1 });
    await server.db.update(medications).set({ reviewed: true, price: 1060 });
    expect(await base(product, presentation('60000001', '1,16'))).toMatchObject({ added: 0, updated: 0 });
    expect(await importedMedicines(server)).toEqual([{ label: 'DOLIPRANE', form: 'tablet', price: 1060 }]);
  });
});

// Vitest shows only the title of a skipped test, so the reason goes there.
describe.skipIf(!folder)(`the real catalogues${folder ? '' : ' (AMASIN_DATA is unset)'}`, () => {
  const real = (name: string) => () => createReadStream(join(folder ?? '', name));
  const derived = (name: string) =>
    parse(readFileSync(join(folder ?? '', name)), { columns: true }) as Record<string, string>[];

  it('matches the prices and forms of the derived list; the starter list is approved', async () => {
    const files = { specialties: real('bdpm/CIS_bdpm.txt'), presentations: real('bdpm/CIS_CIP_bdpm.txt') };
    const { read, added, refused } = await importPublicBase(server.db, files, at);
    expect(read).toBe(12_284);
    expect(added + refused.length).toBe(read);
    const found = new Map((await storedRows(server)).map((row) => [`${row.label}`, row]));
    const rows = derived('medications.csv').filter(({ name = '' }) => found.has(name));
    expect(rows.length).toBeGreaterThan(12_000);
    const same = (key: 'form' | 'price', of: (row: Record<string, string>) => unknown) =>
      rows.filter((row) => found.get(row.name ?? '')?.[key] === of(row)).length / rows.length;
    expect(same('price', ({ price_fcfa }) => Number(price_fcfa))).toBeGreaterThan(0.98);
    expect(same('form', ({ form }) => form)).toBeGreaterThan(0.98);

    const starter = await importPriceList(server.db, real('medications_starter.csv'), at);
    expect(starter.read).toBe(629);
    // A few medicines have different forms in the two lists.
    expect(starter.added).toBeLessThan(10);
    const priced = derived('medications_starter.csv').filter(({ price_fcfa }) => price_fcfa !== '');
    const approved = (await storedRows(server)).filter(({ reviewed }) => reviewed);
    expect(approved.length).toBeGreaterThan(priced.length - starter.refused.length - 1);
    expect(approved.filter(({ price }) => price === 0)).toEqual([]);
  });
});
