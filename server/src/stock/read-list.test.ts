import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { medications } from '../database/schema/medications.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { digestOf, readStock, reportOf, rowsOf } from './read-list.ts';

let server: TestApp;
const labels = new Map<string, string>();

beforeAll(async () => {
  server = await startTestApp();
  for (const [label, more] of [
    ['Zzimp prix', { price: 1500 }],
    ['Zzimp deux', { form: 'tablet' }],
    ['Zzimp été UTF-8', {}],
    ['Zzimp sans prix', { price: 0 }],
    ['Zzimp entre "guillemets"', {}],
    ['Zzimp à vérifier', { reviewed: false }],
    ['Zzimp retiré', { deletedAt: new Date('2026-11-01T00:00:00Z') }],
  ] as const) {
    const { id } = await buildMedication(server.db, { label, ...more });
    labels.set(id, label);
  }
  const { id } = await buildMedication(server.db, { label: 'Zzimp deux', form: 'syrup' });
  labels.set(id, 'Zzimp deux, sirop');
});
afterAll(() => server.close());

const read = (file: string | Buffer) => readStock(server.db, () => Readable.from([Buffer.from(file)]));
const reasons = async (file: string | Buffer) =>
  (await read(file)).refused.map(({ line, reason }) => `${line} ${reason}`);
const rows = async (file: string | Buffer) =>
  (await read(file)).rows.map(({ medicationId, price, there }) => [labels.get(medicationId), price, there]);

const AMBIGUOUS = (first: string, whole: number) =>
  `2 Prix ambigu : « ${first} » puis « 500 » (${first} F, ou ${whole} F ?) : écrivez « ${first} F » ou « ${whole} F »`;

describe('whether it is there', () => {
  it.each([
    ['oui', true],
    ['OUI', true],
    ['en stock', true],
    ['1', true],
    ['12', true],
    ['1 200', true],
    ['2,50', true],
    ['non', false],
    ['0', false],
    ['0,00', false],
    ['-3', false],
    ['Rupture', false],
    ['épuisé', false],
  ])('« %s » is %s', async (written, there) => {
    expect(await rows(`Nom;Stock\nZzimp prix;"${written}"\n`)).toEqual([['Zzimp prix', null, there]]);
  });

  it.each([
    ['', 'Stock vide (« oui », « non » ou une quantité attendu)'],
    ['peut-être', 'Stock illisible : « peut-être » (« oui », « non » ou une quantité attendu)'],
    ['12 ?', 'Stock illisible : « 12 ? » (« oui », « non » ou une quantité attendu)'],
  ])('« %s » is refused', async (written, reason) => {
    expect(await reasons(`Nom;Prix;Stock\nZzimp prix;1500 F;${written}\n`)).toEqual([`2 ${reason}`]);
  });

  it('is said by a list without the column', async () => {
    expect(await rows('Nom\nZzimp prix\n')).toEqual([['Zzimp prix', null, true]]);
  });
});

describe('a price', () => {
  it.each([
    ['1 500 F CFA', 1500],
    ['1\u202f500', 1500],
    ['1500,00', 1500],
    ['', null],
    ['0', null],
  ])('« %s » is %s', async (written, price) => {
    expect(await rows(`Nom;Prix\nZzimp prix;${written}\n`)).toEqual([['Zzimp prix', price, true]]);
  });

  it.each([
    [
      'Nom;Prix\nZzimp prix;1.500\n',
      '2 Prix ambigu : « 1.500 » (1500 F, ou 1,5 F ?) : écrivez 1500 si c’est bien ce prix',
    ],
    ['Nom;Prix\nZzimp prix;1500²\n', '2 Prix illisible : « 1500² » (nombre entier de francs attendu)'],
    ['name,form,price,stock\nZzimp prix,tablet,1,500\n', AMBIGUOUS('1', 1500)],
    [
      'name,form,price\nZzimp prix,tablet,1,500\n',
      '2 Trop de colonnes : plus que l’en-tête (un prix comme « 1,500 » s’écrit 1500)',
    ],
  ])('%s is refused', async (file, reason) => {
    expect(await reasons(file)).toEqual([reason]);
  });

  it('is not cut by a semicolon before a quantity', async () => {
    expect(await rows('Nom;Prix;Stock\nZzimp prix;800;120\n')).toEqual([['Zzimp prix', 800, true]]);
  });

  it.each([
    ['15000', 'waits'],
    ['150', 'waits'],
    ['14999', 'is taken'],
    ['151', 'is taken'],
  ])('of %s F, where the catalogue has 1,500 F, %s', async (price, what) => {
    const found = await read(`Nom;Prix\nZzimp prix;${price}\nZzimp sans prix;90000\n`);
    const waits = what === 'waits';
    expect(found.waiting.map(({ line }) => line.name)).toEqual(waits ? ['Zzimp prix (comprimé)'] : []);
    expect([rowsOf(found, false).length, rowsOf(found, true).length]).toEqual([waits ? 1 : 2, 2]);
    const [before, after] = [reportOf(found, false).counts, reportOf(found, true).counts];
    expect([before.waiting, before.known, after.waiting, after.known]).toEqual(
      waits ? [1, 1, 0, 2] : [0, 2, 0, 2],
    );
  });
});

