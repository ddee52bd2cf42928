import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { eq, isNotNull, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFeedback, buildReport } from '../builders/feedback.ts';
import { buildInquiry } from '../builders/inquiry.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPendingPayment } from '../builders/payment.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { files } from '../database/schema/files.ts';
import { inquiries } from '../database/schema/inquiries.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { notifications } from '../database/schema/notifications.ts';
import { orderItems, orders, substitutions } from '../database/schema/orders.ts';
import { payments } from '../database/schema/payments.ts';
import { prescriptions } from '../database/schema/prescriptions.ts';
import { warnings } from '../database/schema/warnings.ts';
import type { Settings } from '../env.ts';
import { markStore } from '../files/house-mark.ts';
import { sweepBytes, sweepUnbound } from '../files/sweep-files.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { storeTestFile } from '../testing/upload.ts';
import { countOld, eraseOld } from './keep.ts';

let t: TestApp;
let customer: Visitor;
let supervisor: Visitor;

beforeAll(async () => {
  t = await startTestApp();
  await markStore(t.ctx);
  supervisor = await t.signIn('supervisor');
});
beforeEach(async () => {
  customer = await t.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(t.db);
  await t.close();
});

const daysAgo = (days: number) => new Date(t.clock.now().getTime() - days * DAY_MS);
/** Eleven years before the clock of the tests. */
const LONG_AGO = new Date('2015-11-20T09:00:00Z');
const KEPT = { keepPhotosDays: 0, keepOrdersYears: 0, keepDeclaredYears: 0, keepJournalYears: 0 } as const;
const erase = (settings: Partial<Settings> = {}) =>
  eraseOld({ ...t.ctx, settings: { ...t.ctx.settings, ...settings } });

