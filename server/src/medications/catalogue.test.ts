import { type UserType, userTypes } from '@amasin/domain/users/user-type.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { medications } from '../database/schema/medications.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

const MISSING = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };
const EXISTS = {
  success: false,
  code: 'MEDICATION_EXISTS',
  message: 'Ce médicament existe déjà sous cette forme',
};
const unknown = { substances: null, dosage: null };
const managers: readonly UserType[] = ['supervisor', 'superAdmin'];
const authors: readonly UserType[] = ['agent', 'partnerDoctor'];

let server: TestApp;
const visitors = new Map<UserType, Visitor>();

beforeAll(async () => {
  server = await startTestApp();
  for (const type of userTypes) visitors.set(type, await server.signIn(type, { name: `Nom ${type}` }));
});
afterAll(() => server.close());
beforeEach(() => server.db.delete(medications));

const as = (type: UserType) => visitors.get(type)!;
const get = (type: UserType, query = '') => server.call(as(type), 'GET', `/medications${query}`);
const post = (type: UserType, body: object) => server.call(as(type), 'POST', '/medications', body);
const put = (id: string, body: object) => server.call(as('supervisor'), 'PUT', `/medications/${id}`, body);
const remove = (id: string) => server.call(as('supervisor'), 'DELETE', `/medications/${id}`);
const labels = (body: { medications: { label: string }[] }) => body.medications.map(({ label }) => label);

describe('the catalogue', () => {
  it('is in French order and paginated, with the total', async () => {
    for (const label of ['Zinc', 'érythromycine', 'Ibuprofène', 'Œstradiol', 'Amoxicilline', 'Oméprazole']) {
      await buildMedication(server.db, { label });
    }
    const inOrder = ['Amoxicilline', 'érythromycine', 'Ibuprofène', 'Œstradiol', 'Oméprazole', 'Zinc'];
    const { status, body } = await get('customer');
    expect({ status, labels: labels(body), total: body.total }).toEqual({
      status: 200,
      labels: inOrder,
      total: 6,
    });
    const second = (await get('customer', '?limit=2&page=2')).body;
    expect({ labels: labels(second), total: second.total }).toEqual({
      labels: inOrder.slice(2, 4),
      total: 6,
    });
    expect(labels((await get('customer', '?page=9')).body)).toEqual([]);
    expect((await get('customer', '?page=0')).body.message).toBe('Page invalide');
  });

  it.each(userTypes)('shows the author to catalogue managers only (%s)', async (type) => {
    await buildMedication(server.db, { label: 'Zinc', createdById: as('agent').row.id });
    const [medication] = (await get(type)).body.medications;
    expect(medication).toEqual({
      _id: expect.any(String),
      label: 'Zinc',
      form: 'tablet',
      price: 1000,
      requiresPrescription: false,
      reviewed: true,
      ...unknown,
      createdAt: '2026-01-01T08:00:00.000Z',
      ...(managers.includes(type) && { createdBy: 'Nom agent' }),
    });
  });

  it.each(userTypes)('shows customers only what they can order (%s)', async (type) => {
    await buildMedication(server.db, { label: 'Ancien', deletedAt: server.clock.now() });
    await buildMedication(server.db, { label: 'À vérifier', reviewed: false });
    await buildMedication(server.db, { label: 'Sans prix', price: 0 });
    await buildMedication(server.db, { label: 'Zinc' });
    const seen = type === 'customer' ? ['Zinc'] : ['À vérifier', 'Sans prix', 'Zinc'];
    const { body } = await get(type);
    expect({ labels: labels(body), total: body.total }).toEqual({ labels: seen, total: seen.length });
  });

  it('requires a session', async () => {
    expect((await server.call(null, 'GET', '/medications')).status).toBe(401);
    expect((await server.call(null, 'GET', '/medications/search?q=zinc')).status).toBe(401);
  });
});

