import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { openDatabase } from '../database/database.ts';
import { medicationChanges, medications } from '../database/schema/medications.ts';
import { transact } from '../database/transaction.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
const EXISTS = {
  success: false,
  code: 'MEDICATION_EXISTS',
  message: 'Ce médicament existe déjà sous cette forme',
};
const managers: readonly UserType[] = ['supervisor', 'superAdmin'];
/** A medicine as `buildMedication` makes it. */
const built = {
  _id: expect.any(String),
  form: 'tablet',
  price: 1000,
  requiresPrescription: false,
  reviewed: true,
  substances: null,
  dosage: null,
  createdAt: '2026-01-01T08:00:00.000Z',
};

let server: TestApp;
const visitors = new Map<UserType, Visitor>();

beforeAll(async () => {
  server = await startTestApp();
  for (const type of userTypes) visitors.set(type, await server.signIn(type, { name: `Nom ${type}` }));
});
afterAll(() => server.close());

const empty = () => server.db.delete(medications);
const as = (type: UserType) => visitors.get(type)!;
const get = (type: UserType, query = '') => server.call(as(type), 'GET', `/medications${query}`);
const post = (type: UserType, body: object) => server.call(as(type), 'POST', '/medications', body);
const put = (id: string, body: object) => server.call(as('supervisor'), 'PUT', `/medications/${id}`, body);
const remove = (id: string) => server.call(as('supervisor'), 'DELETE', `/medications/${id}`);
const labelsOf = (body: { medications: { label: string }[] }) => body.medications.map(({ label }) => label);
const labels = async (type: UserType, query?: string) => labelsOf((await get(type, query)).body);
const find = async (type: UserType, q: string) => labels(type, `/search?q=${q}`);
const total = async (type: UserType) => (await get(type, '?limit=1')).body.total;
const rows = () => server.db.select().from(medications);

describe('the catalogue', () => {
  beforeEach(empty);

  it('is in French order and paginated, with the total', async () => {
    for (const label of ['Zinc', 'érythromycine', 'Ibuprofène', 'Œstradiol', 'Amoxicilline', 'Oméprazole'])
      await buildMedication(server.db, { label });
    const inOrder = ['Amoxicilline', 'érythromycine', 'Ibuprofène', 'Œstradiol', 'Oméprazole', 'Zinc'];
    for (const [query, expected] of [
      ['', inOrder],
      ['?limit=2&page=2', inOrder.slice(2, 4)],
      ['?page=9', []],
    ] as const) {
      const { status, body } = await get('customer', query);
      expect([status, labelsOf(body), body.total]).toEqual([200, expected, 6]);
    }
    expect((await get('customer', '?page=0')).body.message).toBe('Page invalide');
  });

  it.each(userTypes)(
    'shows authors to its managers, and to customers what they can order (%s)',
    async (type) => {
      await buildMedication(server.db, { label: 'Ancien', deletedAt: server.clock.now() });
      await buildMedication(server.db, { label: 'À vérifier', reviewed: false });
      await buildMedication(server.db, { label: 'Sans prix', price: 0 });
      await buildMedication(server.db, { label: 'Zinc', createdById: as('agent').row.id });
      const { body } = await get(type);
      const seen = type === 'customer' ? ['Zinc'] : ['À vérifier', 'Sans prix', 'Zinc'];
      expect([labelsOf(body), body.total]).toEqual([seen, seen.length]);
      const author = managers.includes(type) && { createdBy: 'Nom agent' };
      expect(body.medications.at(-1)).toEqual({ ...built, label: 'Zinc', ...author });
    },
  );
});

