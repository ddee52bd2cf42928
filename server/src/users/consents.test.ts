import { consentVersions } from '@amasin/domain/users/consent.ts';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { audit } from '../database/schema/audit.ts';
import { type ConsentRow, consents } from '../database/schema/consents.ts';
import { consultations } from '../database/schema/consultations.ts';
import { insuranceCards } from '../database/schema/insurance.ts';
import { orders } from '../database/schema/orders.ts';
import { uploadFile } from '../files/upload.ts';
import { insertConsent } from '../people/consent-queries.ts';
import { times } from '../testing/http.ts';
import { type Basket, fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;
let basket: Basket;

beforeAll(async () => {
  server = await startTestApp();
  basket = await fillBasket(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  customer = await server.signIn('customer');
});

const health = { purpose: 'health', version: consentVersions.health };
const give = (body: object = health, who = customer) => server.call(who, 'POST', '/users/me/consents', body);
const withdraw = (who = customer) => server.call(who, 'DELETE', '/users/me/consents/health');
const rowsOf = (userId: string): Promise<ConsentRow[]> =>
  server.db.select().from(consents).where(eq(consents.userId, userId)).orderBy(asc(consents.id));
const me = async () => (await server.call(customer, 'GET', '/auth/me')).body.user;
const linesOf = async ({ row }: Visitor) => {
  const about = and(eq(audit.subjectId, row.id), eq(audit.action, 'change'));
  const lines = await server.db.select().from(audit).where(about).orderBy(asc(audit.id));
  return lines.map(({ details }) => details);
};

describe('registering accepts the terms', () => {
  const person = { name: 'Afi Dossou', password: 'motdepasse', address: 'Akpakpa' };
  it.each([
    ['a customer', '/auth/register', { phone: '0196770001' }],
    [
      'a professional',
      '/users/register-partner',
      { phone: '0196770002', email: 'afi@exemple.bj', type: 'partnerDoctor', titrePartenaire: 'docteur' },
    ],
  ])('of %s', async (_who, path, more) => {
    const { status, body } = await server.call(null, 'POST', path, { ...person, ...more });
    expect(status).toBe(201);
    expect(await rowsOf(body.user._id)).toMatchObject([
      { purpose: 'terms', version: consentVersions.terms, givenAt: server.clock.now(), withdrawnAt: null },
    ]);
  });

  it('not for an account that an administrator creates', async () => {
    const admin = await server.signIn('superAdmin');
    const account = { ...person, phone: '0196770003', type: 'customer' };
    const { status, body } = await server.call(admin, 'POST', '/users', account);
    expect(status).toBe(201);
    expect(await rowsOf(body.user._id)).toEqual([]);
  });
});

describe('giving the consent to the use of health data', () => {
  it('is recorded with its version and time, and known to the session', async () => {
    expect(await me()).not.toHaveProperty('hasHealthConsent');
    expect((await give()).status).toBe(204);
    expect(await rowsOf(customer.row.id)).toMatchObject([
      { ...health, givenAt: server.clock.now(), withdrawnAt: null },
    ]);
    expect(await linesOf(customer)).toEqual([{ fields: ['healthConsent'], to: 'donné' }]);
    expect(await me()).toMatchObject({ hasHealthConsent: true });
    const changed = await server.call(customer, 'PUT', '/users/update/me', { name: 'Afi Kora' });
    expect(changed.body.user).toMatchObject({ name: 'Afi Kora', hasHealthConsent: true });
  });

  it('is one consent, however often and at once it is sent', async () => {
    for (const { status } of await Promise.all(times(5, () => give()))) expect(status).toBe(204);
    expect(await rowsOf(customer.row.id)).toHaveLength(1);
    expect(await linesOf(customer)).toHaveLength(1);
  });

  it('ends the consent to former words, which the session does not know', async () => {
    const { id: userId } = customer.row;
    const givenAt = new Date('2026-01-05T08:00:00Z');
    await server.db.insert(consents).values({ userId, purpose: 'health', version: '2026-01-01', givenAt });
    expect(await me()).not.toHaveProperty('hasHealthConsent');
    expect((await give()).status).toBe(204);
    expect(await rowsOf(userId)).toMatchObject([
      { version: '2026-01-01', withdrawnAt: server.clock.now() },
      { version: consentVersions.health, withdrawnAt: null },
    ]);
  });

  it.each([
    ['other words', { ...health, version: '2025-01-01' }],
    ['terms', { purpose: 'terms', version: consentVersions.terms }],
    ['nothing', {}],
  ])('refuses %s', async (_what, body) => {
    expect(await give(body)).toMatchObject({ status: 422 });
    expect(await rowsOf(customer.row.id)).toEqual([]);
  });

  it('lists the caller’s own consents only', async () => {
    await insertConsent(server.db, {
      userId: customer.row.id,
      purpose: 'terms',
      givenAt: server.clock.now(),
    });
    await give();
    await withdraw();
    await give(health, await server.signIn('customer'));
    const at = server.clock.now().toISOString();
    const { body } = await server.call(customer, 'GET', '/users/me/consents');
    expect(body).toEqual({
      consents: [
        { purpose: 'terms', version: consentVersions.terms, givenAt: at, withdrawnAt: null },
        { purpose: 'health', version: consentVersions.health, givenAt: at, withdrawnAt: at },
      ],
    });
  });
});

const where = () => ({ deliveryZone: basket.zone.id, deliveryAddress: 'Carré 12, Akpakpa' });
/** Each use of health data, and its answer to a customer who has not withdrawn. */
const uses: readonly (readonly [
  string,
  () => Promise<{ status: number; body: { code?: string } }>,
  object,
])[] = [
  [
    'a file',
    async () => {
      const { id: _id, type, name, phone } = customer.row;
      const file = { file: Buffer.from('no picture'), type: 'prescription' as const };
      const code = await uploadFile({ ...server.ctx, actor: { _id, type, name, phone } }, file).catch(
        (error) => error.code,
      );
      return { status: code === 'CONSENT_WITHDRAWN' ? 403 : 415, body: { code } };
    },
    { status: 415 },
  ],
  [
    'a photographed prescription',
    async () => {
      const { key: url } = await buildFile(server.db, { ownerId: customer.row.id });
      const order = { prescription: { type: 'physical', url }, ...where() };
      return server.call(customer, 'POST', '/orders', order);
    },
    { status: 201 },
  ],
  [
    'a code',
    async () => {
      const { number } = await buildPrescription(server.db);
      const order = { prescription: { type: 'numerical', prescriptionNumber: number }, ...where() };
      return server.call(customer, 'POST', '/payments', { order });
    },
    { status: 201 },
  ],
  [
    'an order with a card',
    async () => {
      const ownerId = customer.row.id;
      const { id } = await buildInsuranceCard(server.db, { ownerId, verified: true });
      return server.call(customer, 'POST', '/payments', { order: { ...basket.order, insuranceCard: id } });
    },
    { status: 201 },
  ],
  [
    'a card',
    async () => {
      const file = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
      return server.call(customer, 'POST', '/insurances', { taux: 80, url: file.key });
    },
    { status: 201 },
  ],
  [
    'a consultation',
    () =>
      server.call(customer, 'POST', '/chat/start', { patientName: 'Afi', initialMessage: 'Bonjour docteur' }),
    { status: 201 },
  ],
];

const WITHDRAWN = { status: 403, body: { code: 'CONSENT_WITHDRAWN' } };

describe.each(uses)('%s', (_what, use, allowed) => {
  it('is not refused to a customer who was never asked', async () => {
    expect(await use()).toMatchObject(allowed);
  });

  it('is refused after the withdrawal, until the consent is given again', async () => {
    await give();
    await withdraw();
    expect(await use()).toMatchObject(WITHDRAWN);
    await give();
    await server.db
      .update(insuranceCards)
      .set({ deletedAt: server.clock.now(), fileKey: null })
      .where(eq(insuranceCards.ownerId, customer.row.id));
    expect(await use()).toMatchObject(allowed);
  });
});

describe('withdrawing it', () => {
  it('deletes the card and ends the consultations, in one step', async () => {
    const { id: patientId } = customer.row;
    const doctor = await server.signIn('partnerDoctor', { verified: true });
    const card = await buildInsuranceCard(server.db, { ownerId: patientId });
    const active = await buildConsultation(server.db, {
      status: 'active',
      patientId,
      doctorId: doctor.row.id,
    });
    await buildConsultation(server.db, { status: 'pending', patientId });
    await give();
    server.clock.advance(60);
    expect((await withdraw()).status).toBe(204);
    expect(await rowsOf(patientId)).toMatchObject([{ withdrawnAt: server.clock.now() }]);
    expect(await me()).not.toHaveProperty('hasHealthConsent');
    const [left] = await server.db.select().from(insuranceCards).where(eq(insuranceCards.id, card.id));
    expect(left).toMatchObject({ fileKey: null, deletedAt: server.clock.now() });
    const deleted = and(eq(audit.action, 'delete'), eq(audit.subjectId, card.id));
    expect(await server.db.select().from(audit).where(deleted)).toMatchObject([{ actorId: patientId }]);
    const chats = await server.db.select().from(consultations).where(eq(consultations.patientId, patientId));
    expect(chats).toMatchObject([{ id: active.id, status: 'completed' }]);
    expect(await linesOf(customer)).toEqual([
      { fields: ['healthConsent'], to: 'donné' },
      { fields: ['healthConsent'], to: 'retiré' },
    ]);
  });

  it('leaves orders alone: they are read, paid and delivered', async () => {
    const customerId = customer.row.id;
    const unpaid = await buildOrder(server.db, { state: 'pre-treatment', customerId });
    const underway = await buildOrder(server.db, { state: 'delivering', customerId });
    const { number } = await buildPrescription(server.db);
    const coded = { prescription: { type: 'numerical', prescriptionNumber: number }, ...where() };
    const opened = await openPayment(server, customer, { order: coded });
    await give();
    await withdraw();
    expect((await openPayment(server, customer, { orderId: unpaid.id })).amount).toBe(unpaid.total);
    expect(await server.db.select().from(orders).where(eq(orders.id, underway.id))).toEqual([underway]);
    // What was paid on a page that was open is an order.
    await providerDoes(server, opened.transactionId, 'approve');
    expect((await place(server, customer, coded, opened.transactionId)).body.order.state).toBe('pending');
  });

  it('refuses no medicine without prescription and without card', async () => {
    await give();
    await withdraw();
    const { order } = basket;
    expect((await server.call(customer, 'POST', '/payments', { order })).status).toBe(201);
  });

  it('is one withdrawal, however often and at once it is sent, and nothing without a consent', async () => {
    await withdraw();
    expect(await rowsOf(customer.row.id)).toEqual([]);
    await give();
    for (const { status } of await Promise.all(times(5, () => withdraw()))) expect(status).toBe(204);
    expect(await rowsOf(customer.row.id)).toHaveLength(1);
    expect(await linesOf(customer)).toHaveLength(2);
  });

  it('at once with a new card and a new consultation leaves neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      customer = await server.signIn('customer');
      await give();
      const file = await buildFile(server.db, { ownerId: customer.row.id, category: 'insurance' });
      const card = { taux: 80, url: file.key };
      const chat = { patientName: 'Afi', initialMessage: 'Bonjour docteur' };
      await Promise.all([
        server.call(customer, 'POST', '/insurances', card),
        withdraw(),
        server.call(customer, 'POST', '/chat/start', chat),
      ]);
      expect((await server.call(customer, 'GET', '/insurances')).body.total).toBe(0);
      expect((await server.call(customer, 'GET', '/chat/patient/my-chats')).body.total).toBe(0);
    }
  });
});

it('a removed customer with orders leaves no consent', async () => {
  const { id } = customer.row;
  await buildOrder(server.db, { state: 'ended', customerId: id });
  await give();
  const admin = await server.signIn('superAdmin');
  expect((await server.call(admin, 'DELETE', `/users/${id}`)).status).toBe(204);
  expect(await rowsOf(id)).toEqual([]);
});

it('consent is given ten times a day at most, and always withdrawn', async () => {
  const answers: number[] = [];
  for (let n = 0; n < 11; n += 1) {
    answers.push((await give()).status);
    expect((await withdraw()).status).toBe(204);
  }
  expect(answers).toEqual([...times(10, () => answers[0]), 429]);
});
