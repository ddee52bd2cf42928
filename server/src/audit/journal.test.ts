import { randomBytes } from 'node:crypto';
import type { AuditLine } from '@amasin/domain/audit/entry.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { audit } from '../database/schema/audit.ts';
import { type OrderRow, orderEvents } from '../database/schema/orders.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { recordCommand } from './record.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

let admin: Visitor;
let supervisor: Visitor;
let customer: Visitor;
let order: OrderRow;

beforeAll(async () => {
  admin = await server.signIn('superAdmin', { name: 'Rosine Agossou' });
  supervisor = await server.signIn('supervisor', { name: 'Awa Dossou' });
  customer = await server.signIn('customer', { name: 'Afi Kpadé' });
  order = await buildOrder(server.db, { customerId: customer.row.id });
});

const list = async (query: string) => (await server.call(admin, 'GET', `/audit?${query}`)).body;
const sentences = async (query: string) =>
  (await list(query)).lines.map(({ author, text }: AuditLine) => `${author} ${text}`);

describe('the lines of the journal', () => {
  it('say who changed which price, from what to what', async () => {
    const medication = await buildMedication(server.db, { label: 'Paracétamol 500 mg', price: 500 });
    await server.call(supervisor, 'PUT', `/medications/${medication.id}`, { price: 600 });
    expect(await sentences(`subject=${medication.id}`)).toEqual([
      'Awa Dossou a changé le prix du médicament Paracétamol 500 mg : 500 F → 600 F',
    ]);
  });

  it('say which fields of a zone were changed, and that it was deleted', async () => {
    const zone = await buildZone(server.db, { label: 'Zogbo', price: 500 });
    await server.call(admin, 'PUT', `/zones/${zone.id}`, { price: 700, sectors: ['Dodomè'] });
    await server.call(admin, 'PUT', `/zones/${zone.id}`, { price: 700 });
    await server.call(admin, 'DELETE', `/zones/${zone.id}`);
    expect(await sentences(`subject=${zone.id}`)).toEqual([
      'Rosine Agossou a supprimé la zone Zogbo',
      'Rosine Agossou a changé les quartiers et le prix de la zone Zogbo : 500 F → 700 F',
    ]);
  });

  it('say who activated an account and changed its type; a password is not among the fields', async () => {
    const { row } = await server.signIn('agent', { name: 'Koffi Adjovi' });
    await server.call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active: false });
    await server.call(admin, 'PUT', `/users/${row.id}`, {
      type: 'supervisor',
      active: true,
      password: 'nouveau',
    });
    expect(await sentences(`subject=${row.id}`)).toEqual([
      'Rosine Agossou a changé le type et la vérification du compte de Koffi Adjovi : pharmacien interne → superviseur',
      'Rosine Agossou a changé le mot de passe de Koffi Adjovi',
      'Rosine Agossou a activé le compte de Koffi Adjovi',
      'Rosine Agossou a désactivé le compte de Koffi Adjovi',
    ]);
  });

  it('are found by a name: of who did it, of whom or what it was done to', async () => {
    const zone = await buildZone(server.db, { label: 'Hêvié Centre', price: 500 });
    await server.call(admin, 'PUT', `/zones/${zone.id}`, { price: 600 });
    const medication = await buildMedication(server.db, { label: 'Zinc Dispersible 20 mg', price: 100 });
    await server.call(supervisor, 'PUT', `/medications/${medication.id}`, { price: 150 });
    const { row } = await server.signIn('agent', { name: 'Sènan Kpodo' });
    await server.call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active: false });
    const found = async (name: string) => sentences(`subject=${encodeURIComponent(name)}&group=changes`);
    const ofZone = 'Rosine Agossou a changé le prix de la zone Hêvié Centre : 500 F → 600 F';
    expect(await found('centre hevie')).toEqual([ofZone]);
    expect(await found('zinc dispersible')).toEqual([
      'Awa Dossou a changé le prix du médicament Zinc Dispersible 20 mg : 100 F → 150 F',
    ]);
    expect(await found('SENAN')).toEqual(['Rosine Agossou a désactivé le compte de Sènan Kpodo']);
    const byAwa = await found('awa dossou');
    expect(byAwa.length).toBeGreaterThan(0);
    expect(byAwa.every((line: string) => line.includes('Awa Dossou'))).toBe(true);
    expect(await found('afi kpade')).toContainEqual(expect.stringContaining(order.number));
    for (const none of ['personne ainsi', '%', '_', 'é']) expect(await found(none)).toEqual([]);
  });

  it('name the person whom an order was assigned to', async () => {
    const pharmacy = await server.signIn('pharmacy', { name: 'Pharmacie Camp Guézo', isPartner: true });
    await server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, { pharmacy: pharmacy.row.id });
    expect(await sentences(`subject=${order.number}&group=changes`)).toContain(
      `Awa Dossou a assigné la pharmacie de la commande ${order.number} : Pharmacie Camp Guézo`,
    );
  });

  it.each(['abcdef01-aaaaaaaaaaaaaaaaaaaaaaaaaaa', '00000000----------------------------'])(
    'stay readable after a setting that is nearly an id: %s',
    async (contactPlace) => {
      const { body } = await server.call(admin, 'GET', '/settings');
      const change = { contactPlace, version: body.version };
      expect((await server.call(admin, 'PUT', '/settings', change)).status).toBe(200);
      expect((await sentences('kind=settings'))[0]).toContain(contactPlace);
    },
  );

  it('are not looked for after a place that is nearly an id', async () => {
    const after = `1234567890123_${'-'.repeat(36)}`;
    expect((await server.call(admin, 'GET', `/audit?after=${after}`)).status).toBe(422);
  });

  it('name the command line and the system', async () => {
    await recordCommand(server.db, {
      action: 'import',
      kind: 'catalogue',
      id: 'zones',
      details: { count: 12 },
    });
    expect(await sentences('kind=catalogue')).toEqual([
      'La ligne de commande a importé le fichier zones (12)',
    ]);
  });
});

