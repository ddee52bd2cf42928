import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../../database/schema/medications.ts';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import { importPriceList, importPublicBase } from './import-catalogue.ts';

const folder = process.env.AMASIN_DATA;
const at = new Date('2026-11-20T10:00:00.000Z');

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const bytes = (text: string | Buffer) => () => Readable.from([Buffer.from(text)]);
const list = (text: string | Buffer) => importPriceList(server.db, bytes(text), at);
const base = (specialties: string | Buffer, presentations = '') =>
  importPublicBase(server.db, { specialties: bytes(specialties), presentations: bytes(presentations) }, at);
const standing = () => server.db.select().from(medications).orderBy(sql`${medications.label} collate "C"`);
const said = async () =>
  (await standing()).map(({ label, form, price, requiresPrescription, reviewed }) => ({
    label,
    form,
    price,
    ...(requiresPrescription && { requiresPrescription }),
    ...(!reviewed && { reviewed }),
  }));

describe('a price list', () => {
  it('adds, then leaves alone, then brings up to date, and keeps the ids', async () => {
    const first =
      'name,form,price\n"Paracétamol 500 mg, boîte de 16",tablet,800\n  Quinine   sirop ,Sirop,"1 500 F"\n';
    expect(await list(first)).toEqual({ read: 2, added: 2, updated: 0, refused: [] });
    const before = await standing();
    expect(await said()).toEqual([
      { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', price: 800 },
      { label: 'Quinine sirop', form: 'syrup', price: 1500 },
    ]);
    expect(await list(first)).toEqual({ read: 2, added: 0, updated: 0, refused: [] });
    // Accents and case aside it is the same medicine; a supervisor's spelling stays.
    expect(await list('name,form,price\nQUININE SIROP,syrup,1600\nNeuf,crème,\n')).toMatchObject({
      added: 1,
      updated: 1,
    });
    const after = await standing();
    expect(after.map(({ id }) => id)).toEqual([after[0]!.id, ...before.map(({ id }) => id)]);
    expect(after.map(({ label, price }) => [label, price])).toEqual([
      ['Neuf', 0],
      ['Paracétamol 500 mg, boîte de 16', 800],
      ['Quinine sirop', 1600],
    ]);
  });

  it('is read as a spreadsheet here writes it: semicolons, Windows-1252, French words', async () => {
    const text =
      'Médicament;Forme;Prix;Ordonnance\r\nL’Amoxicilline 1 g;Gélule;2 500;oui\r\nDoliprane;Comprimé;760;non\r\n';
    // Beyond Latin-1, Windows-1252 has the apostrophe: 0x92.
    expect(await list(Buffer.from(text.replace('’', '\x92'), 'latin1'))).toMatchObject({
      added: 2,
      refused: [],
    });
    expect(await said()).toEqual([
      { label: 'Doliprane', form: 'tablet', price: 760 },
      { label: 'L’Amoxicilline 1 g', form: 'capsule', price: 2500, requiresPrescription: true },
    ]);
  });

  it('whether one needs a prescription stays as it is where the list says nothing (RULES 37)', async () => {
    await list('name,form,price,requires_prescription\nA,tablet,100,oui\nB,tablet,100,\n');
    await list('name,form,price\nA,tablet,200\nB,tablet,200\n');
    expect(await said()).toEqual([
      { label: 'A', form: 'tablet', price: 200, requiresPrescription: true },
      { label: 'B', form: 'tablet', price: 200 },
    ]);
    await list('name,form,price,requires_prescription,liste\nA,tablet,,non,\nB,tablet,,,Liste II\n');
    expect(await said()).toEqual([
      { label: 'A', form: 'tablet', price: 200 },
      { label: 'B', form: 'tablet', price: 200, requiresPrescription: true },
    ]);
  });

  it('without a price it waits for a supervisor, whom no customer finds it before (RULES 20)', async () => {
    await list('name,form,price\nSans prix,tablet,\nGratuit,tablet,0\n');
    expect(await said()).toEqual([
      { label: 'Gratuit', form: 'tablet', price: 0, reviewed: false },
      { label: 'Sans prix', form: 'tablet', price: 0, reviewed: false },
    ]);
    const customer = await server.signIn('customer');
    const { body } = await server.call(customer, 'GET', '/medications/search?q=sans');
    expect(body.medications).toEqual([]);
    await list('name,form,price\nSans prix,tablet,350\n');
    expect((await said())[1]).toEqual({ label: 'Sans prix', form: 'tablet', price: 350 });
  });

  it('does not bring back what was removed, and says so', async () => {
    await list('name,form,price\nA,tablet,100\n');
    await server.db.update(medications).set({ deletedAt: at }).where(eq(medications.label, 'A'));
    expect(await list('name,form,price\nB,tablet,100\nA,tablet,150\n')).toEqual({
      read: 2,
      added: 1,
      updated: 0,
      refused: [
        {
          line: 3,
          reason: 'Retiré du catalogue : il le reste (ajoutez-le à la main pour le vendre de nouveau)',
        },
      ],
    });
    // Added again by hand, it is sold, and followed.
    await server.db.insert(medications).values({
      ...{ label: 'A', form: 'tablet', price: 100, reviewed: true, searchText: 'a', createdAt: at },
    });
    expect(await list('name,form,price\nA,tablet,150\n')).toMatchObject({ updated: 1, refused: [] });
  });

  it('says which lines it refuses, and why', async () => {
    const { refused, ...counts } = await list(
      [
        'name,form,price,requires_prescription',
        ',tablet,100,',
        '!!!,tablet,100,',
        'A,,100,',
        'B,élixir,100,',
        'C,tablet,"12,50",',
        'D,tablet,-5,',
        'E,tablet,999999999,',
        'F,tablet,100,peut-être',
        'G,tablet,100,',
        'g,TABLET,200,',
        'G,syrup,300,',
        `${'x'.repeat(201)},tablet,100,`,
        'H,tablet,"100,',
      ].join('\n'),
    );
    expect(counts).toEqual({ read: 13, added: 2, updated: 0 });
    expect(refused).toEqual([
      { line: 2, reason: 'Nom requis' },
      { line: 3, reason: 'Nom requis' },
      { line: 4, reason: 'Forme manquante' },
      { line: 5, reason: 'Forme inconnue' },
      { line: 6, reason: 'Prix illisible (nombre entier de francs)' },
      { line: 7, reason: 'Prix illisible (nombre entier de francs)' },
      { line: 8, reason: 'Prix trop élevé' },
      { line: 9, reason: 'Ordonnance : « oui » ou « non » attendu' },
      { line: 11, reason: 'g (comprimé) est déjà à la ligne 10' },
      { line: 13, reason: '200 caractères maximum' },
      { line: 14, reason: 'Guillemets jamais refermés : la fin du fichier n’a pas été lue' },
    ]);
    expect((await said()).map(({ label, form }) => [label, form])).toEqual([
      ['G', 'tablet'],
      ['G', 'syrup'],
    ]);
  });

  it('changes nothing where columns are missing', async () => {
    await expect(list('nom;prix\nA;100\n')).rejects.toThrow('Colonnes manquantes : form');
    await expect(list('')).rejects.toThrow('Colonnes manquantes : name, form, price');
    expect(await standing()).toEqual([]);
  });
});

describe('the French public base', () => {
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

  it('brings what is marketed, « à vérifier », at its cheapest price in francs', async () => {
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
    // As published: the one in Windows-1252, the other in UTF-8.
    const report = await base(Buffer.from(specialties, 'latin1'), presentations);
    expect(report).toEqual({ read: 3, added: 3, updated: 0, refused: [] });
    const waits = { reviewed: false };
    expect(await said()).toEqual([
      { label: 'DOLIPRANE 1000 mg, comprimé', form: 'tablet', price: 760, ...waits },
      { label: 'RARE "20 mg/mL", solution injectable', form: 'injection', price: 961_825, ...waits },
      { label: 'SANS PRIX', form: 'tablet', price: 0, ...waits },
    ]);
  });

  it('never touches what a supervisor has approved', async () => {
    const one = specialty('60000001', 'DOLIPRANE', 'comprimé');
    await base(one, presentation('60000001', '1,16'));
    expect(await base(one, presentation('60000001', '2,32'))).toMatchObject({ added: 0, updated: 1 });
    await server.db.update(medications).set({ reviewed: true, price: 1060 });
    expect(await base(one, presentation('60000001', '1,16'))).toMatchObject({ added: 0, updated: 0 });
    expect(await said()).toEqual([{ label: 'DOLIPRANE', form: 'tablet', price: 1060 }]);
  });
});

// The title is where a skipped test says why.
describe.skipIf(!folder)(`the real catalogues${folder ? '' : ' (AMASIN_DATA is unset)'}`, () => {
  const real = (name: string) => () => createReadStream(join(folder ?? '', name));
  const derived = (name: string) =>
    parse(readFileSync(join(folder ?? '', name)), { columns: true }) as Record<string, string>[];

  it('the public base gives the prices and forms that the list made of it has; a choice out of it is approved', async () => {
    const files = { specialties: real('bdpm/CIS_bdpm.txt'), presentations: real('bdpm/CIS_CIP_bdpm.txt') };
    const { read, added, refused } = await importPublicBase(server.db, files, at);
    expect(read).toBe(12_284);
    expect(added + refused.length).toBe(read);
    const found = new Map((await standing()).map((row) => [`${row.label}`, row]));
    const rows = derived('medications.csv').filter(({ name = '' }) => found.has(name));
    expect(rows.length).toBeGreaterThan(12_000);
    const same = (key: 'form' | 'price', of: (row: Record<string, string>) => unknown) =>
      rows.filter((row) => found.get(row.name ?? '')?.[key] === of(row)).length / rows.length;
    expect(same('price', ({ price_fcfa }) => Number(price_fcfa))).toBeGreaterThan(0.98);
    expect(same('form', ({ form }) => form)).toBeGreaterThan(0.98);

    const starter = await importPriceList(server.db, real('medications_starter.csv'), at);
    expect(starter.read).toBe(629);
    // Of another form for the one than for the other.
    expect(starter.added).toBeLessThan(10);
    const priced = derived('medications_starter.csv').filter(({ price_fcfa }) => price_fcfa !== '');
    const approved = (await standing()).filter(({ reviewed }) => reviewed);
    expect(approved.length).toBeGreaterThan(priced.length - starter.refused.length - 1);
    expect(approved.filter(({ price }) => price === 0)).toEqual([]);
  }, 60_000);
});
