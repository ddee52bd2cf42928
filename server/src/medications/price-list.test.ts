import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { at, bytes, importedMedicines, storedRows } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { importPriceList } from './import.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const list = (text: string | Buffer) => importPriceList(server.db, bytes(text), at);

describe('a price list', () => {
  it('adds medicines, skips unchanged ones and updates changed ones, preserving their ids', async () => {
    const first =
      'name,form,price\n"Paracétamol 500 mg, boîte de 16",tablet,800\n  Quinine   sirop ,Sirop,"1 500 F"\n';
    expect(await list(first)).toEqual({ read: 2, added: 2, updated: 0, refused: [] });
    const before = await storedRows(server);
    expect(await importedMedicines(server)).toEqual([
      { label: 'Paracétamol 500 mg, boîte de 16', form: 'tablet', price: 800 },
      { label: 'Quinine sirop', form: 'syrup', price: 1500 },
    ]);
    expect(await list(first)).toEqual({ read: 2, added: 0, updated: 0, refused: [] });
    // The same medicine except for accents and case; the label does not change.
    expect(await list('name,form,price\nQUININE SIROP,syrup,1600\nNeuf,crème,\n')).toMatchObject({
      added: 1,
      updated: 1,
    });
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
    expect(await list(Buffer.from(text.replace('’', '\x92'), 'latin1'))).toMatchObject({
      added: 2,
      refused: [],
    });
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
    // Added again manually, it is updated.
    await server.db.insert(medications).values({
      label: 'A',
      form: 'tablet',
      price: 100,
      reviewed: true,
      searchText: 'a',
      createdAt: at,
    });
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
    expect(counts).toEqual({ read: 13, added: 2, updated: 0 });
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

  it('changes nothing when columns are missing', async () => {
    await expect(list('nom;prix\nA;100\n')).rejects.toThrow(
      'Colonnes manquantes : Forme. Colonnes du fichier : nom, prix',
    );
    await expect(list('')).rejects.toThrow(
      'Colonnes manquantes : Nom, Forme, Prix. Colonnes du fichier : aucune',
    );
    await expect(list('Nom;Forme;Prix;Prix public\nA;Sirop;100;200\n')).rejects.toThrow(
      'Colonnes en double : Prix, Prix public. Gardez-en une seule',
    );
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

  it('refuses a price that falls apart into columns that the header has', async () => {
    expect(await refusals('name,form,price,liste\nA,tablet,1,500\n')).toEqual([
      [2, 'Liste illisible (« liste I » ou « liste II »)'],
    ]);
    expect(await refusals('name,form,price,dci\nA,tablet,1,500\n')).toEqual([[2, 'Substance illisible']]);
  });

  it('reads prices as people write them, and refuses ambiguous ones by number', async () => {
    const prices = [
      ...[
        '1 500',
        '1\u00a0500',
        '1\u202f500 F',
        '1500 FCFA',
        '1 500 F CFA',
        '1500,00',
        '1500.00',
        '1 500,00',
      ],
      ...['1.500', '1,500', '1500,50', '1,5E+03', '1500 F/boîte'],
    ];
    const lines = prices.map((price, nth) => `P${nth};Sirop;${price}`);
    expect(await refusals(`Nom;Forme;Prix\n${lines.join('\n')}\n`)).toEqual([
      [10, 'Prix ambigu : « 1.500 » (écrivez 1500 si c’est bien ce prix)'],
      [11, 'Prix ambigu : « 1,500 » (écrivez 1500 si c’est bien ce prix)'],
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
