import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildStock } from '../builders/stock.ts';
import { buildUser, type UserFields } from '../builders/user.ts';
import { audit } from '../database/schema/audit.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { stock, stockKeys, stockLists } from '../database/schema/stock.ts';
import { users } from '../database/schema/users.ts';
import { attempts, limits } from '../settings/limits.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { sendForm, writeForm } from '../testing/upload.ts';
import { admitKey } from './keys.ts';
import { replaceOwnStock, sendStock } from './stock.ts';

let server: TestApp;
let pharmacy: Visitor;
let quinine: MedicationRow;
let aspirin: MedicationRow;

const HOURS = 3_600;
const here = { latitude: 6.37, longitude: 2.39 };
const newPharmacy = (fields: Partial<UserFields> = {}) => server.signIn('pharmacy', { ...here, ...fields });

beforeAll(async () => {
  server = await startTestApp({ limits: { stockListsPerHour: limits.stockListsPerHour } });
  quinine = await buildMedication(server.db, { label: 'Quinine', form: 'syrup', price: 1500 });
  aspirin = await buildMedication(server.db, { label: 'Aspirine', price: 500 });
});
beforeEach(async () => {
  pharmacy = await newPharmacy();
});
afterAll(() => server.close());

const bothThere = 'Nom;Prix;Stock\nQuinine;1600;4\nAspirine;;oui\nInconnu;100;1\nQuinine;1;\n';

async function send(
  path: string,
  text: string | Buffer,
  fields: Readonly<Record<string, string>> = {},
  by = pharmacy,
) {
  const form = await writeForm((it) => {
    for (const [name, value] of Object.entries(fields)) it.set(name, value);
    it.set('file', new File([Uint8Array.from(Buffer.from(text))], 'liste.csv'));
  });
  return sendForm(server, by, form, path);
}
const preview = async (text: string) => (await send('/stock/preview', text)).body.preview;
async function replace(text: string, fields = {}, by = pharmacy) {
  const { body } = await send('/stock/preview', text, {}, by);
  return send('/stock', text, { digest: body.preview.digest, ...fields }, by);
}
const read = async (by = pharmacy, query = '') => (await server.call(by, 'GET', `/stock${query}`)).body;
const said = async (by = pharmacy) =>
  (await read(by)).lines.map(({ label, there, price }: { label: string; there: boolean; price: number }) => [
    label,
    there,
    price,
  ]);

