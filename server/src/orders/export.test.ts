import { MAX_EXPORTED } from '@amasin/domain/contract/counted.ts';
import { and, eq, like } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { fileOpenings } from '../database/schema/files.ts';
import { csvFile } from '../routing/csv.ts';
import type { Visitor } from '../testing/test-app.ts';
import { server, startServer } from './orders.fixture.ts';

const MARK = '\uFEFF';

let supervisor: Visitor;

startServer({ limits: { exportsPerMinute: 10 } }, async () => {
  supervisor = await server.signIn('supervisor');
});

const fetchCsv = (query = '', { token } = supervisor) => {
  const headers = { authorization: `Bearer ${token}` };
  return server.app.inject({ url: `/api/orders/export${query}`, headers });
};
const linesOf = (text: string) => text.slice(MARK.length).split('\r\n').slice(0, -1);

it('downloads a list as a spreadsheet set to French reads it, without medicines', async () => {
  const name = '=HYPERLINK("http://exemple.bj")';
  const customer = await buildUser(server.db, { type: 'customer', name, phone: '+2290197112233' });
  const medication = await buildMedication(server.db, { label: 'Paracétamol', price: 1_000 });
  const { number } = await buildOrder(server.db, {
    customerId: customer.id,
    zone: await buildZone(server.db, { label: 'Fidjrossè', price: 500 }),
    address: 'Lot 3 ; "portail" vert',
    items: [{ medication, quantity: 2 }],
    createdAt: new Date('2026-11-19T23:30:00Z'),
  });
  const { statusCode, headers, body } = await fetchCsv('?state=pending');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="commandes.csv"',
    'cache-control': 'private, no-store',
  });
  expect(body.startsWith(MARK)).toBe(true);
  expect(body).not.toContain('Paracétamol');
  // No cell begins like a formula, and semicolons and quotes are quoted.
  const line = new RegExp(
    `^${number};2026-11-20 00:30:00;2026-11-20 00:30:00;2026-11-20 02:30:00;En attente;"'=HYPERLINK\\(""http://exemple.bj""\\)";01 97 11 22 33;Fidjrossè;Cotonou;"Lot 3 ; ""portail"" vert";;;2000;500;200;0;2700;2700;TX-\\w+$`,
  );
  expect(linesOf(body)).toEqual([
    'Numéro;Créée le;Payée le;Promise pour;État;Client;Téléphone;Zone;Commune;Adresse;Pharmacie;Livreur;Médicaments (F);Livraison (F);Commission (F);Part de l’assurance (F);Total (F);Payé (F);Transaction',
    expect.stringMatching(line),
  ]);
});

it('applies the filters and the order of the list, whatever its length', async () => {
  const zone = await buildZone(server.db);
  const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
  const customerId = (await buildUser(server.db, { type: 'customer' })).id;
  const built: string[] = [];
  for (let index = 0; index < 205; index += 1) {
    const createdAt = new Date(Date.parse('2026-10-01T08:00:00Z') + index * 60_000);
    built.push((await buildOrder(server.db, { zone, items, customerId, createdAt })).number);
  }
  const numbers = async (query: string) =>
    linesOf((await fetchCsv(query)).body)
      .slice(1)
      .map((line) => line.split(';')[0]);
  expect(await numbers('?date=2026-10')).toEqual(built.toReversed());
  expect(await numbers('?date=2026-10&late=true')).toEqual(built);
  expect(await numbers('?date=2026-10&state=ended')).toEqual([]);
  expect(await numbers(`?q=${built[3]}`)).toEqual([built[3]]);
  expect((await fetchCsv('?state=perdue')).statusCode).toBe(422);
});

it('records each download, and limits them', async () => {
  const admin = await server.signIn('superAdmin');
  for (let call = 0; call < 10; call += 1) expect((await fetchCsv('', admin)).statusCode).toBe(200);
  expect((await fetchCsv('', admin)).json()).toMatchObject({ code: 'TOO_MANY_TRIES' });
  const mine = and(like(fileOpenings.object, 'export:%'), eq(fileOpenings.userId, admin.row.id));
  const rows = await server.db.select().from(fileOpenings).where(mine);
  expect(rows.map(({ object }) => object)).toEqual(Array(10).fill('export:orders'));
});

/** A spreadsheet of one column. */
async function written(cells: readonly string[], isCut = false) {
  const parts = (async function* () {
    yield cells;
  })();
  const columns = [{ heading: 'Texte', cell: (cell: string) => cell }];
  const { body } = await csvFile(server.ctx, 'essai', columns, { parts, isCut });
  return (await body.toArray()).join('');
}

it('has a last line that says when the list was cut', async () => {
  const cut = 'Liste coupée à 10 000 lignes : filtrez-la pour avoir le reste';
  expect(linesOf(await written(['a', 'b'], true))).toEqual(['Texte', 'a', 'b', cut]);
  expect(MAX_EXPORTED).toBe(10_000);
});

it.each(['=1', '+1', '-1', '@a', '\tb', '\rc'])('writes the cell %j as text', async (text) => {
  const cell = (await written([text])).split('Texte\r\n')[1] ?? '';
  expect(cell.replaceAll('"', '').startsWith(`'${text}`)).toBe(true);
});