describe('the filters', () => {
  it('find the lines of a person, of a customer and of a group', async () => {
    await server.call(supervisor, 'GET', `/orders/${order.id}`);
    const read = `Awa Dossou a lu la commande ${order.number}`;
    expect(await sentences(`actor=${supervisor.row.id}&group=reads`)).toEqual([read]);
    expect(await sentences(`customer=${customer.row.id}&group=reads`)).toEqual([read]);
    expect(await sentences(`subject=${order.number.toLowerCase()}&group=reads`)).toEqual([read]);
    expect(await sentences(`actor=${supervisor.row.id}&group=money`)).toEqual([]);
    const { named } = await list(`actor=${supervisor.row.id}&customer=${customer.row.id}`);
    expect(named).toEqual({ actor: 'Awa Dossou', customer: 'Afi Kpadé' });
  });

  it('cut at days of Benin, both included', async () => {
    const at = (time: string) =>
      ({ at: new Date(time), action: 'plan', subjectKind: 'duty', subjectId: 'day' }) as const;
    await server.db
      .insert(audit)
      .values([
        at('2025-03-09T22:59:00Z'),
        at('2025-03-09T23:00:00Z'),
        at('2025-03-10T22:59:00Z'),
        at('2025-03-10T23:00:00Z'),
      ]);
    expect((await list('from=2025-03-10&to=2025-03-10')).lines).toHaveLength(2);
    expect((await server.call(admin, 'GET', '/audit?from=2025-03-11&to=2025-03-10')).status).toBe(422);
  });
});

it('pages through lines of the same time without losing or repeating one', async () => {
  const subjectId = v7();
  const at = new Date('2025-01-01T10:00:00Z');
  const line = { at, action: 'change', subjectKind: 'medication', subjectId } as const;
  await server.db.insert(audit).values(Array.from({ length: 120 }, () => line));
  const seen: string[] = [];
  let after = '';
  do {
    const { lines, next } = await list(`subject=${subjectId}${after && `&after=${after}`}`);
    seen.push(...lines.map(({ _id }: AuditLine) => _id));
    after = next ?? '';
  } while (after !== '');
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);
});

