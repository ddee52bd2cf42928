import { Readable } from 'node:stream';
import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import type { ImportPreview } from '@amasin/domain/imports/preview.ts';
import { asc, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { medications } from '../database/schema/medications.ts';
import { places, zones } from '../database/schema/places.ts';
import { priceList } from '../medications/import.ts';
import { directory } from '../pharmacies/import.ts';
import { importList } from '../testing/import-list.ts';
import { at } from '../testing/imported-catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { writeForm } from '../testing/upload.ts';
import { zoneList } from '../zones/import.ts';

let server: TestApp;
let admin: Visitor;
beforeAll(async () => {
  server = await startTestApp({ limits: { uploadsPerMinute: 10_000 } });
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.delete(medications);
  await server.db.delete(zones);
  await server.db.delete(places);
});

type File = string | Buffer;
type Fields = Readonly<Record<string, string>>;

async function send(path: string, file: File, fields: Fields) {
  const { payload, headers } = await writeForm((form) => {
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([Uint8Array.from(Buffer.from(file))], 'liste.csv'));
  });
  const url = `/api/imports/${path}`;
  const { statusCode: status, json } = await server.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    payload,
  });
  return { status, body: json() };
}
const preview = async (list: ImportedListName, file: File, fields: Fields = {}): Promise<ImportPreview> => {
  const { status, body } = await send(`${list}/preview`, file, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.preview;
};

/** As the command: by the file's own lines. */
const byCommand = (list: ImportedListName, file: File) => {
  const open = () => Readable.from([Buffer.from(file)]);
  if (list === 'medications') return importList(server.db, list, priceList(open, at));
  if (list === 'zones') return importList(server.db, list, zoneList(open, { fee: null, at }));
  return importList(server.db, list, directory(open));
};

/** Imports by the screen's calls and by the command, which say the same. */
async function importBoth(list: ImportedListName, file: File) {
  const seen = await preview(list, file);
  const { refused, ...counts } = await byCommand(list, file);
  expect(refused.slice(0, 100)).toEqual(seen.refused.map(({ line, reason }) => ({ line, reason })));
  expect([counts.read, counts.added]).toEqual([seen.counts.read, seen.counts.added]);
  return refused.map(({ line, reason }) => [line, reason] as const);
}
const prices = async () =>
  (await server.db.select().from(medications).orderBy(asc(medications.label))).map(({ price }) => price);

describe('an amount that the separator may have cut', () => {
  const cut = (first: string, next: string, whole = Number(first + next.slice(0, 3))) =>
    `Prix ambigu : « ${first} » puis « ${next} » (${first} F, ou ${whole} F ?) : écrivez « ${first} F » ou « ${whole} F »`;

  it.each([
    ['commas, a column after it', 'name,form,price,stock\nEssai,tablet,1,500\n', cut('1', '500')],
    ['commas, an empty last heading', 'name,form,price,\nEssai,tablet,12,500\n', cut('12', '500')],
    ['semicolons', 'Nom;Forme;Prix;Stock\nEssai;Sirop;1;500\n', cut('1', '500')],
    ['tabs', 'Nom\tForme\tPrix\tStock\nEssai\tSirop\t1\t500\n', cut('1', '500')],
    ['bars', 'Nom|Forme|Prix|Stock\nEssai|Sirop|1|500\n', cut('1', '500')],
    ['a currency after it', 'name,form,price,dosage\nEssai,tablet,1,500 F\n', cut('1', '500 F')],
    ['zero decimals', 'name,form,price,stock\nEssai,tablet,1,500.00\n', cut('1', '500.00')],
    ['spaces', 'name, form, price, stock\nEssai, tablet, 125, 000\n', cut('125', '000', 125_000)],
    ['a million', 'name,form,price,a,b\nEssai,tablet,1,500,000\n', cut('1', '500')],
    ['a list column', 'name,form,price,liste\nEssai,tablet,1,500\n', cut('1', '500')],
  ])('is refused by line, with both readings: %s', async (_, text, reason) => {
    expect(await importBoth('medications', text)).toEqual([[2, reason]]);
    expect(await prices()).toEqual([]);
  });

  it.each([
    ['a fee', 'label,sectors,price,aliases\nNord,Quartier,1,500\n', cut('1', '500')],
    ['a fee before kilometres', 'Zone;Quartiers;Frais;km\nNord;Q;1;500\n', cut('1', '500')],
  ])('is refused in zones: %s', async (_, text, reason) => {
    expect(await importBoth('zones', text)).toEqual([[2, reason]]);
  });

  it.each([
    ['a currency', 'name,form,price,stock\nEssai,tablet,800 F,500\n', 800],
    ['four digits', 'name,form,price,stock\nEssai,tablet,1500,500\n', 1500],
    ['two digits after it', 'name,form,price,stock\nEssai,tablet,800,12\n', 800],
    ['nothing after it', 'name,form,price,stock\nEssai,tablet,800,\n', 800],
    ['a dose after it', 'name,form,price,dosage\nEssai,tablet,800,500 mg\n', 800],
  ])('is read with %s', async (_, text, price) => {
    expect(await importBoth('medications', text)).toEqual([]);
    expect(await prices()).toEqual([price]);
  });

  it.each([
    ['1,500', 'Prix ambigu : « 1,500 » (1500 F, ou 1,5 F ?) : écrivez 1500 si c’est bien ce prix'],
    ['12.000 F', 'Prix ambigu : « 12.000 F » (12000 F, ou 12 F ?) : écrivez 12000 si c’est bien ce prix'],
    ['1500²', 'Prix illisible : « 1500² » (nombre entier de francs attendu)'],
    ['1500¹', 'Prix illisible : « 1500¹ » (nombre entier de francs attendu)'],
    ['①500', 'Prix illisible : « ①500 » (nombre entier de francs attendu)'],
    ['10⁶', 'Prix illisible : « 10⁶ » (nombre entier de francs attendu)'],
    ['1５00', 'Prix illisible : « 1５00 » (nombre entier de francs attendu)'],
    ['١٥٠٠', 'Prix illisible : « ١٥٠٠ » (nombre entier de francs attendu)'],
    ['"1\n500"', 'Prix illisible : « 1 500 » (nombre entier de francs attendu)'],
    ['-1500', 'Prix illisible : « -1500 » (nombre entier de francs attendu)'],
    ['1500-2000', 'Prix illisible : « 1500-2000 » (nombre entier de francs attendu)'],
  ])('%j is refused', async (written, reason) => {
    const text = `Nom;Forme;Prix\nEssai;Sirop;${written}\n`;
    expect((await importBoth('medications', text)).map(([, one]) => one)).toEqual([reason]);
  });
});

describe('an amount ten times above or below today’s', () => {
  const storedFee = async () => (await server.db.select().from(zones))[0]?.price;

  it.each([
    [1500, '150', true],
    [1500, '151', false],
    [1500, '1', true],
    [1500, '0', true],
    [1500, '15000', true],
    [1500, '14999', false],
    [1500, '1500', false],
    [0, '1500', false],
  ])('a price of %i that becomes %s waits: %s', async (before, after, waits) => {
    await byCommand('medications', `Nom;Forme;Prix\nA;Sirop;${before}\nB;Sirop;100\n`);
    const text = `Nom;Forme;Prix\nA;Sirop;${after}\nB;Sirop;110\n`;
    const seen = await preview('medications', text);
    expect(seen.waiting.map(({ name, fields }) => [name, fields[0]?.label])).toEqual(
      waits ? [['A (sirop)', 'Prix']] : [],
    );
    // The others are imported, these stay as they are.
    const { digest } = seen;
    expect((await send('medications', text, { digest })).status).toBe(200);
    expect(await prices()).toEqual([waits ? before : Number(after), 110]);
    const again = await preview('medications', text);
    expect([again.counts.waiting, again.counts.changed]).toEqual([waits ? 1 : 0, 0]);
    const { body } = await send('medications', text, { digest: again.digest, anyway: '1' });
    expect(body.counts).toMatchObject({ changed: waits ? 1 : 0, waiting: 0 });
    expect(await prices()).toEqual([Number(after), 110]);
    // What costs 0 waits for a price, and is not sold.
    const [row] = await server.db.select().from(medications).orderBy(asc(medications.label));
    expect(row?.reviewed).toBe(Number(after) > 0);
  });

  it.each([
    [500, '50', true],
    [500, '51', false],
    [500, '0', true],
    [0, '500', true],
    [0, '0', false],
    [500, '5000', true],
    [500, '4999', false],
  ])('a fee of %i that becomes %s waits: %s', async (before, after, waits) => {
    await byCommand('zones', `Zone;Quartiers;Prix\nNord;A;${before}\n`);
    expect(await storedFee()).toBe(before);
    const text = `Zone;Quartiers;Prix\nNord;B;${after}\n`;
    const seen = await preview('zones', text);
    expect(seen.counts.waiting).toBe(waits ? 1 : 0);
    const report = await byCommand('zones', text);
    expect([report.updated, report.waiting.length]).toEqual(waits ? [0, 1] : [1, 0]);
    expect(await storedFee()).toBe(waits ? before : Number(after));
    if (waits) {
      const [line] = report.waiting;
      expect(line?.fields[0]).toMatchObject({ label: 'Prix' });
      expect((await send('zones', text, { digest: seen.digest, anyway: '1' })).status).toBe(200);
      expect(await storedFee()).toBe(Number(after));
    }
  });

  it('0 is an amount for a new zone, in the file and as the fee of those without one', async () => {
    await byCommand('zones', 'Zone;Quartiers;Prix\nNord;A;0\n');
    const text = 'Zone;Quartiers\nSud;A\n';
    const { digest } = await preview('zones', text, { fee: '0' });
    expect((await send('zones', text, { fee: '0', digest })).status).toBe(200);
    expect((await server.db.select().from(zones)).map(({ price }) => price)).toEqual([0, 0]);
  });
});

describe('letters in another encoding', () => {
  const TEXT =
    'Désignation;Forme;Prix\nParacétamol crème à l’été;Comprimé;1500\nFer être;Gélule;800\nTHÉ MÈRE;Sirop;300\n';
  const NAMES = ['Fer être', 'Paracétamol crème à l’été', 'THÉ MÈRE'];
  /** Writes by a table of code points, as an old program does. */
  const written = (codes: Readonly<Record<string, number>>, text: string) =>
    Buffer.from(
      text
        .replaceAll('’', codes['’'] === undefined ? "'" : '’')
        .replace(/[^\0-\x7f]/g, (sign) => String.fromCharCode(codes[sign] ?? 0x3f)),
      'latin1',
    );
  const windows = { é: 0xe9, è: 0xe8, ê: 0xea, à: 0xe0, É: 0xc9, È: 0xc8, '’': 0x92 };
  const dos = { é: 0x82, è: 0x8a, ê: 0x88, à: 0x85, É: 0x90, È: 0xd4 };
  const mac = { é: 0x8e, è: 0x8f, ê: 0x90, à: 0x88, É: 0x83, È: 0xe9, '’': 0xd5 };
  const twice = (text: string) => Buffer.from(Buffer.from(text).toString('latin1'));
  const wide = (text: string) => Buffer.from(text, 'utf16le');
  const labels = async () =>
    (await server.db.select().from(medications).orderBy(asc(medications.label))).map(({ label }) =>
      label.replace('’', "'"),
    );

  it.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-8 encoded twice', twice(TEXT.replace('’', "'"))],
    ['UTF-8 encoded twice, with its mark', twice(`\ufeff${TEXT.replace('’', "'")}`)],
    ['UTF-16, little end first', wide(`\ufeff${TEXT}`)],
    ['UTF-16, little end first, without its mark', wide(TEXT)],
    ['UTF-16, big end first', wide(`\ufeff${TEXT}`).swap16()],
    ['Windows-1252', written(windows, TEXT)],
    ['CP850', written(dos, TEXT)],
    ['Mac Roman', written(mac, TEXT)],
  ])('%s is read', async (_, file) => {
    expect(await importBoth('medications', file)).toEqual([]);
    expect(await labels()).toEqual(NAMES.map((name) => name.replace('’', "'")));
  });

  it('is asked where several readings are likely, with each of them; the one that is chosen is imported', async () => {
    const file = Buffer.from('Nom;Forme;Prix\nT\x88te;Sirop;500\n', 'latin1');
    const { counts, readings } = await preview('medications', file);
    expect(counts.read).toBe(0);
    expect(readings).toHaveLength(3);
    expect(Object.fromEntries(readings.map(({ encoding, text }) => [encoding, text]))).toEqual({
      cp850: 'Tête;Sirop;500',
      macintosh: 'Tàte;Sirop;500',
      'windows-1252': 'Tˆte;Sirop;500',
    });
    await expect(byCommand('medications', file)).rejects.toThrow(
      /choisissez la bonne[\s\S]*cp850 \(DOS\) :\n {2}Tête/,
    );
    expect((await send('medications', file, { digest: 'x' })).status).toBe(422);
    expect((await send('medications/preview', file, { encoding: 'latin' })).status).toBe(422);
    const { digest } = await preview('medications', file, { encoding: 'cp850' });
    expect((await send('medications', file, { encoding: 'cp850', digest })).status).toBe(200);
    expect(await labels()).toEqual(['Tête']);
  });

  const MIXED = 'Accents illisibles (le fichier mélange deux encodages) : enregistrez-le en « CSV UTF-8 »';

  it.each([
    [
      'one bad byte',
      Buffer.concat([
        Buffer.from('Nom;Forme;Prix\nÉté;Sirop;5\nMa'),
        Buffer.of(0xff),
        Buffer.from('ux;Sirop;5\n'),
      ]),
    ],
    [
      'a line of Windows',
      Buffer.concat([
        Buffer.from('Nom;Forme;Prix\nÉté;Sirop;5\n'),
        Buffer.from('\xe9t\xe9;Sirop;5\n', 'latin1'),
      ]),
    ],
    [
      'a line encoded twice',
      Buffer.concat([Buffer.from('Nom;Forme;Prix\nÉté;Sirop;5\n'), twice('été;Sirop;5\n')]),
    ],
  ])('is refused by line: %s', async (_, file) => {
    expect(await importBoth('medications', file)).toEqual([[3, MIXED]]);
    expect(await labels()).toEqual(['Été']);
  });

  it('French signs beside each other are not taken for another encoding', async () => {
    const text = 'Nom;Forme;Prix\nCOMPRIMÉ\u00a0500 mg;Sirop;5\nÉ»té;Sirop;5\n';
    expect(await importBoth('medications', text)).toEqual([]);
  });
});

