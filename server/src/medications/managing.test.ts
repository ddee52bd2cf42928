import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let supervisor: Visitor;
let admin: Visitor;
let awa: Visitor;

const at = (moment: string) => new Date(moment);

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor', { name: 'Bio' });
  admin = await server.signIn('superAdmin');
  awa = await server.signIn('agent', { name: 'Awa' });
  const byAwa = { createdById: awa.row.id };
  const byBio = { createdById: supervisor.row.id };
  for (const fields of [
    // 20 November in Benin is from 23:00 UTC on the 19th to 23:00 UTC on the 20th.
    { label: 'Érythromycine 500 mg', createdAt: at('2026-11-19T22:59:59Z'), ...byBio },
    { label: 'Efferalgan codéiné', createdAt: at('2026-11-19T23:00:00Z'), ...byBio },
    { label: 'Paracétamol 500 mg', createdAt: at('2026-11-20T22:59:59Z') },
    { label: 'Paracétamol 1 g', createdAt: at('2026-11-20T23:00:00Z'), reviewed: false, ...byAwa },
    { label: 'Œstradiol', createdAt: at('2026-11-21T08:00:00Z'), reviewed: false, price: 0, ...byAwa },
    { label: 'Ancien paracétamol', deletedAt: at('2026-11-22T08:00:00Z'), ...byAwa },
  ])
    await buildMedication(server.db, fields);
});
afterAll(() => server.close());

const get = (query: string, visitor = supervisor) => server.call(visitor, 'GET', `/medications?${query}`);
const labels = async (query: string, visitor?: Visitor) =>
  (await get(query, visitor)).body.medications.map(({ label }: { label: string }) => label);

describe('filters for catalogue managers', () => {
  it.each([
    ['q=PARACETAMOL', ['Paracétamol 1 g', 'Paracétamol 500 mg']],
    // Words match in any order and inside words.
    ['q=500%20cetamol', ['Paracétamol 500 mg']],
    ['q=mg', ['Érythromycine 500 mg', 'Paracétamol 500 mg']],
    ['q=oestra', ['Œstradiol']],
    ['q=%25', []],
    ['q=_', []],
    ['q=', 5],
    ['from=2026-11-20&to=2026-11-20', ['Efferalgan codéiné', 'Paracétamol 500 mg']],
    ['to=2026-11-19', ['Érythromycine 500 mg']],
    ['from=2026-11-21', ['Œstradiol', 'Paracétamol 1 g']],
    ['reviewed=false', ['Œstradiol', 'Paracétamol 1 g']],
    ['reviewed=true&q=codeine', ['Efferalgan codéiné']],
    ['reviewed=&from=&to=&createdBy=', 5],
  ])('%s', async (query, found) => {
    const { status, body } = await get(query);
    expect([status, body.total]).toEqual([200, typeof found === 'number' ? found : found.length]);
    if (typeof found !== 'number') expect(await labels(query, admin)).toEqual(found);
  });

  it('match the author, and combine', async () => {
    const ofAwa = `createdBy=${awa.row.id}`;
    expect(await labels(ofAwa)).toEqual(['Œstradiol', 'Paracétamol 1 g']);
    expect(await labels(`${ofAwa}&q=para&reviewed=false&from=2026-11-21&to=2026-11-21`)).toEqual([
      'Paracétamol 1 g',
    ]);
    expect(await labels(`createdBy=${v7()}`)).toEqual([]);
  });

  it('match across pages', async () => {
    const { body } = await get('q=a&limit=2&page=2');
    expect([body.total, body.medications.length]).toEqual([4, 2]);
    expect(await labels('q=a&limit=2&page=1')).toEqual(['Efferalgan codéiné', 'Œstradiol']);
  });

  it.each([
    ['from=hier', 'from', 'Date invalide'],
    ['to=2026-02-30', 'to', 'Date invalide'],
    ['from=2026-11', 'from', 'Date invalide'],
    ['from=2026-11-21&to=2026-11-20', 'to', 'La fin précède le début'],
    ['createdBy=awa', 'createdBy', 'Auteur inconnu'],
    ['reviewed=oui', 'reviewed', 'Filtre inconnu'],
  ])('rejects %s', async (query, field, message) => {
    expect(await get(query)).toMatchObject({ status: 422, body: { fields: { [field]: message } } });
  });
});