describe('a new medicine', () => {
  beforeEach(empty);

  it.each(managers)('of a %s is visible immediately', async (type) => {
    const written = { form: 'syrup', price: 1500, requiresPrescription: true };
    const forged = { reviewed: false, createdBy: 'Autre', createdAt: '2020-01-01T00:00:00Z' };
    const { status, body } = await post(type, { label: '  Zinc 20 mg ', ...written, ...forged });
    const own = { createdBy: `Nom ${type}`, createdAt: server.clock.now().toISOString() };
    expect(status).toBe(201);
    expect(body.medication).toEqual({ ...built, ...written, ...own, label: 'Zinc 20 mg' });
    expect(await labels('customer')).toEqual(['Zinc 20 mg']);
  });

  it.each(['agent', 'partnerDoctor'] as const)(
    'of a %s waits for review, whatever the body contains',
    async (type) => {
      const forged = {
        requiresPrescription: true,
        reviewed: true,
        substances: 'Sulfate de zinc',
        dosage: '20 mg',
      };
      const { status, body } = await post(type, { label: 'Zinc', price: 500, ...forged });
      const { createdAt: _, ...shown } = built;
      expect(status).toBe(201);
      expect(body.medication).toMatchObject({ ...shown, price: 500, reviewed: false });
      expect(body.medication).not.toHaveProperty('createdBy');
      expect(await rows()).toMatchObject([{ createdById: as(type).row.id, searchText: 'zinc' }]);
      expect(await total('customer')).toBe(0);
      const approved = await put(body.medication._id, { reviewed: true });
      expect(approved.body.medication.createdBy).toBe(`Nom ${type}`);
      expect(await labels('customer')).toEqual(['Zinc']);
    },
  );

  it('may have no price yet', async () => {
    expect((await post('agent', { label: 'Zinc' })).body.medication.price).toBe(0);
  });

  it.each<[object, string]>([
    ...[undefined, '', '  ', 7, '%_'].map((label): [object, string] => [{ label }, 'Nom requis']),
    [{ label: 'z'.repeat(201) }, '200 caractères maximum'],
    [{ form: 'pill' }, 'Forme inconnue'],
    [{ price: -1 }, 'Le prix ne peut pas être négatif'],
    [{ price: 1.5 }, 'Le prix doit être un nombre entier de francs'],
    [{ price: '500' }, 'Le prix doit être un nombre entier de francs'],
    [{ price: null }, 'Le prix doit être un nombre entier de francs'],
  ])('is refused with %j', async (change, message) => {
    const { status, body } = await post('supervisor', { label: 'Zinc', ...change });
    expect([status, body.message]).toEqual([422, message]);
  });

  it.each([
    ['Œstradiol', 'OESTRADIOL'],
    ['X 50 \u00b5g', 'x 50 \u03bcg'],
    ['Y 50 \u00b5g', 'Y 50 mcg'],
    ['De\ufb01nol 1 000 mg', 'Definol 1000 mg'],
    ['\uff21bc', 'Abc'],
  ])('returns 409 for « %s » written « %s » (rule 46)', async (label, twin) => {
    await buildMedication(server.db, { label, form: 'tablet' });
    expect(await post('supervisor', { label: twin })).toMatchObject({ status: 409, body: EXISTS });
  });

  it('is created once out of twenty concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post('supervisor', { label: 'Zinc' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('with a name that exists under another form is asked about, with the existing ones', async () => {
    const given = { label: 'Érythromycine 500', price: 900 };
    const { id } = await buildMedication(server.db, { ...given, form: 'tablet' });
    const drops = { label: 'ERYTHROMYCINE  500', form: 'drops', price: 1200 };
    expect(await post('partnerDoctor', drops)).toMatchObject({
      status: 409,
      body: { code: 'MEDICATION_ALIKE', medications: [{ _id: id, ...given, form: 'tablet' }] },
    });
    expect((await post('partnerDoctor', { ...drops, anotherForm: true })).status).toBe(201);
    const same = await post('partnerDoctor', { ...drops, form: 'tablet', anotherForm: true });
    expect([same.status, same.body.code]).toEqual([409, 'MEDICATION_EXISTS']);
    const forms = same.body.medications.map(({ form }: { form: string }) => form);
    expect(forms.sort()).toEqual(['drops', 'tablet']);
    expect(await rows()).toHaveLength(2);
  });

  it('is not asked about for a deleted one, nor of a supervisor', async () => {
    await buildMedication(server.db, { label: 'Sirop', form: 'syrup', deletedAt: server.clock.now() });
    expect((await post('partnerDoctor', { label: 'Sirop', form: 'drops' })).status).toBe(201);
    expect((await post('supervisor', { label: 'Sirop', form: 'cream' })).status).toBe(201);
  });
});