describe('lines that end as an old Mac ends them', () => {
  it.each(['\n', '\r\n', '\r'])(
    '%j ends a line of a long file, whose last letters are found',
    async (end) => {
      const lines = Array.from({ length: 600 }, (_, index) => `Essai ${index};Sirop;1500`);
      const text = [
        'Nom;Forme;Prix',
        ...lines,
        'Zinc cr\x8fme;Sirop;500',
        'Zinc \x88 l\xd5\x8et\x8e;Sirop;500',
        '',
      ];
      expect(await importBoth('medications', Buffer.from(text.join(end), 'latin1'))).toEqual([]);
      const rows = await server.db.select().from(medications).where(like(medications.label, 'Zinc%'));
      expect(rows.map(({ label }) => label).sort()).toEqual(['Zinc crème', 'Zinc à l’été']);
    },
  );

  it('empty rows before the header say nothing of the separator', async () => {
    expect(await importBoth('medications', '\n;;\n\nNom;Forme;Prix\nEssai;Sirop;500\n')).toEqual([]);
    expect(await prices()).toEqual([500]);
  });
});

describe('signs that cannot be stored, or that turn a line', () => {
  it.each<[ImportedListName, string]>([
    ['medications', 'Nom;Forme;Prix;DCI;Dosage\nE\0ssai;Sirop;500;Par\0a\u202e;5\0 mg\u202e\n'],
    ['zones', 'Zone;Quartiers;Lieux;Prix;Commune\nN\0ord;A\0kpa;M\0arché;500;Coto\0nou\n'],
    [
      'pharmacies',
      'Nom;Latitude;Longitude;Horaires;Adresse;Quartier;arrondissement;Commune\nP\0;6,37;2,39;Sur\0 appel\u202e;Rue\0\u202e;;;\nQ;6,37;2,39;;;Q\0;A\u202e;C\0\n',
    ],
  ])('are left out of %s, and the rest is imported', async (list, text) => {
    const { digest, counts } = await preview(list, text);
    expect(counts.refused).toBe(0);
    expect((await send(list, text, { digest })).status).toBe(200);
    const stored = await Promise.all(
      [medications, zones, places].map((table) => server.db.select().from(table)),
    );
    expect(JSON.stringify(stored)).not.toMatch(/\\u0000|\u202e/);
  });

  it('a town of one endless word is refused, and the other lines are imported', async () => {
    const town = Array.from({ length: 2_000 }, (_, index) => String.fromCharCode(0x4e00 + 7 * index)).join(
      '',
    );
    const text = `Nom;Latitude;Longitude;Commune\nP;6,37;2,39;${town}\nQ;6,37;2,39;Cotonou\n`;
    expect(await importBoth('pharmacies', text)).toEqual([[2, '1000 caractères maximum']]);
  });
});