it('downloads what the filters show as CSV, which is recorded', async () => {
  const file = await server.app.inject({
    url: `/api/audit/export?subject=${order.number}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.headers['content-type']).toContain('text/csv');
  expect(file.body).toContain(`a assigné la pharmacie de la commande ${order.number} : Pharmacie Camp Guézo`);
  expect(await sentences('kind=list')).toEqual(['Rosine Agossou a téléchargé le journal']);
});

it('shows a line of a later release, after a way back, in general words', async () => {
  const line = { id: v7(), at: new Date(), action: 'later', subjectKind: 'later', subjectId: 'later' };
  await server.pool.query(
    'alter table audit drop constraint audit_action, drop constraint audit_subject_kind',
  );
  await server.db.insert(audit).values(line as typeof audit.$inferInsert);
  expect(await sentences('subject=later')).toEqual(['Amasin a mis à jour un élément']);
  const file = await server.app.inject({
    url: '/api/audit/export?subject=later',
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(file.body).toContain(';Changements;Autre;a mis à jour un élément;');
});

it('a removed account loses its name in the journal, and its lines remain', async () => {
  const { row } = await server.signIn('agent', { name: 'Personne À Effacer' });
  await server.call(await server.session(row), 'POST', '/auth/logout');
  await server.call(admin, 'DELETE', `/users/${row.id}`);
  expect(await sentences(`subject=${row.id}`)).toEqual([
    'Rosine Agossou a supprimé un compte supprimé',
    'Compte supprimé a fermé sa session',
  ]);
});

describe('GET /audit/mine', () => {
  const mine = async (visitor: Visitor) => (await server.call(visitor, 'GET', '/audit/mine')).body.days;

  it('tells a customer who has seen her file, people of Amasin by role, and nothing of others', async () => {
    const afi = await server.signIn('customer');
    const other = await server.signIn('customer');
    const pharmacy = await server.signIn('pharmacy', { name: 'Pharmacie Zogbo', isPartner: true });
    const hers = await buildOrder(server.db, { customerId: afi.row.id, pharmacyId: pharmacy.row.id });
    for (const visitor of [pharmacy, supervisor, afi])
      await server.call(visitor, 'GET', `/orders/${hers.id}`);
    const [today, ...before] = await mine(afi);
    expect(before).toEqual([]);
    expect(today.day).toBe('2026-11-20');
    const seen = today.readers.map(({ name, type, kind, label, changed }: Record<string, unknown>) => [
      name,
      type,
      kind,
      label,
      changed,
    ]);
    expect(seen).toContainEqual(['Pharmacie Zogbo', 'pharmacy', 'order', hers.number, false]);
    expect(seen).toContainEqual([null, 'supervisor', 'order', hers.number, false]);
    expect(seen.map(([, type]: unknown[]) => type)).not.toContain('customer');
    expect(await mine(other)).toEqual([]);
  });

  it('names the title of a health professional, and says what they wrote', async () => {
    const afi = await server.signIn('customer');
    const doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora', titrePartenaire: 'docteur' });
    await server.call(afi, 'POST', '/chat/start', { patientName: 'Afi', initialMessage: 'Bonjour' });
    const { body } = await server.call(doctor, 'GET', '/chat/doctor/my-chats');
    const mineOf = body.pendingRequests.find(
      ({ initialMessage }: { initialMessage: string }) => initialMessage === 'Bonjour',
    );
    await server.call(doctor, 'POST', `/chat/accept/${(mineOf ?? body.pendingRequests.at(-1))._id}`);
    expect((await mine(afi))[0].readers).toMatchObject([
      { name: 'Docteur Aïcha Kora', type: 'partnerDoctor', kind: 'consultation', label: null, changed: true },
    ]);
  });
});

beforeAll(async () => {
  await buildOrder(server.db, { state: 'delivered' });
});

const statements = ["update audit set details = '{}'", 'delete from audit', 'truncate audit'];

const errorOf = (statement: string) =>
  server.pool.query(statement).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('the journal', () => {
  it.each(statements)('refuses « %s », even of a superuser', async (statement) => {
    expect(await errorOf(statement)).toBe('audit is append-only');
  });

  it.each(statements)(
    'gives the owner of the table no right to « %s », except old lines',
    async (statement) => {
      const owner = `owner_${randomBytes(4).toString('hex')}`;
      const client = await server.pool.connect();
      try {
        await client.query('begin');
        await client.query(`create role ${owner}`);
        await client.query(`grant create on schema public to ${owner}`);
        await client.query(`alter table audit owner to ${owner}`);
        await client.query(`set local role ${owner}`);
        await client.query(
          'insert into audit (id, at, action, subject_kind, subject_id) values (gen_random_uuid(), now(), $1, $2, $3)',
          ['import', 'catalogue', 'zones'],
        );
        // The trigger allows lines of more than five years only (database/constraints/triggers.test.ts).
        const refusal = statement.startsWith('delete')
          ? 'audit is append-only'
          : 'permission denied for table audit';
        await expect(client.query(statement)).rejects.toThrow(refusal);
      } finally {
        await client.query('rollback');
        client.release();
      }
    },
  );
});

it('has each line of the timeline of an order, under its id, in the same transaction', async () => {
  const events = await server.db.select().from(orderEvents);
  expect(events.length).toBeGreaterThan(3);
  for (const event of events) {
    const [line] = await server.db.select().from(audit).where(eq(audit.id, event.id));
    expect(line).toMatchObject({
      at: event.at,
      actorId: event.actorId,
      action: 'progress',
      subjectKind: 'order',
      subjectId: event.orderId,
      details: { event: event.action },
    });
  }
});

it('has two hundred lines of one customer in an hour at most; the change beyond is refused and not made', async () => {
  const toggler = await server.signIn('customer', { name: 'Nom 0' });
  const rename = (n: number) => server.call(toggler, 'PUT', '/users/update/me', { name: `Nom ${n}` });
  for (let n = 1; n <= 200; n += 1) expect((await rename(n)).status).toBe(200);
  const refused = await rename(201);
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_TRIES']);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await server.call(toggler, 'GET', '/auth/me')).body.user.name).toBe('Nom 200');
  const other = await server.signIn('customer');
  expect((await server.call(other, 'PUT', '/users/update/me', { name: 'Afi' })).status).toBe(200);
  server.clock.advance(3600);
  const later = await server.session(toggler.row);
  expect((await server.call(later, 'PUT', '/users/update/me', { name: 'Afi' })).status).toBe(200);
});