describe('an existing medicine', () => {
  beforeEach(empty);

  it('changes only the fields in the body', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc', form: 'syrup', price: 700 });
    const medication = { ...built, _id: id, label: 'Zinc', form: 'syrup', price: 800, createdBy: null };
    const first = await put(id, { price: 800, _id: v7(), createdBy: 'Autre' });
    expect([first.status, first.body]).toEqual([200, { medication }]);
    expect((await put(id, {})).body).toEqual({ medication });
    const changed = { label: 'Sulfate de zinc', form: 'tablet', requiresPrescription: true, reviewed: false };
    expect((await put(id, changed)).body.medication).toEqual({ ...medication, ...changed });
    expect(await find('agent', 'sulfate')).toEqual(['Sulfate de zinc']);
  });

  it('says its substances and doses as long as they are written, and is found by them', async () => {
    const contents = { substances: 'Sulfate de zinc', dosage: '20 mg' };
    const written = { label: 'Biocor', price: 500, ...contents, substances: ' Sulfate de zinc' };
    const { medication } = (await post('supervisor', written)).body;
    expect(medication).toMatchObject(contents);
    expect(await find('customer', 'sulfate')).toEqual(['Biocor']);
    expect((await put(medication._id, { price: 600 })).body.medication).toMatchObject(contents);
    const removed = await put(medication._id, { substances: '', dosage: null });
    expect(removed.body.medication).toMatchObject({ substances: null, dosage: null });
    expect(await find('customer', 'sulfate')).toEqual([]);
  });

  it('cannot take the label and form of another', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc' });
    await buildMedication(server.db, { label: 'Fer' });
    expect((await put(id, { label: 'ZINC' })).status).toBe(200);
    expect(await put(id, { label: 'fer' })).toMatchObject({ status: 409, body: EXISTS });
    expect((await put(id, { label: 'fer', form: 'drops' })).status).toBe(200);
    const unnamed = { status: 422, body: { fields: { label: 'Nom requis' } } };
    expect(await put(id, { label: ' ' })).toMatchObject(unnamed);
  });

  it('is approved with a price, which may be in the same request', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc', reviewed: false, price: 0 });
    const fields = { price: 'Fixez un prix supérieur à 0 avant de valider' };
    for (const change of [{ reviewed: true }, { reviewed: true, price: 0 }])
      expect(await put(id, change)).toMatchObject({ status: 422, body: { fields } });
    const renamed = { reviewed: false, price: 0 };
    expect((await put(id, { label: 'Zinc 20 mg' })).body.medication).toMatchObject(renamed);
    const approval = { reviewed: true, price: 900 };
    expect((await put(id, approval)).body.medication).toMatchObject(approval);
    // An approved medicine may lose its price; it cannot be ordered then.
    expect((await put(id, { reviewed: true, price: 0 })).status).toBe(200);
  });

  it('is deleted idempotently; its row remains for orders and prescriptions', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc' });
    expect(await remove(id)).toMatchObject({ status: 204, body: null });
    const deletedAt = server.clock.now();
    server.clock.advance(60);
    expect((await remove(id)).status).toBe(204);
    expect(await rows()).toMatchObject([{ id, deletedAt }]);
    expect(await total('supervisor')).toBe(0);
    expect(await find('supervisor', 'zinc')).toEqual([]);
    expect(await put(id, { price: 1 })).toMatchObject({ status: 404, body: MISSING });
    expect((await post('agent', { label: 'Zinc' })).status).toBe(201);
  });

  it.each([v7(), 'x', '..%2Fzones', "'%20or%201=1"])(
    'returns 404 for the id %s, whatever the body',
    async (id) => {
      expect(await put(id, { price: 'faux' })).toMatchObject({ status: 404, body: MISSING });
      expect(await remove(id)).toMatchObject({ status: 404, body: MISSING });
    },
  );
});