describe('the list of a pharmacy', () => {
  it('is previewed, then replaced as a whole, and recorded', async () => {
    expect(await read()).toEqual({ list: null, lines: [], total: 0 });
    expect(await preview(bothThere)).toMatchObject({
      counts: { read: 4, known: 2, there: 2, unknown: 1, waiting: 0, refused: 1 },
      unknown: ['Inconnu'],
      refused: [{ line: 5, reason: 'Stock vide (« oui », « non » ou une quantité attendu)' }],
    });
    expect((await read()).list).toBeNull();
    expect((await replace(bothThere)).body.report.counts).toMatchObject({ known: 2 });
    const seenAt = server.clock.now();
    const until = new Date(seenAt.getTime() + 24 * HOURS * 1000);
    expect((await read()).list).toEqual({
      seenAt: seenAt.toISOString(),
      until: until.toISOString(),
      read: 4,
      there: 2,
      missing: 0,
      unknown: 1,
      refused: 1,
      unknownNames: ['Inconnu'],
    });
    expect(await said()).toEqual([
      ['Aspirine', true, null],
      ['Quinine', true, 1600],
    ]);
    await replace('Nom;Stock\nQuinine;0\n');
    expect(await said()).toEqual([['Quinine', false, null]]);
    const lines = await server.db.select().from(audit).where(eq(audit.subjectId, pharmacy.row.id));
    expect(lines.map(({ action, details }) => [action, details])).toEqual([
      ['import', { event: 'stock', count: 2 }],
      ['import', { event: 'stock', count: 1 }],
    ]);
  });

  it('stays as it is when the file has changed since its preview, is no list, or names nothing known', async () => {
    await replace(bothThere);
    const before = await said();
    const { digest } = await preview(bothThere);
    const changed = await send('/stock', bothThere.replace('1600', '1700'), { digest });
    expect([changed.status, changed.body.code]).toEqual([409, 'IMPORT_CHANGED']);
    const others = [
      [
        'Nom\nInconnu\n',
        'Aucun médicament de ce fichier n’est au catalogue : votre liste reste comme elle est',
      ],
      ['Zone\nNord\n', 'Colonnes manquantes : Nom. Colonnes du fichier : Zone'],
    ] as const;
    for (const [file, reason] of others) {
      const { status, body } = await send('/stock', file, {
        digest: (await preview(file))?.digest ?? 'none',
      });
      expect([status, body.fields]).toEqual([422, { file: reason }]);
    }
    expect(await said()).toEqual(before);
  });

  it('leaves a price ten times that of the catalogue out, unless it is confirmed', async () => {
    const file = 'Nom;Prix\nQuinine;15000\nAspirine;500\n';
    expect((await replace(file)).body.report.counts).toMatchObject({ known: 1, waiting: 1 });
    expect(await said()).toEqual([['Aspirine', true, 500]]);
    expect((await replace(file, { anyway: '1' })).body.report.counts).toMatchObject({ known: 2, waiting: 0 });
    expect(await said()).toContainEqual(['Quinine', true, 15_000]);
  });

  it('asks how accents are to be read', async () => {
    const bytes = Buffer.from('4e6f6d0a74886c880a', 'hex');
    const { body } = await send('/stock/preview', bytes);
    expect(body.preview.readings.length).toBeGreaterThan(1);
    expect((await send('/stock', bytes, { digest: '' })).status).toBe(422);
  });

  it('is one of two that are sent at once, without a mixture', async () => {
    const many = await Promise.all(Array.from({ length: 40 }, () => buildMedication(server.db)));
    const fileOf = (there: string, from: number) =>
      `Nom;Stock\n${many
        .slice(from, from + 30)
        .map(({ label }) => `${label};${there}\n`)
        .join('')}`;
    const both = [fileOf('oui', 0), fileOf('non', 10)];
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all(both.map((file) => replace(file)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const rows = await server.db.select().from(stock).where(eq(stock.pharmacyId, pharmacy.row.id));
      expect(rows).toHaveLength(30);
      expect(new Set(rows.map(({ there }) => there)).size).toBe(1);
    }
  });

  it('is searched by name, and switched line by line, each seen then', async () => {
    await replace(bothThere);
    server.clock.advance(HOURS);
    const { lines, total } = await read(pharmacy, '?q=QUÌN');
    expect([lines.map(({ label }: { label: string }) => label), total]).toEqual([['Quinine'], 1]);
    const path = `/stock/${quinine.id}`;
    for (let time = 0; time < 2; time += 1) {
      const { status, body } = await server.call(pharmacy, 'PATCH', path, { there: false });
      expect([status, body.line]).toMatchObject([
        200,
        { there: false, price: 1600, seenAt: server.clock.now().toISOString() },
      ]);
    }
    expect((await read()).list).toMatchObject({ there: 1, missing: 1 });
    // What is not in the list cannot be added.
    const other = await newPharmacy();
    expect((await server.call(other, 'PATCH', path, { there: true })).status).toBe(404);
  });

  it('stores nothing of an account that was deleted while its list arrived', async () => {
    await buildMedication(server.db, { createdById: pharmacy.row.id });
    const { digest } = await preview(bothThere);
    const admin = await server.signIn('superAdmin');
    expect((await server.call(admin, 'DELETE', `/users/${pharmacy.row.id}`)).status).toBe(204);
    const { id: _id, type, name, phone } = pharmacy.row;
    const ctx = { ...server.ctx, actor: { _id, type, name, phone } };
    await expect(replaceOwnStock(ctx, { file: Buffer.from(bothThere), digest })).rejects.toThrow();
    expect(await server.db.select().from(stock).where(eq(stock.pharmacyId, pharmacy.row.id))).toEqual([]);
  });

  it('ends when the account becomes one of another type, and so do the keys', async () => {
    await replace(bothThere);
    await server.call(pharmacy, 'POST', '/stock/keys', { name: 'Caisse' });
    const admin = await server.signIn('superAdmin');
    const body = { type: 'supervisor' };
    expect((await server.call(admin, 'PUT', `/users/${pharmacy.row.id}`, body)).status).toBe(200);
    for (const table of [stock, stockLists, stockKeys])
      expect(await server.db.select().from(table).where(eq(table.pharmacyId, pharmacy.row.id))).toEqual([]);
  });

  it('goes with the account, and so do the keys', async () => {
    await replace(bothThere);
    await server.call(pharmacy, 'POST', '/stock/keys', { name: 'Caisse' });
    const admin = await server.signIn('superAdmin');
    expect((await server.call(admin, 'DELETE', `/users/${pharmacy.row.id}`)).status).toBe(204);
    for (const table of [stock, stockLists, stockKeys])
      expect(await server.db.select().from(table).where(eq(table.pharmacyId, pharmacy.row.id))).toEqual([]);
  });
});

describe('a key', () => {
  const make = async (by = pharmacy, name = 'Caisse') =>
    (await server.call(by, 'POST', '/stock/keys', { name })).body as { key: { _id: string }; secret: string };
  const put = async (secret: string, csv = 'Nom\nQuinine\n', more: object = {}) => {
    const { statusCode: status, json } = await server.app.inject({
      method: 'PUT',
      url: '/api/stock',
      headers: { 'content-type': 'text/csv', authorization: `Bearer ${secret}`, ...more },
      payload: csv,
    });
    return { status, body: json() };
  };

  it('sends the list of its own pharmacy, and says what was read', async () => {
    const { key, secret } = await make();
    expect(secret).toMatch(/^[\w-]{43}$/);
    const { status, body } = await put(secret, bothThere);
    expect([status, body.report]).toMatchObject([
      200,
      { counts: { read: 4, known: 2, there: 2, unknown: 1, refused: 1 }, unknown: ['Inconnu'] },
    ]);
    expect(await said()).toHaveLength(2);
    expect((await server.call(pharmacy, 'GET', '/stock/keys')).body).toMatchObject({
      keys: [{ _id: key._id, name: 'Caisse', lastUsedAt: server.clock.now().toISOString() }],
      total: 1,
    });
    const [stored] = await server.db
      .select()
      .from(stockKeys)
      .where(eq(stockKeys.pharmacyId, pharmacy.row.id));
    expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it('opens no other call, and a session does not open this one', async () => {
    const { secret } = await make();
    const asKey = { row: pharmacy.row, token: secret };
    for (const [method, path] of [
      ['GET', '/stock'],
      ['GET', '/stock/keys'],
      ['GET', '/auth/me'],
      ['GET', '/orders'],
    ] as const)
      expect((await server.call(asKey, method, path)).status, path).toBe(401);
    expect((await put(pharmacy.token)).body.code).toBe('KEY_UNKNOWN');
  });

  it('does nothing once it is withdrawn, or its pharmacy deactivated', async () => {
    const { key, secret } = await make();
    expect((await put(secret)).status).toBe(200);
    const off = (active: boolean) =>
      server.db.update(users).set({ active }).where(eq(users.id, pharmacy.row.id));
    await off(false);
    expect(await put(secret, bothThere)).toMatchObject({ status: 401, body: { code: 'KEY_UNKNOWN' } });
    await off(true);
    const stranger = await newPharmacy();
    expect((await server.call(stranger, 'DELETE', `/stock/keys/${key._id}`)).status).toBe(404);
    expect((await put(secret)).status).toBe(200);
    expect((await server.call(pharmacy, 'DELETE', `/stock/keys/${key._id}`)).status).toBe(204);
    expect((await server.call(pharmacy, 'DELETE', `/stock/keys/${key._id}`)).status).toBe(404);
    expect((await put(secret, bothThere)).status).toBe(401);
    expect(await said()).toEqual([['Quinine', true, null]]);
    const lines = await server.db.select().from(audit).where(eq(audit.subjectId, pharmacy.row.id));
    expect(lines.map(({ action }) => action)).toEqual(['create', 'delete']);
  });

  it.each([
    ['it is withdrawn', () => server.db.delete(stockKeys)],
    [
      'its pharmacy is deactivated',
      () => server.db.update(users).set({ active: false }).where(eq(users.id, pharmacy.row.id)),
    ],
    [
      'its pharmacy is deleted',
      async () => server.call(await server.signIn('superAdmin'), 'DELETE', `/users/${pharmacy.row.id}`),
    ],
  ])('stores nothing when %s while its list arrives', async (_, meanwhile) => {
    const { secret } = await make();
    const admitted = await admitKey({ ...server.ctx, address: '197.234.1.1' }, secret);
    await buildMedication(server.db, { createdById: pharmacy.row.id });
    await meanwhile();
    await expect(sendStock(server.ctx, admitted, { file: Buffer.from(bothThere) })).rejects.toThrow();
    for (const table of [stock, stockLists])
      expect(await server.db.select().from(table).where(eq(table.pharmacyId, pharmacy.row.id))).toEqual([]);
  });

  it('is one of five at most, also when they are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 7 }, (_, n) => server.call(pharmacy, 'POST', '/stock/keys', { name: `Clé ${n}` })),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 409, 409]);
    expect(made.find(({ status }) => status === 409)?.body.code).toBe('TOO_MANY_KEYS');
  });

  it('sends a few lists an hour, all keys of a pharmacy together', async () => {
    const keys = [await make(), await make(pharmacy, 'Bureau')];
    const sent: number[] = [];
    for (let n = 0; n <= limits.stockListsPerHour; n += 1)
      sent.push((await put(keys[n % 2]?.secret ?? '')).status);
    expect(sent.slice(0, -1)).toEqual(Array(limits.stockListsPerHour).fill(200));
    expect(sent.at(-1)).toBe(429);
    server.clock.advance(HOURS);
    expect((await put(keys[0]?.secret ?? '')).status).toBe(200);
  });

  it('is refused before its body is read, of another type, or without a list', async () => {
    const { secret } = await make();
    const large = 'x'.repeat(4 * 1024 * 1024 + 1);
    expect((await put('A'.repeat(43), large)).status).toBe(401);
    expect((await put('', large)).body.code).toBe('KEY_UNKNOWN');
    expect((await put(secret, large)).status).toBe(413);
    expect((await put(secret, '{}', { 'content-type': 'application/json' })).status).toBe(422);
    expect((await put(secret, '', {})).status).toBe(422);
    expect((await put(secret, '<html><body>')).body.fields.file).toMatch(/^Ce fichier est une page web/);
  });

  it('is not guessed: after many unknown ones an address waits, unlike its neighbours with a key', async () => {
    server.clock.advance(2 * HOURS);
    const { secret } = await make();
    for (let n = 0; n < attempts.unknownLinksPerHour; n += 1)
      expect((await put(`${'A'.repeat(40)}${100 + n}`)).status).toBe(401);
    expect((await put('B'.repeat(43))).status).toBe(429);
    expect((await put(secret)).status).toBe(200);
    server.clock.advance(HOURS);
    expect((await put('B'.repeat(43))).status).toBe(401);
  });
});

describe('the pharmacies that have a medicine', () => {
  const find = async (id: string, by: Visitor | null = null, query = 'lat=6.37&lng=2.39&radius=5') =>
    server.call(by, 'GET', `${by === null ? '/public' : ''}/medications/${id}/pharmacies?${query}`);
  const names = async (id: string, by: Visitor | null = null) =>
    (await find(id, by)).body.pharmacies.map(({ name }: { name: string }) => name);

  it('are those whose list says so within a day, nearest first, with when and without a price', async () => {
    const medication = await buildMedication(server.db);
    const [seenAt, there] = [server.clock.now(), true];
    const add = async (name: string, fields: Partial<UserFields>, more: object) => {
      const { id: pharmacyId } = await buildUser(server.db, { type: 'pharmacy', name, ...here, ...fields });
      await buildStock(server.db, {
        pharmacyId,
        medicationId: medication.id,
        seenAt,
        there,
        price: 4_321,
        ...more,
      });
    };
    await add('Près', {}, {});
    await add('Plus loin', { latitude: 6.4, isPartner: false }, {});
    await add('Trop loin', { latitude: 6.5 }, {});
    await add('Rupture', {}, { there: false });
    await add('Fermée', { active: false }, {});
    await add('Ancienne', {}, { seenAt: new Date(seenAt.getTime() - 24 * HOURS * 1000) });
    const { status, body } = await find(medication.id);
    expect([status, body]).toMatchObject([
      200,
      {
        medication: { _id: medication.id, label: medication.label },
        pharmacies: [{ name: 'Près', seenAt: seenAt.toISOString() }, { name: 'Plus loin' }],
        total: 2,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('4321');
    server.clock.advance(24 * HOURS - 1);
    expect(await names(medication.id)).toEqual(['Près', 'Plus loin']);
    server.clock.advance(1);
    expect(await names(medication.id)).toEqual([]);
  });

  it.each([
    ['of the catalogue', {}, 200, 200, 200],
    ['that requires a prescription', { requiresPrescription: true }, 404, 200, 200],
    ['that is to be checked', { reviewed: false }, 404, 404, 200],
    ['without a price', { price: 0 }, 404, 404, 200],
    ['of which all lots are recalled', { recalled: true }, 404, 404, 200],
    ['that is removed', { deletedAt: new Date('2026-11-01T00:00:00Z') }, 404, 404, 404],
  ])('of a medicine %s are for who may find it', async (_, fields, visitor, customer, doctor) => {
    const { id } = await buildMedication(server.db, fields);
    const statuses = [
      (await find(id)).status,
      (await find(id, await server.signIn('customer'))).status,
      (await find(id, await server.signIn('partnerDoctor'))).status,
    ];
    expect(statuses).toEqual([visitor, customer, doctor]);
  });

  it('are told by no other call', async () => {
    await buildStock(server.db, { pharmacyId: pharmacy.row.id, medicationId: aspirin.id, price: 4_321 });
    for (const path of ['/pharmacies/search?lat=6.37&lng=2.39', `/pharmacies/${pharmacy.row.id}`]) {
      const { body: text } = await server.app.inject({ url: `/api${path}` });
      expect(text).not.toMatch(/seenAt|4321|there/);
    }
  });
});