describe('a name', () => {
  it('is matched without accents and case, by its form when there is one', async () => {
    expect(await rows('Désignation;Forme galénique\nZZIMP ETE utf 8;\nzzimp deux;Sirop\n')).toEqual([
      ['Zzimp été UTF-8', null, true],
      ['Zzimp deux, sirop', null, true],
    ]);
  });

  it('on a line for each lot is there when one of them is', async () => {
    const file = 'Nom;Prix;Stock\nZzimp prix;;non\nZzimp prix;1100;3\nZzimp prix;;0\n';
    expect(await reasons(file)).toEqual(['4 Zzimp prix (comprimé) est déjà à la ligne 3']);
    expect(await rows(file)).toEqual([['Zzimp prix', 1100, true]]);
  });

  it('of several forms, of an unknown form, or said twice is refused', async () => {
    const file = 'Nom;Forme\nZzimp deux;\nZzimp prix;Bidule\nZzimp prix;\nZZIMP PRIX;Comprimé\n;\n;Sirop\n';
    expect(await reasons(file)).toEqual([
      '2 Plusieurs formes : comprimé ou sirop ? Ajoutez la forme',
      '3 Forme inconnue : « Bidule »',
      '5 Zzimp prix (comprimé) est déjà à la ligne 4',
      '7 Nom requis',
    ]);
  });

  it('that the catalogue does not know, or no longer has, is counted and never stored', async () => {
    const before = await server.db.select().from(medications);
    const found = await read(
      'Nom;Forme\nZzimp retiré;\nInconnu\nÉpine\nDemain\nZzimp à vérifier;\nZzimp prix;Sirop\n',
    );
    expect(found.unknown).toEqual(['Demain', 'Épine', 'Inconnu', 'Zzimp prix', 'Zzimp retiré']);
    expect(found.rows).toHaveLength(1);
    expect(await server.db.select().from(medications)).toEqual(before);
  });

  it('is shown two hundred times at most', async () => {
    const found = reportOf(
      await read(`Nom\n${Array.from({ length: 250 }, (_, n) => `Inconnu ${n}\n`).join('')}`),
      false,
    );
    expect([found.counts.unknown, found.unknown.length]).toEqual([250, 200]);
  });
});

describe('a file', () => {
  it.each([
    ['with sep=', 'sep=;\r\nNom;Prix\r\nZzimp prix;1500\r\n'],
    ['in UTF-16 with tabs', Buffer.from('\ufeffNom\tPrix\r\nZzimp prix\t1500\r\n', 'utf16le')],
    ['with empty rows and columns', '\ufeffNom;Prix;;\r\nZzimp prix;1500;;\r\n;;;;\r\n;;;;\r\n'],
    ['with another heading', 'Désignation;Prix public (FCFA)\nZzimp prix;1500\n'],
  ])('%s is read', async (_, file) => {
    expect(await rows(file)).toEqual([['Zzimp prix', 1500, true]]);
  });

  it('of two encodings has its doubtful line refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from('Nom\nZzimp été UTF-8\nZzimp '),
      Buffer.from('été faux\n', 'latin1'),
    ]);
    expect(await reasons(bytes)).toEqual([
      '3 Accents illisibles (le fichier mélange deux encodages) : enregistrez-le en « CSV UTF-8 »',
    ]);
  });

  it.each([
    ['a page', '<html><body><table><tr><td>Nom</td></tr></table></body></html>', /page web \(HTML\)/],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /ancien classeur Excel/],
    ['another list', 'Zone;Quartiers\nNord;A\n', /Colonnes manquantes : Nom/],
    ['a list of 20,001 lines', `Nom\n${'x\n'.repeat(20_001)}`, /Plus de 20 000 lignes/],
  ])('that is %s is refused', async (_, file, message) => {
    await expect(read(file)).rejects.toThrow(message);
  });

  it('of a million empty rows leaves turns to others', async () => {
    let turns = 0;
    const count = () => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    await read(`Nom\n${'\n'.repeat(1_000_000)}Zzimp prix\n`);
    clearImmediate(next);
    // Two readings of a megabyte, in pieces of 16 kB.
    expect(turns).toBeGreaterThan(100);
  });

  it.each(['Prix', 'Stock', 'Forme', 'Nom'])(
    'has a line refused with a cell of %s without end',
    async (heading) => {
      const [cell, cells] = ['9'.repeat(2_001), heading === 'Nom' ? ['Nom', 'Lieu'] : ['Nom', heading]];
      const line = heading === 'Nom' ? `${cell};` : `Zzimp prix;${cell}`;
      expect(await reasons(`${cells.join(';')}\n${line}\n`)).toEqual([
        '2 Cellule trop longue : plus de 2 000 caractères',
      ]);
      const other = await rows(`Nom;Lieu\nZzimp prix;${cell}\n`);
      expect(other).toEqual([['Zzimp prix', null, true]]);
    },
  );

  it('has a digest of all that it says', async () => {
    const digest = async (file: string) => digestOf(await read(file));
    const file = 'Nom;Stock\nZzimp prix;oui\n';
    expect(await digest(file)).toBe(await digest(file));
    expect(await digest(file)).not.toBe(await digest(file.replace('oui', 'non')));
  });
});