describe('a new medicine', () => {
  it.each(managers)('of a %s is visible immediately', async (type) => {
    const { status, body } = await post(type, {
      label: '  Zinc 20 mg ',
      form: 'syrup',
      price: 1500,
      requiresPrescription: true,
      reviewed: false,
      createdBy: 'Autre',
      createdAt: '2020-01-01T00:00:00Z',
    });
    expect({ status, medication: body.medication }).toEqual({
      status: 201,
      medication: {
        _id: expect.any(String),
        label: 'Zinc 20 mg',
        form: 'syrup',
        price: 1500,
        requiresPrescription: true,
        reviewed: true,
        ...unknown,
        createdBy: `Nom ${type}`,
        createdAt: server.clock.now().toISOString(),
      },
    });
    expect(labels((await get('customer')).body)).toEqual(['Zinc 20 mg']);
  });

  it.each(authors)('of a %s waits for review, whatever the body contains', async (type) => {
    const greedy = { requiresPrescription: true, reviewed: true };
    const { status, body } = await post(type, { label: 'Zinc', price: 500, ...greedy });
    expect({ status, medication: body.medication }).toMatchObject({
      status: 201,
      medication: { form: 'tablet', price: 500, requiresPrescription: false, reviewed: false },
    });
    expect(body.medication).not.toHaveProperty('createdBy');
    const [row] = await server.db.select().from(medications);
    expect(row).toMatchObject({ createdById: as(type).row.id, searchText: 'zinc' });
    expect((await get('customer')).body.total).toBe(0);
    expect((await put(body.medication._id, { reviewed: true })).body.medication.createdBy).toBe(
      `Nom ${type}`,
    );
    expect(labels((await get('customer')).body)).toEqual(['Zinc']);
  });

  it('may have no price yet', async () => {
    expect((await post('agent', { label: 'Zinc' })).body.medication.price).toBe(0);
  });

  it('requires a name, a known form and an integer price', async () => {
    const messageOf = async (body: object) => {
      const response = await post('supervisor', body);
      return `${response.status} ${response.body.message}`;
    };
    for (const label of [undefined, '', '  ', 7, '%_'])
      expect(await messageOf({ label })).toBe('422 Nom requis');
    expect(await messageOf({ label: 'Zinc', form: 'pill' })).toBe('422 Forme inconnue');
    expect(await messageOf({ label: 'Zinc', price: -1 })).toBe('422 Le prix ne peut pas être négatif');
    for (const price of [1.5, '500', null]) {
      expect(await messageOf({ label: 'Zinc', price })).toBe(
        '422 Le prix doit être un nombre entier de francs',
      );
    }
    expect((await post('supervisor', { label: 'z'.repeat(201) })).status).toBe(422);
  });

  it('returns 409 for an existing label and form, ignoring accents and case', async () => {
    await buildMedication(server.db, { label: 'Œstradiol', form: 'tablet' });
    expect(await post('agent', { label: 'OESTRADIOL' })).toMatchObject({ status: 409, body: EXISTS });
    expect((await post('agent', { label: 'Œstradiol', form: 'drops', anotherForm: true })).status).toBe(201);
  });

  it.each([
    ['X 50 \u00b5g', 'x 50 \u03bcg'],
    ['Y 50 \u00b5g', 'Y 50 mcg'],
    ['De\ufb01nol 1 000 mg', 'Definol 1000 mg'],
    ['\uff21bc', 'Abc'],
  ])('returns 409 for « %s » written « %s » (rule 46)', async (label, twin) => {
    await buildMedication(server.db, { label, form: 'tablet' });
    expect((await post('supervisor', { label: twin })).status).toBe(409);
  });

  it('is created once out of twenty concurrent requests', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => post('supervisor', { label: 'Zinc' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });
});

describe('an existing medicine', () => {
  it('changes only the fields in the body', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc', form: 'syrup', price: 700 });
    const first = await put(id, { price: 800, _id: v7(), createdBy: 'Autre' });
    const medication = {
      _id: id,
      label: 'Zinc',
      form: 'syrup',
      price: 800,
      requiresPrescription: false,
      reviewed: true,
      ...unknown,
      createdBy: null,
      createdAt: '2026-01-01T08:00:00.000Z',
    };
    expect(first).toMatchObject({ status: 200, body: { medication } });
    expect((await put(id, {})).body).toEqual({ medication });
    const changed = { label: 'Sulfate de zinc', form: 'tablet', requiresPrescription: true, reviewed: false };
    expect((await put(id, changed)).body.medication).toEqual({ ...medication, ...changed });
    const found = await server.call(as('agent'), 'GET', '/medications/search?q=sulfate');
    expect(labels(found.body)).toEqual(['Sulfate de zinc']);
  });

  it('cannot take the label and form of another', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc' });
    await buildMedication(server.db, { label: 'Fer' });
    expect((await put(id, { label: 'ZINC' })).status).toBe(200);
    expect(await put(id, { label: 'fer' })).toMatchObject({ status: 409, body: EXISTS });
    expect((await put(id, { label: 'fer', form: 'drops' })).status).toBe(200);
    expect(await put(id, { label: ' ' })).toMatchObject({
      status: 422,
      body: { fields: { label: 'Nom requis' } },
    });
  });

  it('is deleted idempotently; its row remains for orders and prescriptions', async () => {
    const { id } = await buildMedication(server.db, { label: 'Zinc' });
    expect(await remove(id)).toMatchObject({ status: 204, body: null });
    const removedAt = server.clock.now();
    server.clock.advance(60);
    expect((await remove(id)).status).toBe(204);
    const [row] = await server.db.select().from(medications).where(eq(medications.id, id));
    expect(row?.deletedAt).toEqual(removedAt);
    expect((await get('supervisor')).body.total).toBe(0);
    expect((await server.call(as('supervisor'), 'GET', '/medications/search?q=zinc')).body.total).toBe(0);
    expect(await put(id, { price: 1 })).toMatchObject({ status: 404, body: MISSING });
    expect((await post('agent', { label: 'Zinc' })).status).toBe(201);
  });

  it('returns 404 for an unknown or malformed id, whatever the body', async () => {
    for (const id of [v7(), 'x', '..%2Fzones', "'%20or%201=1"]) {
      expect(await put(id, { price: 'faux' }), id).toMatchObject({ status: 404, body: MISSING });
      expect(await remove(id), id).toMatchObject({ status: 404, body: MISSING });
    }
  });
});

describe('access', () => {
  const forbidden = {
    status: 403,
    body: { code: 'FORBIDDEN', message: "Vous n'avez pas accès à cette action" },
  };

  it.each(['customer', 'pharmacy', 'deliveryPerson'] as const)(
    'returns 403 when a %s adds a medicine',
    async (type) => {
      expect(await post(type, { label: 'Zinc' })).toMatchObject(forbidden);
    },
  );

  it.each(userTypes.filter((type) => !managers.includes(type)))(
    'returns 403 when a %s changes or deletes one',
    async (type) => {
      const { id } = await buildMedication(server.db, { label: 'Zinc' });
      for (const method of ['PUT', 'DELETE']) {
        const refused = await server.call(as(type), method, `/medications/${id}`, { price: 1 });
        expect(refused).toMatchObject(forbidden);
      }
      expect((await get('customer')).body.medications).toMatchObject([{ label: 'Zinc', price: 1000 }]);
    },
  );
});
