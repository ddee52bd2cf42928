import type { ImportedListName } from '@amasin/domain/imports/lists.ts';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { audit } from '../database/schema/audit.ts';
import { medications } from '../database/schema/medications.ts';
import { places, zones } from '../database/schema/places.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { writeForm } from '../testing/upload.ts';

let server: TestApp;
let admin: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  admin = await server.signIn('superAdmin');
});
afterAll(() => server.close());

async function send(path: string, text: string | Buffer, fields: Readonly<Record<string, string>> = {}) {
  const { payload, headers } = await writeForm((form) => {
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('file', new File([Uint8Array.from(Buffer.from(text))], 'liste.csv'));
  });
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/imports/${path}`,
    headers: { ...headers, authorization: `Bearer ${admin.token}` },
    payload,
  });
  return { status: response.statusCode, body: response.json() };
}
const preview = async (list: ImportedListName, text: string | Buffer, fields = {}) => {
  const { status, body } = await send(`${list}/preview`, text, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.preview;
};

describe('a preview', () => {
  it('says what is new, what changes from what to what, and what is refused and why; it writes nothing', async () => {
    await buildMedication(server.db, { label: 'Quinine', form: 'syrup', price: 1500 });
    await buildMedication(server.db, { label: 'Paracétamol', form: 'tablet', price: 800 });
    const stored = () => server.db.select().from(medications).orderBy(medications.id);
    const before = await stored();
    const list =
      'Nom;Forme;Prix\nQuinine;Sirop;1600\nParacétamol;Comprimé;800\nNeuf;Crème;300\nFaux;Crème;cher\n';
    expect(await preview('medications', list)).toMatchObject({
      counts: { read: 4, added: 1, changed: 1, unchanged: 1, refused: 1 },
      changed: [
        {
          line: 2,
          name: 'Quinine (sirop)',
          fields: [{ label: 'Prix', before: '1\u202f500\u00a0F', after: '1\u202f600\u00a0F' }],
        },
      ],
      added: [{ line: 4, name: 'Neuf (crème)', reason: null }],
      refused: [{ line: 5, reason: 'Prix illisible : « cher » (nombre entier de francs attendu)' }],
    });
    expect(await stored()).toEqual(before);
  });

  it('shows the first hundred lines of each kind, with the count of all', async () => {
    const lines = Array.from({ length: 1_200 }, (_, n) => (n % 2 ? `Zone ${n},,` : `Zone ${n},,500`));
    const shown = await preview('zones', `label,sectors,price\n${lines.join('\n')}\n`);
    expect(shown.counts).toMatchObject({ read: 1_200, added: 600, refused: 600 });
    expect(shown.added.map(({ line }: { line: number }) => line)).toEqual(
      Array.from({ length: 100 }, (_, n) => 2 * n + 2),
    );
    expect(shown.refused).toHaveLength(100);
  });

  it.each([
    [
      'without the columns',
      'a,b\n1,2\n',
      'Colonnes manquantes : Zone, Quartiers. Colonnes du fichier : a, b',
    ],
    [
      'with two million columns in its header',
      'a;'.repeat(2_000_000),
      'Trop de colonnes : une ligne en a plus de mille. Vérifiez le séparateur',
    ],
    [
      'with two million columns in a line',
      `label,sectors,price\n${','.repeat(2_000_000)}`,
      'Trop de colonnes : une ligne en a plus de mille. Vérifiez le séparateur',
    ],
    ['that is empty', '', 'Colonnes manquantes : Zone, Quartiers. Colonnes du fichier : aucune'],
    [
      'that is a workbook',
      'PK\u0003\u0004…',
      'Ce fichier est un classeur : enregistrez-le d’abord en « CSV UTF-8 »',
    ],
    ['too large', Buffer.alloc(4 * 1024 * 1024 + 1, 'a'), 'Fichier trop gros : 4 Mo au plus'],
    [
      'with too many lines',
      `label,sectors\n${'x\n'.repeat(20_001)}`,
      'Plus de 20 000 lignes : partagez le fichier en plusieurs',
    ],
  ])('refuses a file %s', async (_, text, reason) => {
    const { status, body } = await send('zones/preview', text);
    expect([status, body.fields]).toEqual([422, { file: reason }]);
  });

  it('knows no other list', async () => {
    expect((await send('users/preview', 'name\n')).status).toBe(404);
  });
});

describe('an import', () => {
  it('writes what its preview said, once, in the journal by who did it', async () => {
    const list = 'Zone;Quartiers\nLokossa;Agnivè|Zounhouè\n';
    const { digest } = await preview('zones', list, { fee: '900' });
    const both = await Promise.all([
      send('zones', list, { digest, fee: '900' }),
      send('zones', list, { digest, fee: '900' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await server.db.select().from(zones).where(eq(zones.label, 'Lokossa'));
    expect(rows).toMatchObject([{ price: 900, sectors: ['Agnivè', 'Zounhouè'] }]);
    const lines = await server.db.select().from(audit).where(eq(audit.subjectId, 'zones'));
    expect(lines).toMatchObject([
      { action: 'import', actorId: admin.row.id, actorType: 'superAdmin', details: { count: 1 } },
    ]);
    expect((await preview('zones', list)).counts).toMatchObject({ read: 1, unchanged: 1 });
  });

  it('is refused when the list or the file changed after the preview, and writes nothing', async () => {
    const row = await buildMedication(server.db, { label: 'Ibuprofène', form: 'tablet', price: 500 });
    const list = 'Nom,Forme,Prix\nIbuprofène,Comprimé,600\n';
    const price = async () => {
      const [stored] = await server.db.select().from(medications).where(eq(medications.id, row.id));
      return stored?.price;
    };
    const { digest } = await preview('medications', list);
    const other = await send('medications', list.replace('600', '700'), { digest });
    await server.db.update(medications).set({ price: 550 }).where(eq(medications.id, row.id));
    const { status, body } = await send('medications', list, { digest });
    expect([other.status, status, body.code]).toEqual([409, 409, 'IMPORT_CHANGED']);
    expect(await price()).toBe(550);
    const again = await preview('medications', list);
    expect((await send('medications', list, { digest: again.digest })).body).toEqual({
      counts: { read: 1, added: 0, changed: 1, unchanged: 0, waiting: 0, refused: 0 },
    });
    expect(await price()).toBe(600);
  });

  it('adds pharmacies to the directory', async () => {
    const list = 'Nom,Latitude,Longitude,Téléphone\nPharmacie Étoile,6.37,2.39,0190000001\n';
    const { digest } = await preview('pharmacies', list);
    expect((await send('pharmacies', list, { digest })).status).toBe(200);
    expect(await server.db.select().from(places).where(eq(places.name, 'Pharmacie Étoile'))).toMatchObject([
      { phone: '+2290190000001', accountId: null },
    ]);
  });
});