describe('the filters of managers', () => {
  const at = (moment: string) => new Date(moment);
  let agentId: string;

  beforeAll(async () => {
    await empty();
    agentId = as('agent').row.id;
    const byAgent = { createdById: agentId };
    const bySupervisor = { createdById: as('supervisor').row.id };
    for (const fields of [
      // 20 November in Benin is from 23:00 UTC on the 19th to 23:00 UTC on the 20th.
      { label: 'Érythromycine 500 mg', createdAt: at('2026-11-19T22:59:59Z'), ...bySupervisor },
      { label: 'Efferalgan codéiné', createdAt: at('2026-11-19T23:00:00Z'), ...bySupervisor },
      { label: 'Paracétamol 500 mg', createdAt: at('2026-11-20T22:59:59Z') },
      { label: 'Paracétamol 1 g', createdAt: at('2026-11-20T23:00:00Z'), reviewed: false, ...byAgent },
      { label: 'Œstradiol', createdAt: at('2026-11-21T08:00:00Z'), reviewed: false, price: 0, ...byAgent },
      { label: 'Ancien paracétamol', deletedAt: at('2026-11-22T08:00:00Z'), ...byAgent },
    ])
      await buildMedication(server.db, fields);
  });

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
    ['createdBy=AGENT', ['Œstradiol', 'Paracétamol 1 g']],
    ['createdBy=AGENT&q=para&reviewed=false&from=2026-11-21&to=2026-11-21', ['Paracétamol 1 g']],
    [`createdBy=${v7()}`, []],
  ])('match %s', async (query, expected) => {
    const { status, body } = await get('supervisor', `?${query.replace('AGENT', agentId)}`);
    expect([status, body.total]).toEqual([200, typeof expected === 'number' ? expected : expected.length]);
    if (typeof expected !== 'number') expect(labelsOf(body)).toEqual(expected);
  });

  it('match across pages', async () => {
    const { body } = await get('superAdmin', '?q=a&limit=2&page=2');
    expect([body.total, body.medications.length]).toEqual([4, 2]);
    expect(await labels('superAdmin', '?q=a&limit=2')).toEqual(['Efferalgan codéiné', 'Œstradiol']);
  });

  it.each([
    ['from=hier', 'from', 'Date invalide'],
    ['to=2026-02-30', 'to', 'Date invalide'],
    ['from=2026-11', 'from', 'Date invalide'],
    ['from=2026-11-21&to=2026-11-20', 'to', 'La fin précède le début'],
    ['createdBy=awa', 'createdBy', 'Auteur inconnu'],
    ['reviewed=oui', 'reviewed', 'Filtre inconnu'],
  ])('are refused for %s', async (query, field, message) => {
    const refusal = { status: 422, body: { fields: { [field]: message } } };
    expect(await get('supervisor', `?${query}`)).toMatchObject(refusal);
  });

  it.each(userTypes.filter((type) => !managers.includes(type)))('are ignored for a %s', async (type) => {
    const all = await labels(type);
    expect(all.length).toBe(type === 'customer' ? 3 : 5);
    for (const query of ['q=para', `createdBy=${agentId}`, 'reviewed=false', 'from=2027-01-01'])
      expect(await labels(type, `?${query}`), query).toEqual(all);
  });

  it('offer the authors with the number of their medicines', async () => {
    const creators = [
      { _id: agentId, name: 'Nom agent', medications: 2 },
      { _id: as('supervisor').row.id, name: 'Nom supervisor', medications: 2 },
    ];
    const { status, body } = await get('supervisor', '/creators');
    expect([status, body]).toEqual([200, { creators, total: 2 }]);
  });

  describe('among 5,000 medicines and 1,000 people', () => {
    beforeAll(async () => {
      await server.db.execute(sql`
        insert into medications (id, label, form, price_fcfa, reviewed, search_text, created_by_id, created_at)
        select gen_random_uuid(), 'Sirop d’essai ' || n, 'syrup', 100 + n, n % 10 > 0, 'sirop d essai ' || n,
          ${agentId}, timestamptz '2026-01-01 12:00Z' + n * interval '1 hour' from generate_series(1, 5000) n`);
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
    ])('%s has a total of %i', async (path, expected) => {
      const { status, body } = await server.call(as('superAdmin'), 'GET', path);
      expect([status, body.total]).toEqual([200, expected]);
    });

    it('a label is found with the trigram index', async () => {
      const plan = await server.db.execute(
        sql`explain select * from medications where deleted_at is null and search_text like '%4999%' and search_text like all('{}'::text[])`,
      );
      expect(JSON.stringify(plan.rows)).toContain('medications_trigrams');
    });
  });
});

