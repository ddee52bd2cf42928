import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { medications } from '../database/schema/medications.ts';
import { importList } from '../testing/import-list.ts';
import { at, bytes, importedMedicines, storedRows } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { priceList, publicBase } from './import.ts';
import type { PublicBase } from './public-base.ts';

const folder = process.env.AMASIN_DATA;

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const importPrices = (open: () => Readable) => importList(server.db, 'medications', priceList(open, at));
const importBase = (base: PublicBase) => importList(server.db, 'medications', publicBase(base, at));
const list = (text: string | Buffer) => importPrices(bytes(text));

describe('a price list', () => {
  it('adds medicines, skips unchanged ones and updates changed ones, preserving their ids', async () => {
    const first =
      'name,form,price\n"Paracétamol 500 mg, boîte de 16",tablet,800\n  Quinine   sirop ,Sirop,"1 500 F"\n';
    expect(await list(first)).toEqual({ read: 2, added: 2, updated: 0, refused: [], waiting: [] });
    const before = await storedRows(server);
    expect(await importedMedicines(server)).toEqual([
      { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', price: 800 },
      { label: 'Quinine sirop', form: 'syrup', price: 1500 },
    ]);
    expect(await list(first)).toEqual({ read: 2, added: 0, updated: 0, refused: [], waiting: [] });
    // The same medicine except for accents and case; the label does not change.
    const second = 'name,form,price\nQUININE SIROP,syrup,1600\nNeuf,crème,\n';
    expect(await list(second)).toMatchObject({ added: 1, updated: 1 });
    const after = await storedRows(server);
    expect(after.map(({ id }) => id)).toEqual([after[0]!.id, ...before.map(({ id }) => id)]);
    expect(after.map(({ label, price }) => [label, price])).toEqual([
      ['Neuf', 0],
      ['Paracétamol 500 mg, boîte de 16', 800],
      ['Quinine sirop', 1600],
    ]);
  });

  it('reads semicolons, Windows-1252 and French headers, as local spreadsheets write them', async () => {
    const text =
      'Médicament;Forme;Prix;Ordonnance\r\nL’Amoxicilline 1 g;Gélule;2 500;oui\r\nDoliprane;Comprimé;760;non\r\n';
    // Unlike Latin-1, Windows-1252 has the apostrophe: 0x92.
    const written = Buffer.from(text.replace('’', '\x92'), 'latin1');
    expect(await list(written)).toMatchObject({ added: 2, refused: [] });
    expect(await importedMedicines(server)).toEqual([
      { label: 'Doliprane', form: 'tablet', price: 760 },
      { label: 'L’Amoxicilline 1 g', form: 'capsule', price: 2500, requiresPrescription: true },
    ]);
  });

  it('does not change whether a prescription is required when the list lacks this value (rule 37)', async () => {
    await list('name,form,price,requires_prescription\nA,tablet,100,oui\nB,tablet,100,\n');
    await list('name,form,price\nA,tablet,200\nB,tablet,200\n');
    expect(await importedMedicines(server)).toEqual([
      { label: 'A', form: 'tablet', price: 200, requiresPrescription: true },
      { label: 'B', form: 'tablet', price: 200 },
    ]);
    await list('name,form,price,requires_prescription,liste\nA,tablet,,non,\nB,tablet,,,Liste II\n');
    expect(await importedMedicines(server)).toEqual([
      { label: 'A', form: 'tablet', price: 200 },
      { label: 'B', form: 'tablet', price: 200, requiresPrescription: true },
    ]);
  });

  it('leaves medicines without a price unreviewed and hidden from customers (rule 20)', async () => {
    await list('name,form,price\nSans prix,tablet,\nGratuit,tablet,0\n');
    expect(await importedMedicines(server)).toEqual([
      { label: 'Gratuit', form: 'tablet', price: 0, reviewed: false },
      { label: 'Sans prix', form: 'tablet', price: 0, reviewed: false },
    ]);
    const customer = await server.signIn('customer');
    const { body } = await server.call(customer, 'GET', '/medications/search?q=sans');
    expect(body.medications).toEqual([]);
    await list('name,form,price\nSans prix,tablet,350\n');
    expect((await importedMedicines(server))[1]).toEqual({ label: 'Sans prix', form: 'tablet', price: 350 });
  });

  it('reads the substances and doses of a list that has them; without, they do not change', async () => {
    const first =
      'Nom;Forme;Prix;DCI;Dosage\nCo-Arinate;Comprimé;2500;ARTÉSUNATE + Sulfaméthoxypyrazine;100 mg + 250,00 mg\n' +
      'Doliprane;Comprimé;760;PARACÉTAMOL;500 mg\nBiofar;Comprimé;900;VITAMINE C + ZINC;180 mg + \nSans;Comprimé;100;;5 mg\n';
    expect(await list(first)).toMatchObject({ added: 4 });
    const expected = [
      { label: 'Biofar', substances: 'Vitamine C + zinc' },
      { label: 'Co-Arinate', substances: 'Artésunate + sulfaméthoxypyrazine', dosage: '100 mg + 250 mg' },
      { label: 'Doliprane', substances: 'Paracétamol', dosage: '500 mg' },
      { label: 'Sans' },
    ];
    const contents = async () =>
      (await importedMedicines(server)).map(({ form: _, price: __, ...content }) => content);
    expect(await contents()).toEqual(expected);
    expect(await list(first)).toMatchObject({ added: 0, updated: 0 });
    await list('name,form,price\nDoliprane,tablet,800\n');
    expect(await contents()).toEqual(expected);
    await list('name,form,price,substance\nDoliprane,tablet,800,Paracétamol\n');
    expect(await contents()).toEqual(expected);
    await list('name,form,price,substance\nDoliprane,tablet,800,Paracétamol + caféine\n');
    expect((await contents())[2]).toEqual({ label: 'Doliprane', substances: 'Paracétamol + caféine' });
  });

  it('reports deleted medicines and does not restore them', async () => {
    await list('name,form,price\nA,tablet,100\n');
    await server.db.update(medications).set({ deletedAt: at }).where(eq(medications.label, 'A'));
    const reason = 'Retiré du catalogue : il le reste (ajoutez-le à la main pour le vendre de nouveau)';
    const report = { read: 2, added: 1, updated: 0, refused: [{ line: 3, reason }], waiting: [] };
    expect(await list('name,form,price\nB,tablet,100\nA,tablet,150\n')).toEqual(report);
    // Added again manually, it is updated.
    await buildMedication(server.db, { label: 'A', price: 100 });
    expect(await list('name,form,price\nA,tablet,150\n')).toMatchObject({ updated: 1, refused: [] });
  });

  it('reports the rejected lines with reasons', async () => {
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
    expect(counts).toEqual({ read: 13, added: 2, updated: 0, waiting: [] });
    expect(refused).toEqual([
      { line: 2, reason: 'Nom requis' },
      { line: 3, reason: 'Nom requis' },
      { line: 4, reason: 'Forme manquante' },
      { line: 5, reason: 'Forme inconnue : « élixir »' },
      { line: 6, reason: 'Prix illisible : « 12,50 » (nombre entier de francs attendu)' },
      { line: 7, reason: 'Prix illisible : « -5 » (nombre entier de francs attendu)' },
      { line: 8, reason: 'Prix trop élevé' },
      { line: 9, reason: 'Ordonnance : « oui » ou « non » attendu' },
      { line: 11, reason: 'g (comprimé) est déjà à la ligne 10' },
      { line: 13, reason: '200 caractères maximum' },
      { line: 14, reason: 'Guillemets jamais refermés : la fin du fichier n’a pas été lue' },
    ]);
    expect((await importedMedicines(server)).map(({ label, form }) => [label, form])).toEqual([
      ['G', 'tablet'],
      ['G', 'syrup'],
    ]);
  });

  it('changes nothing when columns are missing or double', async () => {
    for (const [text, message] of [
      ['nom;prix\nA;100\n', 'Colonnes manquantes : Forme. Colonnes du fichier : nom, prix'],
      ['', 'Colonnes manquantes : Nom, Forme, Prix. Colonnes du fichier : aucune'],
      [
        'Nom;Forme;Prix;Prix public\nA;Sirop;100;200\n',
        'Colonnes en double : Prix, Prix public. Gardez-en une seule',
      ],
    ] as const)
      await expect(list(text)).rejects.toThrow(message);
    expect(await storedRows(server)).toEqual([]);
  });
});

describe('a price list that a machine or a hand has changed', () => {
  const refusals = async (text: string | Buffer) => {
    const { refused } = await list(text);
    return refused.map(({ line, reason }) => [line, reason]);
  };
  const names = async () => (await importedMedicines(server)).map(({ label }) => label);
  const TOO_MANY = 'Trop de colonnes : plus que l’en-tête (un prix comme « 1,500 » s’écrit 1500)';
  const MIXED = 'Accents illisibles (le fichier mélange deux encodages) : enregistrez-le en « CSV UTF-8 »';

  it.each([
    ['commas', 'name,form,price\nMille cinq cents,tablet,1,500\nJuste,tablet,1500\n'],
    ['commas, twice', 'name,form,price\nDouze mille,syrup,12,500\nJuste,tablet,1500,\n'],
    ['tabs', 'name\tform\tprice\nA\ttablet\t1\t500\nJuste\ttablet\t1500\n'],
  ])('refuses a line with more columns than the header, with %s', async (_, text) => {
    expect(await refusals(text)).toEqual([[2, TOO_MANY]]);
    expect(await names()).toEqual(['Juste']);
  });

  it('refuses numbers in the columns of words', async () => {
    expect(await refusals('name,form,price,liste\nA,tablet,1500,12\n')).toEqual([
      [2, 'Liste illisible (« liste I » ou « liste II »)'],
    ]);
    expect(await refusals('name,form,price,dci\nA,tablet,1500,12\n')).toEqual([[2, 'Substance illisible']]);
  });

  it('reads prices as people write them, and refuses ambiguous ones by number', async () => {
    const readable = '1 500|1\u00a0500|1\u202f500 F|1500 FCFA|1 500 F CFA|1500,00|1500.00|1 500,00'.split(
      '|',
    );
    const doubtful = ['1.500', '1,500', '1500,50', '1,5E+03', '1500 F/boîte'];
    const lines = [...readable, ...doubtful].map((price, nth) => `P${nth};Sirop;${price}`);
    expect(await refusals(`Nom;Forme;Prix\n${lines.join('\n')}\n`)).toEqual([
      [10, 'Prix ambigu : « 1.500 » (1500 F, ou 1,5 F ?) : écrivez 1500 si c’est bien ce prix'],
      [11, 'Prix ambigu : « 1,500 » (1500 F, ou 1,5 F ?) : écrivez 1500 si c’est bien ce prix'],
      [12, 'Prix illisible : « 1500,50 » (nombre entier de francs attendu)'],
      [13, 'Prix illisible : « 1,5E+03 » (nombre entier de francs attendu)'],
      [14, 'Prix illisible : « 1500 F/boîte » (nombre entier de francs attendu)'],
    ]);
    expect((await importedMedicines(server)).map(({ price }) => price)).toEqual(Array(8).fill(1500));
  });

  it('refuses by number the lines in another encoding than that of others', async () => {
    const mixed = Buffer.concat([
      Buffer.from('Nom;Forme;Prix\nZinc été;Sirop;1500\n'),
      Buffer.from('Zinc \xe9t\xe9;Sirop;1500\nSans accent;Sirop;1500\n', 'latin1'),
    ]);
    expect(await refusals(mixed)).toEqual([[3, MIXED]]);
    expect(await names()).toEqual(['Sans accent', 'Zinc été']);
  });

  it.each(['utf-16le', 'utf-16be'])('reads %s, with its mark or without', async (encoding) => {
    for (const mark of ['\ufeff', '']) {
      const text = Buffer.from(`${mark}Nom\tForme\tPrix\r\nZinc été\tComprimé\t1500\r\n`, 'utf16le');
      expect(await refusals(encoding === 'utf-16be' ? text.swap16() : text)).toEqual([]);
      expect(await importedMedicines(server)).toEqual([{ label: 'Zinc été', form: 'tablet', price: 1500 }]);
    }
  });

  it.each(['sep=;', '\ufeffsep=;', '"sep=;"', 'SEP=;'])('leaves out the line %j', async (first) => {
    expect(await refusals(`${first}\r\nNom;Forme;Prix\r\nA, b, c;Sirop;1500\r\n`)).toEqual([]);
    expect(await names()).toEqual(['A, b, c']);
  });

  it.each([
    'Désignation;Forme galénique;Prix public (FCFA)',
    'DESIGNATION;FORME;PRIX',
    'Produit;Forme pharmaceutique;Prix de vente F CFA',
    'Libellé;Forme;Prix en francs',
  ])('knows the header « %s »', async (header) => {
    expect(await refusals(`${header}\nA;Comprimé;1500\n`)).toEqual([]);
    expect(await importedMedicines(server)).toEqual([{ label: 'A', form: 'tablet', price: 1500 }]);
  });

  it.each([
    ['Suppositoire', 'other'],
    ['Ovule', 'other'],
    ['Sachet', 'other'],
    ['Poudre', 'other'],
    ['Spray nasal', 'other'],
    ['Patch', 'other'],
    ['Inj.', 'injection'],
    ['Injectable', 'injection'],
    ['Cp', 'tablet'],
    ['Gelule', 'capsule'],
    ['Poudre pour solution buvable', 'syrup'],
    ['Comprime\u0301 pelliculé', 'tablet'],
  ])('knows the form « %s »', async (written, form) => {
    expect(await refusals(`Nom;Forme;Prix\nA;${written};1500\n`)).toEqual([]);
    expect(await importedMedicines(server)).toEqual([{ label: 'A', form, price: 1500 }]);
  });
});

describe('the French public database', () => {
  const base = (specialties: string | Buffer, presentations = '', compositions: string | Buffer = '') => {
    const product = { specialties: bytes(specialties), presentations: bytes(presentations) };
    return importBase({ ...product, compositions: bytes(compositions) });
  };
  const specialty = (code: string, name: string, form: string, more = {}) => {
    const { procedure = 'Procédure nationale', marketed = 'Commercialisée' } = more as Record<string, string>;
    const fields = [code, name, form, 'orale', 'Autorisation active', procedure, marketed];
    return [...fields, '', '', '', ' X', 'Non'].join('\t');
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
    expect(report).toEqual({ read: 3, added: 3, updated: 0, refused: [], waiting: [] });
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
    // Medicines already imported without substances receive them.
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
    const { read, added, refused } = await importBase(files);
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

    const starter = await importPrices(real('medications_starter.csv'));
    expect(starter.read).toBe(629);
    // A few medicines have different forms in the two lists.
    expect(starter.added).toBeLessThan(10);
    const priced = derived('medications_starter.csv').filter(({ price_fcfa }) => price_fcfa !== '');
    const approved = (await storedRows(server)).filter(({ reviewed }) => reviewed);
    expect(approved.length).toBeGreaterThan(priced.length - starter.refused.length - 1);
    expect(approved.filter(({ price }) => price === 0)).toEqual([]);
  });
});