describe('what is no list', () => {
  const table = '<table><tr><td>Nom</td></tr></table>';
  const AS_CSV = 'ouvrez-le dans un tableur et enregistrez-le en « CSV UTF-8 »';
  it.each([
    [
      'a workbook',
      Buffer.from('PK\u0003\u0004…'),
      'Ce fichier est un classeur : enregistrez-le d’abord en « CSV UTF-8 »',
    ],
    [
      'an old workbook',
      Buffer.from('d0cf11e0a1b11ae100000000', 'hex'),
      `Ce fichier est un ancien classeur Excel (.xls) : ${AS_CSV}`,
    ],
    [
      'a page',
      `\ufeff\n<html><body>${table}`,
      `Ce fichier est une page web (HTML), même si son nom finit par .xls : ${AS_CSV}`,
    ],
    ['a table', table, `Ce fichier est une page web (HTML), même si son nom finit par .xls : ${AS_CSV}`],
    ['XML', '<?xml version="1.0"?><Workbook>', `Ce fichier est du XML, un classeur peut-être : ${AS_CSV}`],
    ['a PDF', '%PDF-1.7\n', 'Ce fichier est un PDF : demandez la liste en CSV à qui l’a faite'],
  ])('is named, with what to do: %s', async (_, file, reason) => {
    for (const list of ['medications', 'zones', 'pharmacies'] as const) {
      const { status, body } = await send(`${list}/preview`, file, {});
      expect([status, body.fields]).toEqual([422, { file: reason }]);
      await expect(byCommand(list, file)).rejects.toThrow(reason);
    }
  });

  it('rows of empty cells are no lines', async () => {
    const text = `;;;;\r\nNom;Forme;Prix;;\r\nA;Sirop;800;;\r\nB;Sirop;0x;;\r\n${';;;;\r\n'.repeat(21_000)} ;\u00a0;\r\n`;
    const { counts } = await preview('medications', text);
    expect(counts).toMatchObject({ read: 2, added: 1, refused: 1 });
  });
});