describe('a change, of this process or of another', () => {
  let other: ReturnType<typeof openDatabase>;
  beforeAll(() => {
    other = openDatabase({ connectionString: server.pool.options.connectionString ?? '' }, () => {});
  });
  afterAll(() => other.close());
  beforeEach(empty);
  const totals = async () => [await total('customer'), await total('supervisor')];

  it('is followed by the totals', async () => {
    expect(await totals()).toEqual([0, 0]);
    const { id } = await buildMedication(server.db);
    await buildMedication(other.db, { reviewed: false });
    await buildMedication(other.db, { price: 0 });
    expect(await totals()).toEqual([1, 3]);
    await put(id, { price: 0 });
    expect(await totals()).toEqual([0, 3]);
    await put(id, { price: 500 });
    expect(await totals()).toEqual([1, 3]);
    await remove(id);
    expect(await totals()).toEqual([0, 2]);
    await other.db.delete(medications);
    expect(await totals()).toEqual([0, 0]);
  });

  it('is followed by the first page', async () => {
    await buildMedication(server.db, { label: 'Spasfon' });
    const { id } = await buildMedication(other.db, { label: 'Doliprane' });
    expect(await labels('customer')).toEqual(['Doliprane', 'Spasfon']);
    expect(await labels('customer', '?limit=1')).toEqual(['Doliprane']);
    await put(id, { label: 'Zinc' });
    expect(await labels('customer')).toEqual(['Spasfon', 'Zinc']);
    await other.db.update(medications).set({ deletedAt: server.clock.now() }).where(eq(medications.id, id));
    expect(await labels('customer')).toEqual(['Spasfon']);
  });

  it('that is committed after later ones counts, and does not make them wait', async () => {
    await buildMedication(server.db);
    await transact(other.db, async (tx) => {
      await buildMedication(tx);
      expect(await totals()).toEqual([1, 1]);
      await buildMedication(server.db);
      expect(await totals()).toEqual([2, 2]);
    });
    expect(await totals()).toEqual([3, 3]);
  });

  it('leaves few rows that tell changes apart', async () => {
    for (let n = 0; n < 30; n += 1) await buildMedication(server.db);
    expect(await server.db.select().from(medicationChanges)).toHaveLength(1);
  });

  it('is followed by a search that is repeated, exact or with a typo', async () => {
    const { id } = await buildMedication(server.db, { label: 'Spasfon' });
    for (const _ of [1, 2]) expect(await find('customer', 'spasf')).toEqual(['Spasfon']);
    await buildMedication(other.db, { label: 'Spasfon Lyoc' });
    expect(await find('customer', 'spasf')).toEqual(['Spasfon', 'Spasfon Lyoc']);
    await put(id, { price: 0 });
    expect(await find('customer', 'spasf')).toEqual(['Spasfon Lyoc']);
    expect(await find('supervisor', 'spasf')).toHaveLength(2);
    await other.db.delete(medications);
    expect(await find('customer', 'spasf')).toEqual([]);
    const added = await buildMedication(other.db, { label: 'Doliprane' });
    expect(await find('customer', 'dolipzane')).toEqual(['Doliprane']);
    await put(added.id, { label: 'Efferalgan' });
    expect(await find('customer', 'dolipzane')).toEqual([]);
    expect(await find('customer', 'efferalgon')).toEqual(['Efferalgan']);
    await remove(added.id);
    expect(await find('customer', 'efferalgon')).toEqual([]);
  });
});