describe('photographs and files', () => {
  const stored = async (
    category: 'insurance' | 'prescription' | 'consultation' | 'handover',
    createdAt: Date,
    ownerId = customer.row.id,
  ) => {
    const { key } = await storeTestFile(t, { ownerId, category, createdAt, boundAt: createdAt });
    const path = join(t.filesFolder, key.slice(0, 2), key);
    await utimes(path, createdAt, createdAt);
    return key;
  };
  const photographed = async (createdAt: Date, state: 'ended' | 'cancelled' | 'pre-treatment' = 'ended') => {
    const key = await stored('prescription', createdAt);
    const read = { itemsWrittenById: (await t.signIn('agent')).row.id };
    await buildOrder(t.db, { state, createdAt, customerId: customer.row.id, prescriptionUrl: key, ...read });
    return key;
  };
  const insured = async (createdAt: Date, given: { deleted?: boolean; again?: Date } = {}) => {
    const fileKey = await stored('insurance', createdAt);
    const card = await buildInsuranceCard(t.db, { ownerId: customer.row.id, fileKey, createdAt });
    const order = { state: 'ended', customerId: customer.row.id, card } as const;
    await buildOrder(t.db, { ...order, createdAt });
    if (given.again) await buildOrder(t.db, { ...order, createdAt: given.again });
    if (given.deleted)
      await t.db
        .update(insuranceCards)
        .set({ deletedAt: createdAt, fileKey: null })
        .where(eq(insuranceCards.id, card.id));
    return fileKey;
  };
  const beingPaid = async (createdAt: Date) => {
    const key = await insured(createdAt, { deleted: true });
    const customerId = customer.row.id;
    const [paid] = await t.db.select().from(payments).where(eq(payments.customerId, customerId));
    const attempt = { customerId, amount: 4_000, orderId: null, createdAt };
    await buildPendingPayment(t.db, { ...attempt, draft: paid?.draft ?? null });
    return key;
  };
  const written = async (createdAt: Date, ordered: 'ended' | 'cancelled' | null, remaining = 0) => {
    const url = await stored('prescription', createdAt);
    const medication = await buildMedication(t.db);
    const items = [{ medication, quantity: 1 + remaining }];
    const { id } = await buildPrescription(t.db, { url, createdAt, items });
    const taken = [{ medication, quantity: 1 }];
    const order = { customerId: customer.row.id, prescriptionId: id, items: taken };
    const later = new Date(createdAt.getTime() + 1000);
    if (ordered !== null) await buildOrder(t.db, { ...order, state: ordered, createdAt: later });
    return url;
  };
  const sent = async (createdAt: Date, status: 'active' | 'completed') => {
    const file = await stored('consultation', createdAt);
    const messages = [{ by: 'patient' as const, content: 'Voici', file }];
    await buildConsultation(t.db, { status, createdAt, messages, patientId: customer.row.id });
    return file;
  };

  // Each ends a little after it began, so the older one ended more than 730 days ago, and the younger one less.
  const [older, younger] = [731, 729] as const;
  it.each<[what: string, make: (at: Date) => Promise<string>, days: number, goes: boolean]>([
    ['the photograph of an ended order', (at) => photographed(at), older, true],
    ['the photograph of a younger ended order', (at) => photographed(at), younger, false],
    ['the photograph of a cancelled order', (at) => photographed(at, 'cancelled'), older, true],
    ['the photograph of a younger cancelled order', (at) => photographed(at, 'cancelled'), younger, false],
    ['the photograph of an order in progress', (at) => photographed(at, 'pre-treatment'), older, false],
    ['a card that was deleted', (at) => insured(at, { deleted: true }), older, true],
    ['a deleted card of a younger order', (at) => insured(at, { deleted: true }), younger, false],
    [
      'a deleted card that another order has too',
      (at) => insured(at, { deleted: true, again: daysAgo(younger) }),
      older,
      false,
    ],
    ['a deleted card of a basket that is being paid', beingPaid, older, false],
    ['a card that may still be used', (at) => insured(at), older, false],
    ['the file of a prescription that was ordered', (at) => written(at, 'ended'), older, true],
    ['the file of a prescription that may be ordered', (at) => written(at, null), older, false],
    ['the file of a prescription of which a part was ordered', (at) => written(at, 'ended', 1), older, false],
    ['the file of a prescription that may be ordered again', (at) => written(at, 'cancelled'), older, false],
    ['the file of a consultation', (at) => sent(at, 'completed'), older, true],
    ['the file of a younger consultation', (at) => sent(at, 'completed'), younger, false],
    ['the file of a consultation that goes on', (at) => sent(at, 'active'), older, false],
  ])('%s', async (_what, make, days, goes) => {
    const key = await make(daysAgo(days));
    const before = await t.call(customer, 'POST', '/upload/signed-url', { key });
    await erase();
    const answer = await t.call(customer, 'POST', '/upload/signed-url', { key });
    const message = 'Fichier effacé le 20 novembre 2026, à la fin de sa durée de conservation';
    expect(answer).toMatchObject(
      goes ? { status: 410, body: { code: 'FILE_ERASED', message } } : { status: before.status },
    );
    await sweepBytes(t.ctx);
    expect((await t.ctx.files.read(key)) === null).toBe(goes);
    const [row] = await t.db.select().from(files).where(eq(files.key, key));
    expect(row?.erasedAt).toEqual(goes ? t.clock.now() : null);
  });

  it.each([
    [31, true],
    [29, false],
  ])('the photograph of a handover of %i days goes: %s, whatever the settings keep', async (days, goes) => {
    const courier = await t.signIn('deliveryPerson');
    const key = await stored('handover', daysAgo(days), courier.row.id);
    const { id } = await buildOrder(t.db, { state: 'delivered', deliveryPersonId: courier.row.id });
    await t.db.update(orders).set({ handoverPhoto: key }).where(eq(orders.id, id));
    await erase(KEPT);
    const { status } = await t.call(supervisor, 'POST', '/upload/signed-url', { key });
    expect(status).toBe(goes ? 410 : 200);
  });

  it('a link made before does not open it', async () => {
    const key = await photographed(daysAgo(older));
    const { url } = (await t.call(customer, 'POST', '/upload/signed-url', { key })).body;
    await erase();
    expect((await t.app.inject({ method: 'GET', url })).json().code).toBe('FILE_ERASED');
  });

  it('stay with 0, until the content of their order goes', async () => {
    const [young, old] = [await photographed(daysAgo(older)), await photographed(LONG_AGO)];
    const erasedAt = async (key: string) =>
      (await t.db.select().from(files).where(eq(files.key, key)))[0]?.erasedAt;
    await erase(KEPT);
    expect(await erasedAt(old)).toBeNull();
    await erase({ keepPhotosDays: 0 });
    expect([await erasedAt(young), await erasedAt(old)]).toEqual([null, t.clock.now()]);
  });
});

