import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { at, bytes, importedMedicines, storedRows } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { importPriceList, importPublicBase } from './import.ts';

const folder = process.env.AMASIN_DATA;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const base = (specialties: string | Buffer, presentations = '', compositions: string | Buffer = '') =>
  importPublicBase(
    server.db,
    {
      specialties: bytes(specialties),
      presentations: bytes(presentations),
      compositions: bytes(compositions),
    },
    at,
  );

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

  it('reads the substances and their doses, of the fraction rather than of the salt', async () => {
    const component = (code: string, ...fields: string[]) =>
      [code, 'comprimé', '00001', ...fields].join('\t');
    const specialties = [
      specialty('60000001', 'AUGMENTIN', 'poudre pour suspension buvable'),
      specialty('60000002', 'GLUCOPHAGE', 'comprimé'),
      specialty('60000003', 'SANS COMPOSITION', 'comprimé'),
      specialty('60000004', 'SELS', 'poudre pour solution buvable'),
    ].join('\n');
    const compositions = [
      component('60000001', 'CLAVULANATE DE POTASSIUM', '', '', 'SA', '2'),
      component('60000001', 'ACIDE CLAVULANIQUE', '12,50 mg', '1 ml de suspension', 'FT', '2'),
      component('60000001', 'AMOXICILLINE ANHYDRE', '100,00 mg', '1 mL de suspension', 'FT', '1'),
      component('60000001', 'AMOXICILLINE TRIHYDRATÉE', '', '', 'SA', '1'),
      component('60000002', 'CHLORHYDRATE DE METFORMINE', '1000,00  mg', 'un comprimé', 'SA', '1'),
      component('60000004', 'SODIUM (CHLORURE DE)', '2,6 g', 'un sachet', 'SA', '1'),
      component('60000004', 'GLUCOSE ANHYDRE', '', '', 'SA', '2'),
    ].join('\r\n');
    // Windows-1252, as published.
    const read = () => base(specialties, '', Buffer.from(compositions, 'latin1'));
    expect(await read()).toMatchObject({ added: 4 });
    const contents = async () =>
      (await importedMedicines(server)).map(({ label, substances, dosage }) => [label, substances, dosage]);
    const expected = [
      ['AUGMENTIN', 'Amoxicilline + acide clavulanique', '100 mg/ml + 12,5 mg/ml'],
      ['GLUCOPHAGE', 'Metformine', '1000 mg'],
      ['SANS COMPOSITION', undefined, undefined],
      ['SELS', 'Chlorure de sodium + glucose', undefined],
    ];
    expect(await contents()).toEqual(expected);
    expect(await read()).toMatchObject({ added: 0, updated: 0 });
    // Those already imported without substances receive them.
    await server.db.update(medications).set({ substances: null, substanceText: null, dosage: null });
    expect(await read()).toMatchObject({ added: 0, updated: 3 });
    expect(await contents()).toEqual(expected);
  });

  it('refuses lines with too many columns or doubtful accents, and leaves out a composition that is not sure', async () => {
    const specialties = Buffer.concat([
      Buffer.from(
        `${specialty('60000001', 'ÉTÉ', 'comprimé')}\n${specialty('60000002', 'B', 'sirop')}\tplus\n`,
      ),
      Buffer.from(`${specialty('60000003', 'ÉTÉ', 'sirop')}\n`, 'latin1'),
    ]);
    const compositions = Buffer.concat([
      Buffer.from('60000001\tcomprimé\t1\tAMOXICILLINE\t500 mg\tun comprimé\tSA\t1\n'),
      Buffer.from('60000001\tcomprim\xe9\t2\tACIDE CLAVULANIQUE\t125 mg\tun comprim\xe9\tSA\t2\n', 'latin1'),
    ]);
    expect(await base(specialties, '', compositions)).toMatchObject({
      added: 1,
      refused: [
        { line: 2, reason: 'Trop de colonnes' },
        { line: 3, reason: expect.stringContaining('Accents illisibles') },
      ],
    });
    expect(await importedMedicines(server)).toEqual([
      { label: 'ÉTÉ', form: 'tablet', price: 0, reviewed: false },
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
    const files = {
      specialties: real('bdpm/CIS_bdpm.txt'),
      presentations: real('bdpm/CIS_CIP_bdpm.txt'),
      compositions: real('bdpm/CIS_COMPO_bdpm.txt'),
    };
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

    const stored = [...found.values()];
    expect(stored.filter(({ substances }) => substances === null).length).toBeLessThan(240);
    expect(stored.find(({ label }) => label.startsWith('AUGMENTIN 500 mg'))).toMatchObject({
      substances: 'Amoxicilline + acide clavulanique',
      dosage: '500 mg + 62,5 mg',
    });

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