const others = userTypes.filter((type) => type !== 'supervisor' && type !== 'superAdmin');
it.each<UserType>(others)('ignores the filters of a %s', async (type) => {
  const visitor = await server.signIn(type);
  const all = await labels('', visitor);
  expect(all.length).toBe(type === 'customer' ? 3 : 5);
  for (const query of ['q=para', `createdBy=${awa.row.id}`, 'reviewed=false', 'from=2027-01-01'])
    expect(await labels(query, visitor), query).toEqual(all);
});

it('lists authors with the number of their medicines', async () => {
  for (const visitor of [supervisor, admin]) {
    const { status, body } = await server.call(visitor, 'GET', '/medications/creators');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        creators: [
          { _id: awa.row.id, name: 'Awa', medications: 2 },
          { _id: supervisor.row.id, name: 'Bio', medications: 2 },
        ],
        total: 2,
      },
    });
  }
});

describe('approval', () => {
  it('requires a price, which may be in the same request', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc', reviewed: false, price: 0 });
    const put = (body: object) => server.call(supervisor, 'PUT', `/medications/${id}`, body);
    const refused = {
      status: 422,
      body: { fields: { price: 'Fixez un prix supérieur à 0 avant de valider' } },
    };
    expect(await put({ reviewed: true })).toMatchObject(refused);
    expect(await put({ reviewed: true, price: 0 })).toMatchObject(refused);
    expect((await put({ label: 'Zinc 20 mg' })).body.medication).toMatchObject({ reviewed: false, price: 0 });
    expect((await put({ reviewed: true, price: 900 })).body.medication).toMatchObject({
      reviewed: true,
      price: 900,
    });
    // An approved medicine may lose its price; it cannot be ordered then.
    expect((await put({ reviewed: true, price: 0 })).status).toBe(200);
    await server.call(supervisor, 'DELETE', `/medications/${id}`);
  });
});

describe('5,000 medicines and 1,000 people', () => {
  beforeAll(async () => {
    await server.db.execute(sql`
      insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_by_id, created_at)
      select gen_random_uuid(), 'Sirop d’essai ' || n, 'syrup', 100 + n, n % 10 > 0, 'sirop d essai ' || n,
        ${awa.row.id}, timestamptz '2026-01-01 12:00Z' + n * interval '1 hour' from generate_series(1, 5000) n`);
    await server.db.execute(sql`
      insert into users (id, type, name, phone, password_hash, created_at)
      select gen_random_uuid(), 'customer', 'Client ' || n, '+2290155' || lpad(n::text, 6, '0'), 'x', now()
      from generate_series(1, 1000) n`);
    await server.db.execute(sql`analyze medications, users`);
  });

  it.each([
    ['/medications?limit=5', 5005],
    ['/medications?limit=5&page=1001', 5005],
    ['/medications?limit=5&q=sirop%20essai%2049', 199],
    ['/medications?limit=5&q=e&reviewed=false&from=2026-02-01&to=2026-03-01', 69],
    ['/medications/creators', 2],
    ['/users?q=client&limit=50&page=20', 1000],
    ['/zones', 0],
  ])('%s has a total of %i', async (path, total) => {
    const { status, body } = await server.call(admin, 'GET', path);
    expect([status, body.total]).toEqual([200, total]);
  });

  it('a label is found with the trigram index', async () => {
    const { rows } = await server.db.execute(
      sql`explain select * from medications where deleted_at is null and search_text like '%4999%' and search_text like all('{}'::text[])`,
    );
    expect(JSON.stringify(rows)).toContain('medications_trigrams');
  });
});