describe('an order of eleven years ago', () => {
  /** What is personal in it, wherever it is stored. */
  const PERSONAL =
    /Maison jaune|Sourou Kp|0152998877|au coucher|Mutuelle des|ne répond pas|Ma toux|Assignée jadis|deux dosages/;
  const people = {} as Record<
    'customer' | 'pharmacy' | 'deliveryPerson' | 'agent' | 'partnerDoctor' | 'supervisor' | 'superAdmin',
    Visitor
  >;
  let id: string;
  let prescriptionId: string;

  async function rowsWithPersonalData(): Promise<string[]> {
    const { rows: tables } = await t.pool.query<{ name: string }>(
      `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await t.pool.query<{ row: string }>(`select r::text as row from ${name} r`);
      found.push(...rows.filter(({ row }) => PERSONAL.test(row)).map(({ row }) => `${name}: ${row}`));
    }
    return found;
  }

  beforeAll(async () => {
    for (const type of ['customer', 'pharmacy', 'deliveryPerson', 'agent', 'superAdmin'] as const)
      people[type] = await t.signIn(type);
    people.supervisor = supervisor;
    people.partnerDoctor = await t.signIn('partnerDoctor', { verified: true });
    const customerId = people.customer.row.id;
    const items = [{ medication: await buildMedication(t.db, { price: 1_500 }), quantity: 2 }];
    const patient = { patientName: 'Sourou Kpèdjo', patientPhone: '+2290152998877' };
    const authorId = people.partnerDoctor.row.id;
    const createdAt = LONG_AGO;
    const written = { authorId, createdAt, ...patient };
    ({ id: prescriptionId } = await buildPrescription(t.db, {
      ...written,
      patientMonths: 41,
      items: items.map((item) => ({ ...item, posology: 'au coucher du soleil', duration: null })),
    }));
    const unused = await buildPrescription(t.db, written);
    const card = await buildInsuranceCard(t.db, {
      ownerId: customerId,
      label: 'Mutuelle des Tisserands',
      createdAt,
    });
    const order = await buildOrder(t.db, {
      state: 'ended',
      createdAt,
      customerId,
      pharmacyId: people.pharmacy.row.id,
      deliveryPersonId: people.deliveryPerson.row.id,
      zone: await buildZone(t.db, { price: 800 }),
      address: 'Maison jaune',
      items,
      card,
      prescriptionId,
    });
    id = order.id;
    await t.db
      .update(payments)
      .set({ payingPhone: '+2290152998877', operator: 'mtn', uncheckedPerson: 'Sourou Kpèdjo' })
      .where(eq(payments.orderId, id));
    await t.db
      .update(insuranceCards)
      .set({ deletedAt: createdAt, fileKey: null })
      .where(eq(insuranceCards.id, card.id));
    const cancelled = await buildOrder(t.db, {
      state: 'cancelled',
      createdAt,
      customerId,
      address: 'Maison jaune',
    });
    await t.db.update(orders).set({ cancelNote: 'Sourou ne répond pas' }).where(eq(orders.id, cancelled.id));
    const draft = (await t.db.select().from(payments).where(eq(payments.orderId, id)))[0]?.draft ?? null;
    const attempt = { customerId, amount: 4_000, draft, orderId: null, createdAt };
    const decided = {
      status: 'review',
      reviewReason: 'amount',
      settledAt: createdAt,
      reviewedAt: createdAt,
      reviewedById: supervisor.row.id,
      reviewNote: 'Remboursé',
    } as const;
    for (const outcome of [{ status: 'expired' } as const, decided]) {
      const { id: paymentId } = await buildPendingPayment(t.db, attempt);
      await t.db
        .update(payments)
        .set({ ...outcome, nextCheckAt: null, uncheckedPerson: 'Sourou Kpèdjo' })
        .where(eq(payments.id, paymentId));
    }
    await buildFeedback(t.db, { orderId: order.id, note: 'Sourou ne répond pas' });
    await buildReport(t.db, { orderId: order.id, words: 'Ma toux revient' });
    await t.db.insert(warnings).values({
      orderId: order.id,
      rule: 'allergy',
      medications: items.map(({ medication }) => medication.id),
      raisedAt: createdAt,
      seenAt: createdAt,
      seenById: people.pharmacy.row.id,
      reason: 'other',
      note: 'Elle en a deux dosages',
    });
    const question = { patientName: 'Sourou Kpèdjo', initialMessage: 'Ma toux revient', createdAt };
    const doctorId = authorId;
    await buildConsultation(t.db, { ...question, patientId: customerId, doctorId, status: 'completed' });
    await buildConsultation(t.db, { ...question, patientId: customerId });
    const notice = {
      userId: customerId,
      orderId: id,
      title: 'Commande',
      message: 'Assignée jadis',
      createdAt,
    };
    await t.db.insert(notifications).values(notice);
    expect((await rowsWithPersonalData()).length).toBeGreaterThan(10);
    expect(unused.deletedAt).toBeNull();
  });

  it('stays with 0', async () => {
    const before = await rowsWithPersonalData();
    await erase(KEPT);
    expect(await rowsWithPersonalData()).toEqual(before);
  });

  it('stays for eleven years with 12', async () => {
    await erase({ ...KEPT, keepOrdersYears: 12 });
    const [order] = await t.db.select().from(orders).where(eq(orders.id, id));
    expect(order).toMatchObject({ address: 'Maison jaune', erasedAt: null });
  });

  it('is counted, then loses what is personal, once', async () => {
    const counted = await countOld(t.ctx);
    const erased = await erase();
    expect(counted).not.toEqual([]);
    for (const { name, count } of counted.filter((one) => one.name !== 'files'))
      expect([name, erased[name] ?? 0]).toEqual([name, count]);
    expect(erased).toMatchObject({ attempts: 1, baskets: 1, consultations: 2, cards: 1 });
    expect(await rowsWithPersonalData()).toEqual([]);
    await sweepUnbound(t.ctx);
    expect(await erase()).toEqual({});
  });

  it('keeps its number, people, dates, zone and amounts', async () => {
    const { order } = (await t.call(supervisor, 'GET', `/orders/${id}`)).body;
    // 800 + 3 000 × (1.1 − 0.8).
    expect(order).toMatchObject({
      state: 'ended',
      date: LONG_AGO.toISOString(),
      customer: { name: people.customer.row.name },
      deliveryAddress: 'Adresse effacée',
      deliveryFee: 800,
      medicinesAmount: 3_000,
      commission: 300,
      totalAmount: 1_700,
      finalAmount: 1_700,
      itemsCount: 1,
      prescription: { items: [] },
      insuranceCard: { label: null, taux: 80 },
    });
    const [prescription] = await t.db
      .select()
      .from(prescriptions)
      .where(eq(prescriptions.id, prescriptionId));
    expect(prescription).toMatchObject({ usedById: id, deletedAt: null, patientName: 'Nom effacé' });
  });

  it.each([
    [
      'customer',
      [
        '/orders',
        '/orders/:id',
        '/orders/:id/timeline',
        '/orders/:id/again',
        '/stats/dashboard',
        '/chat/patient/my-chats',
        '/users/me/export',
        '/users/me/export/pdf',
        '/notifications',
        '/payments',
        '/audit/mine',
      ],
    ],
    [
      'pharmacy',
      [
        '/orders?state=ended',
        '/orders/:id',
        '/orders/:id/timeline',
        '/statements',
        '/statements/2015-11',
        '/statements/2015-11/csv',
        '/statements/2015-11/pdf',
      ],
    ],
    ['deliveryPerson', ['/orders?state=ended', '/orders/:id', '/orders/:id/timeline']],
    ['agent', ['/orders', '/prescriptions']],
    [
      'partnerDoctor',
      ['/prescriptions/my', '/chat/doctor/my-chats', '/benefics/partner', '/benefics/partner/earnings'],
    ],
    [
      'supervisor',
      [
        '/orders?q=CMD',
        '/orders/:id',
        '/orders/:id/timeline',
        '/orders/export',
        '/prescriptions',
        '/stats/orders',
        '/payments/review',
      ],
    ],
    [
      'superAdmin',
      [
        '/orders/:id',
        '/payments/export',
        '/stats/days',
        '/prescriptions',
        '/benefics/superadmin',
        '/audit',
        '/stats/owner',
        '/users',
      ],
    ],
  ] as const)('can be read by a %s', async (type, paths) => {
    for (const path of paths) {
      const headers = { authorization: `Bearer ${people[type].token}` };
      const url = `/api${path.replace(':id', id)}`;
      const { statusCode, payload } = await t.app.inject({ method: 'GET', url, headers });
      expect([path, statusCode, PERSONAL.test(payload)]).toEqual([path, 200, false]);
    }
  });

  it('prints a receipt with its sums, and a prescription without its content', async () => {
    const pagesOf = async (visitor: Visitor, path: string) => {
      const { url } = (await t.call(visitor, 'POST', path)).body;
      const { rawPayload } = await t.app.inject({ method: 'GET', url });
      return (await readPages(rawPayload)).join(' ');
    };
    const receipt = await pagesOf(people.customer, `/orders/${id}/receipt`);
    expect(receipt).toContain('Médicaments effacés, à la fin de leur durée de conservation.');
    expect(receipt).toMatch(/Médicaments 3 000 F .*Total payé 1 700 F/);
    const paper = await pagesOf(people.partnerDoctor, `/prescriptions/${prescriptionId}/print`);
    expect(paper).toContain('Nom effacé');
  });

  it('is not ordered again to an address that is gone', async () => {
    const { again } = (await t.call(people.customer, 'GET', `/orders/${id}/again`)).body;
    expect(again).toMatchObject({ items: [], gone: [], address: '' });
  });
});

it('the lines of an old order stay as long as its prescription, of which they say what was given', async () => {
  const medication = await buildMedication(t.db);
  const prescription = { createdAt: LONG_AGO, items: [{ medication, quantity: 2 }] };
  const { id: prescriptionId } = await buildPrescription(t.db, prescription);
  const taken = { prescriptionId, items: [{ medication, quantity: 1 }] };
  const { id } = await buildOrder(t.db, { ...taken, state: 'ended', createdAt: LONG_AGO });
  const other = await buildMedication(t.db);
  await t.db.insert(substitutions).values({
    ...{
      orderId: id,
      position: 0,
      state: 'ended',
      reason: 'medicine-out-of-stock',
      quantity: 1,
      isEquivalent: true,
    },
    ...{ prescribedId: medication.id, prescribedLabel: medication.label, prescribedPrice: medication.price },
    ...{ medicationId: other.id, label: other.label, price: other.price },
    ...{ proposedById: supervisor.row.id, proposedAt: new Date(), until: new Date() },
  });
  await buildInquiry(t.db, { pharmacyId: (await t.signIn('pharmacy')).row.id, orderId: id, state: 'ended' });
  const asked = () => t.db.select().from(inquiries).where(eq(inquiries.orderId, id));
  const lines = async () => (await t.db.select().from(orderItems).where(eq(orderItems.orderId, id))).length;
  const proposals = () => t.db.select().from(substitutions).where(eq(substitutions.orderId, id));
  const { id: later } = await buildOrder(t.db, { ...taken, state: 'delivered' });
  await erase({ ...KEPT, keepOrdersYears: 10 });
  expect(await lines()).toBe(1);
  await t.call(supervisor, 'PATCH', `/orders/${later}/status`, { status: 'ended' });
  const elevenYearsOn = new Date(t.clock.now().getTime() + 11 * 366 * DAY_MS);
  await eraseOld({
    ...t.ctx,
    clock: { ...t.ctx.clock, now: () => elevenYearsOn },
    settings: { ...t.ctx.settings, ...KEPT, keepOrdersYears: 10 },
  });
  expect([await lines(), await proposals(), await asked()]).toEqual([0, [], []]);
});

it.each<[what: string, build: (id: string, now: Date) => Promise<unknown>]>([
  [
    'is being paid',
    async (prescriptionId, createdAt) => {
      const pending = { customerId: customer.row.id, amount: 4_000, orderId: null, createdAt };
      const [{ draft }] = (await t.db.select().from(payments).where(isNotNull(payments.draft))) as [
        typeof payments.$inferSelect,
      ];
      const { id } = await buildPendingPayment(t.db, { ...pending, draft });
      await t.db.update(payments).set({ prescriptionId, prescriptionVersion: 1 }).where(eq(payments.id, id));
    },
  ],
  [
    'is reserved',
    (id, now) =>
      t.db
        .update(prescriptions)
        .set({ reservedById: customer.row.id, reservedUntil: new Date(now.getTime() + 60_000) })
        .where(eq(prescriptions.id, id)),
  ],
])('an old prescription that %s stays', async (_what, build) => {
  const { id } = await buildPrescription(t.db, { createdAt: LONG_AGO });
  await build(id, t.clock.now());
  await erase({ ...KEPT, keepOrdersYears: 10 });
  const [row] = await t.db.select().from(prescriptions).where(eq(prescriptions.id, id));
  expect(row).toMatchObject({ erasedAt: null, deletedAt: null });
});

describe('a report', () => {
  const declared = async (declaredOn: string, order: { createdAt: Date }) => {
    const { row: agent } = await t.signIn('agent');
    const { key } = await storeTestFile(t, {
      ownerId: customer.row.id,
      category: 'report',
      createdAt: LONG_AGO,
      boundAt: LONG_AGO,
    });
    const { id: orderId } = await buildOrder(t.db, { state: 'ended', customerId: customer.row.id, ...order });
    const taken = { takenById: agent.id, takenAt: LONG_AGO, state: 'declared' } as const;
    const { id } = await buildReport(t.db, { orderId, kind: 'box', photo: key, ...taken, declaredOn });
    return { id, key };
  };

  it.each<[string, string, Date, Partial<Settings>, boolean]>([
    ['declared eleven years ago goes with its order', '2015-11-21', LONG_AGO, {}, true],
    ['declared nine years ago outlives its order', '2017-11-21', LONG_AGO, {}, false],
    ['declared is kept without limit with 0', '2015-11-21', LONG_AGO, { keepDeclaredYears: 0 }, false],
    ['of an order that is kept stays', '2015-11-21', new Date('2020-01-01T09:00:00Z'), {}, false],
  ])('%s', async (_, declaredOn, createdAt, settings, goes) => {
    const { id, key } = await declared(declaredOn, { createdAt });
    await erase(settings);
    await erase(settings);
    const { rowCount } = await t.pool.query('select from reports where id = $1', [id]);
    expect(rowCount === 0).toBe(goes);
    await sweepUnbound(t.ctx);
    const [file] = await t.db.select().from(files).where(eq(files.key, key));
    expect(file === undefined).toBe(goes);
    if (!goes) expect(file?.erasedAt).toBeNull();
  });
});

describe('the journal', () => {
  const add = async (at: string) => {
    const lineId = v7();
    await t.db.execute(
      sql`insert into audit (id, at, action, subject_kind, subject_id) values (${lineId}, ${at}, 'change', 'zone', 'x')`,
    );
    await t.db.execute(
      sql`insert into file_openings (id, object, user_id, at) values (${lineId}, 'file:x', ${lineId}, ${at})`,
    );
    return lineId;
  };
  const remains = async (lineId: string) => {
    const { rows } = await t.db.execute(
      sql`select id from audit where id = ${lineId} union all select id from file_openings where id = ${lineId}`,
    );
    return rows.length;
  };

  it('loses lines older than its years, and none without limit', async () => {
    const [old, ten, young] = [await add('2010-01-01'), await add('2018-01-01'), await add('2024-01-01')];
    await erase(KEPT);
    expect(await remains(old)).toBe(2);
    await erase({ ...KEPT, keepJournalYears: 12 });
    expect([await remains(old), await remains(ten)]).toEqual([0, 2]);
    await erase();
    expect([await remains(ten), await remains(young)]).toEqual([0, 2]);
  });

  it('keeps five years even if the clock of the server runs ahead', async () => {
    const young = await add('2024-01-01');
    const clock = { now: () => new Date('2060-01-01T00:00:00Z') };
    await eraseOld({ ...t.ctx, clock, settings: { ...t.ctx.settings, ...KEPT, keepJournalYears: 5 } });
    expect(await remains(young)).toBe(2);
  });
});

it('a kind that fails does not stop the others, and the job fails', async () => {
  const { id } = await buildOrder(t.db, { state: 'ended', createdAt: LONG_AGO });
  const breaking =
    'create function fail() returns trigger language plpgsql as $$ begin raise exception $a$no$a$; end $$';
  await t.pool.query(breaking);
  await t.pool.query(
    'create trigger fails before delete on notifications for each row execute function fail()',
  );
  await t.db.insert(notifications).values({
    userId: customer.row.id,
    title: 'x',
    message: 'x',
    link: '/tracking',
    createdAt: LONG_AGO,
  });
  await expect(erase()).rejects.toThrow('not erased: notifications');
  await t.pool.query('drop trigger fails on notifications');
  const [order] = await t.db.select().from(orders).where(eq(orders.id, id));
  expect(order?.erasedAt).toEqual(t.clock.now());
});