describe('a directory', () => {
  const refusals = (lines: string, header = 'name;latitude;longitude;phone;opening_hours;commune') =>
    importBoth('pharmacies', `${header}\n${lines}\n`);
  const place = async () => (await server.db.select().from(places))[0];

  it.each([
    ['6.3703;2.3912', 6.3703, 2.3912],
    ['6,3703;2,3912', 6.3703, 2.3912],
    ['6.3703° N;2.3912° E', 6.3703, 2.3912],
    ["6°22'13.1'' N;2°23'28.3'' E", 6.3703056, 2.3911944],
    ['6° 22′ 13,1″ N;2° 23′ 28,3″ E', 6.3703056, 2.3911944],
  ])('reads the position %s', async (position, latitude, longitude) => {
    expect(await refusals(`P;${position};;;Cotonou`)).toEqual([]);
    expect(await place()).toMatchObject({ latitude, longitude });
  });

  it.each([
    ['2.3912;6.3703', 'Latitude et longitude semblent échangées'],
    [
      '6;2',
      'Latitude sans décimales : « 6 » (« 6,3703 » attendu), Longitude sans décimales : « 2 » (« 6,3703 » attendu)',
    ],
    ['6,37²;2,39', 'Latitude illisible'],
    ['637;2,39', 'Latitude sans décimales : « 637 » (« 6,3703 » attendu)'],
    ['48,85;2,35', 'Latitude hors du Bénin'],
    ["6°61'N;2,39", 'Latitude illisible'],
  ])('refuses the position %s', async (position, reason) => {
    expect(await refusals(`P;${position};;;Cotonou`)).toEqual([[2, reason]]);
  });

  it('refuses decimal commas in a file of commas', async () => {
    const header = 'name,latitude,longitude,address,quarter';
    expect(await refusals('P,6,37,2,39', header)).toMatchObject([
      [2, expect.stringContaining('Latitude sans décimales : « 6 »')],
    ]);
    expect(await refusals('P,6,3,2,4', header)).toMatchObject([
      [2, expect.stringContaining('Latitude sans décimales : « 6 »')],
    ]);
  });

  it.each([
    '0197112233',
    '97112233',
    '197112233',
    '2290197112233',
    '+229 97 11 22 33',
    '197112233.0',
    '="0197112233"',
    "'0197112233",
    '(229) 97-11-22-33',
  ])('repairs the telephone %s', async (phone) => {
    expect(
      await refusals(
        `P;6,37;2,39;${phone.includes('"') ? `"${phone.replaceAll('"', '""')}"` : phone};;Cotonou`,
      ),
    ).toEqual([]);
    expect((await place())?.phone).toBe('+2290197112233');
  });

  it.each(['2,2901971E+12', '97 11 22 33 / 95 11 22 33', '019711223', '971122330', '9711223³', '97112233①'])(
    'refuses the telephone %s',
    async (phone) => {
      expect(await refusals(`P;6,37;2,39;${phone};;Cotonou`)).toEqual([
        [2, 'Téléphone illisible (01 et 8 chiffres attendus)'],
      ]);
    },
  );

  it.each([
    ['Mo–Sa 08:00–20:00', 'Mo-Sa 08:00-20:00'],
    ['24h/24', '24/7'],
    ['Lun–Sam 8h–20h30', 'Mo-Sa 08:00-20:30'],
    ['Sur appel', 'Sur appel'],
  ])('keeps the hours « %s » as « %s »', async (hours, stored) => {
    expect(await refusals(`P;6,37;2,39;;${hours};Cotonou`)).toEqual([]);
    expect((await place())?.hours).toBe(stored);
  });
});
