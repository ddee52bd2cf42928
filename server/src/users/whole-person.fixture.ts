import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { buildAddress } from '../builders/address.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFeedback, buildReport, wholeFacts } from '../builders/feedback.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { longAgo } from '../builders/user.ts';
import { payments } from '../database/schema/payments.ts';
import { refunds } from '../database/schema/refunds.ts';
import { markStore } from '../files/house-mark.ts';
import { sweepUnbound } from '../files/sweep-files.ts';
import { sendRefunds } from '../payments/refund.ts';
import { sendSms } from '../sms/send.ts';
import { phoneChangedWords } from '../sms/texts.ts';
import { expectInvariants } from '../testing/invariants.ts';
import {
  type Basket,
  fillBasket,
  openPayment,
  place,
  providerDoes,
  report,
  reportOf,
} from '../testing/pay.ts';
import { quickHash } from '../testing/quick-hash.ts';
import type { TestApp, Visitor } from '../testing/test-app.ts';
import { findTraces } from '../testing/traces.ts';

/** Words that nobody else's rows or files have, by what they are in. */
export const words = {
  name: 'Rosalinde Houngbadji',
  phone: '52998877',
  email: 'rosalinde.h@exemple.bj',
  'account address': 'Villa Ocre',
  'delivery address': 'Portail Indigo',
  'unpaid address': 'Ruelle Safran',
  'asked address': 'Impasse Corail',
  'kept place': 'Chez Tantine Zoe',
  'kept address': 'Manguier Bossu',
  'paying phone': '52776655',
  'new card': 'Mutuelle Cobalt',
  'old card': 'Mutuelle Garance',
  'waiting request': 'Attente Fuchsia',
  question: 'Toux Pervenche',
  answer: 'Tisane Ambre',
  'notice of hers': 'Courrier Lilas',
  'note on a cancellation': 'Note Vermillon',
  'note on a refund': 'Note Sepia',
  'note on a review': 'Note Bistre',
  'note of a courier': 'Note Ardoise',
  'note on an answer': 'Note Cerise',
  'report that waits': 'Boutons Olive',
  'declared report': 'Vertiges Prune',
  initials: 'RZH-Q',
  'push address': 'abonnement-turquoise',
  'photo of an order': 'PHOTO-GRENAT',
  'photo of a cancelled order': 'PHOTO-INDIGO',
  'file of the old card': 'CARTE-GARANCE',
  'file of the new card': 'CARTE-COBALT',
  'file of a message': 'ANALYSE-PERVENCHE',
  'photo of a box': 'BOITE-AMANDE',
  'photo of a declared box': 'BOITE-CERISE',
  'unused upload': 'ESSAI-TAUPE',
} as const;

export const PASSWORD = 'le-mot-de-passe-de-rosalinde';

/** A customer of whom everything that the product can know is known: `words`. Nothing of hers is open. */
export async function buildWholePerson(server: TestApp): Promise<Visitor> {
  const { db, clock } = server;
  const passwordHash = await quickHash(PASSWORD);
  const customer = await server.signIn('customer', {
    name: words.name,
    phone: `+22901${words.phone}`,
    email: words.email,
    address: words['account address'],
    phoneProvenAt: longAgo,
    passwordHash,
  });
  const { id } = customer.row;
  const login = { identifier: `01${words.phone}`, password: PASSWORD };
  expectStatus(await server.call(null, 'POST', '/auth/login', login), 200);
  const key = (name: string) => ({ 'idempotency-key': name });

  await buildAddress(db, {
    ownerId: id,
    name: words['kept place'],
    address: words['kept address'],
  });
  const keys = 'B'.repeat(87);
  const push = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${words['push address']}`,
    keys: { p256dh: keys, auth: 'a'.repeat(22) },
  };
  expectStatus(await server.call(customer, 'POST', '/push/subscriptions', push), 204);
  await storePdf(server, id, 'unused upload', null);

  const supervisor = await server.signIn('supervisor');
  const basket = await fillBasket(server);
  await buildCards(server, id);
  await buildOrders(server, customer, supervisor, basket);
  await buildProblem(server, id);
  await buildPrescriptions(server, customer, basket);
  await buildConsultations(server, customer);
  await buildAfterDelivery(server, id);

  const chat = { patientName: words.name, initialMessage: words['waiting request'] };
  expectStatus(await server.call(customer, 'POST', '/chat/start', chat, key('chat')), 201);
  await server.pool.query(
    'insert into notifications (id, user_id, title, message, created_at) values (gen_random_uuid(), $1, $2, $3, $4)',
    [id, 'Commande', words['notice of hers'], clock.now()],
  );
  await sendSms(server.ctx, db, { to: customer.row.phone ?? '', words: phoneChangedWords('+2290196009900') });
  return customer;
}

function expectStatus({ status, body }: { status: number; body: unknown }, expected: number): void {
  if (status !== expected) throw new Error(`${status}: ${JSON.stringify(body)}`);
}

/** Stores a document that says this word; PDFs are kept as they are. */
async function storePdf(
  server: TestApp,
  ownerId: string,
  word: keyof typeof words,
  category: 'insurance' | 'prescription' | 'consultation' | 'report' | null = 'prescription',
): Promise<string> {
  const bytes = Buffer.from(`%PDF-1.4\n% ${words[word]}\n%%EOF\n`);
  const boundAt = category === null ? null : server.clock.now();
  const row = await buildFile(server.db, {
    ownerId,
    category: category ?? 'prescription',
    contentType: 'application/pdf',
    bytes: bytes.length,
    boundAt,
    createdAt: server.clock.now(),
  });
  await server.ctx.files.write(row.key, bytes);
  return row.key;
}

/** The old card was used by an order, then deleted; the new one was never used. */
async function buildCards(server: TestApp, ownerId: string): Promise<void> {
  const fileKey = await storePdf(server, ownerId, 'file of the old card', 'insurance');
  const card = await buildInsuranceCard(server.db, { ownerId, label: words['old card'], fileKey });
  await buildOrder(server.db, {
    state: 'ended',
    customerId: ownerId,
    card,
    address: words['delivery address'],
  });
  await server.pool.query('update insurance_cards set deleted_at = $1, file_key = null where id = $2', [
    server.clock.now(),
    card.id,
  ]);
  const newKey = await storePdf(server, ownerId, 'file of the new card', 'insurance');
  await buildInsuranceCard(server.db, { ownerId, label: words['new card'], fileKey: newKey, verified: true });
}

/** An order that was refunded, a payment under review that was decided, and one that was declined. */
async function buildOrders(
  server: TestApp,
  customer: Visitor,
  supervisor: Visitor,
  basket: Basket,
): Promise<void> {
  const { db } = server;
  const order = { ...basket.order, deliveryAddress: words['delivery address'] };
  const headers = { 'idempotency-key': 'pay' };
  const opened = await server.call(customer, 'POST', '/payments', { order }, headers);
  expectStatus(opened, 201);
  const { transactionId } = opened.body;
  const means = { operator: 'mtn', payingPhone: `+22901${words['paying phone']}` } as const;
  await db.update(payments).set(means).where(eq(payments.transactionId, transactionId));
  await providerDoes(server, transactionId, 'approve');
  const placed = await place(server, customer, order, transactionId);
  expectStatus(placed, 200);
  const cancellation = { reason: 'unreachable', note: words['note on a cancellation'] };
  const path = `/orders/${placed.body.order._id}/cancellation`;
  expectStatus(await server.call(supervisor, 'POST', path, cancellation), 200);
  await sendRefunds(server.ctx);
  const settled = { settledById: supervisor.row.id, settledNote: words['note on a refund'] };
  await db.update(refunds).set(settled).where(eq(refunds.customerId, customer.row.id));

  const [card] = (await server.call(customer, 'GET', '/insurances')).body.insuranceCards;
  const insured = { ...order, deliveryAddress: words['unpaid address'], insuranceCard: card._id };
  const declined = await openPayment(server, customer, { order: insured });
  await providerDoes(server, declined.transactionId, 'decline');
  // Its portal has closed.
  const createdAt = new Date(server.clock.now().getTime() - 3600_000);
  const over = { status: 'failed', nextCheckAt: null, createdAt } as const;
  await db.update(payments).set(over).where(eq(payments.transactionId, declined.transactionId));

  const asked = { order: { ...order, deliveryAddress: words['asked address'] } };
  expectStatus(await server.call(customer, 'POST', '/pay-links', asked), 201);

  const doubtful = await openPayment(server, customer, { order: { ...order, deliveryAddress: 'Ailleurs' } });
  expectStatus(await report(server, reportOf(doubtful, { amount: 100 })), 200);
  const seen = { note: words['note on a review'] };
  expectStatus(await server.call(supervisor, 'POST', `/payments/${doubtful.transactionId}/seen`, seen), 204);
}

/** An order whose courier could not deliver it at first, which the supervisors were told with the note. */
async function buildProblem(server: TestApp, customerId: string): Promise<void> {
  const courier = await server.signIn('deliveryPerson');
  const { id } = await buildOrder(server.db, {
    state: 'delivering',
    customerId,
    deliveryPersonId: courier.row.id,
    address: words['delivery address'],
  });
  const problem = { reason: 'customer-absent', note: words['note of a courier'] };
  expectStatus(await server.call(courier, 'POST', `/orders/${id}/problem`, problem), 200);
  for (const [who, state] of [
    [courier, 'delivered'],
    [await server.signIn('supervisor'), 'ended'],
  ] as const)
    expectStatus(await server.call(who, 'PATCH', `/orders/${id}/status`, { state }), 200);
}

/** A photograph that staff read, a prescription that staff wrote for her telephone, and a partner's. */
async function buildPrescriptions(server: TestApp, customer: Visitor, basket: Basket): Promise<void> {
  const { db } = server;
  const { id, phone } = customer.row;
  const agent = await server.signIn('agent');
  const items = [{ medication: basket.medication, quantity: 2 }];
  const address = words['delivery address'];
  await buildOrder(db, {
    state: 'ended',
    customerId: id,
    items,
    itemsWrittenById: agent.row.id,
    prescriptionUrl: await storePdf(server, id, 'photo of an order'),
    address,
  });
  const photographed = await buildOrder(db, {
    state: 'pre-treatment',
    customerId: id,
    items: [],
    prescriptionUrl: await storePdf(server, id, 'photo of a cancelled order'),
    address,
  });
  const prescription = { ...basket.order.prescription };
  expectStatus(await server.call(agent, 'PUT', `/orders/${photographed.id}`, { prescription }), 200);
  expectStatus(
    await server.call(customer, 'PATCH', `/orders/${photographed.id}/status`, { state: 'cancelled' }),
    200,
  );

  const written = basket.order.prescription;
  const body = { ...written, patientName: words.name, patientPhone: phone };
  expectStatus(await server.call(agent, 'POST', '/prescriptions', body), 201);
  const doctor = await server.signIn('partnerDoctor', { verified: true });
  const own = { authorId: doctor.row.id, patientName: words.name, patientPhone: phone ?? '' };
  await buildPrescription(db, own);
  const code = await buildPrescription(db, { ...own, items });
  await buildOrder(db, { state: 'ended', customerId: id, prescriptionId: code.id, items, address });
}

async function buildConsultations(server: TestApp, customer: Visitor): Promise<void> {
  const file = await storePdf(server, customer.row.id, 'file of a message', 'consultation');
  await buildConsultation(server.db, {
    status: 'completed',
    patientId: customer.row.id,
    patientName: words.name,
    initialMessage: words.question,
    messages: [
      { by: 'doctor', content: words.answer },
      { by: 'patient', content: '', file },
    ],
  });
}

/** What she said after a delivery: an answer, reports that wait and one that was declared of each kind. */
async function buildAfterDelivery(server: TestApp, customerId: string): Promise<void> {
  const { db, clock } = server;
  const { row: agent } = await server.signIn('agent');
  const { id: orderId } = await buildOrder(db, {
    state: 'ended',
    customerId,
    address: words['delivery address'],
  });
  await buildFeedback(db, { orderId, note: words['note on an answer'] });
  await buildReport(db, { orderId, words: words['report that waits'] });
  const photo = await storePdf(server, customerId, 'photo of a box', 'report');
  await buildReport(db, { orderId, kind: 'box', photo });
  const facts = { ...wholeFacts, initials: words.initials };
  const taken = { takenById: agent.id, takenAt: clock.now(), facts };
  const declared = { ...taken, state: 'declared', declaredOn: '2026-11-20' } as const;
  await buildReport(db, { orderId, words: words['declared report'], ...declared });
  const other = await storePdf(server, customerId, 'photo of a declared box', 'report');
  await buildReport(db, { orderId, kind: 'box', photo: other, ...declared });
}

const partners = 'a partner’s prescription is the partner’s own patient record';
/** What remains of her, by its place, and why (decision 16). Whatever else is found fails. */
const remains: Readonly<Record<string, readonly [because: string, ...(keyof typeof words)[]]>> = {
  'consultation_messages.content': ['a consultation is its doctor’s record', 'question', 'answer'],
  file: [
    'a document of a paid order proves what was delivered, that of a message is the doctor’s record',
    'photo of an order',
    'file of the old card',
    'file of a message',
  ],
  'orders.card_label': ['a paid order names the card that paid for it', 'old card'],
  'reports.words': ['a report that was declared stays for the authority', 'declared report'],
  'prescriptions.patient_name': [partners, 'name'],
  'prescriptions.folded_name': [partners, 'name'],
  'prescriptions.patient_phone': [partners, 'phone'],
};
/** Fails when more remains of her than that, in a row or in a file. */
export async function expectForgotten(server: TestApp): Promise<void> {
  // Files that nothing refers to go after an hour.
  server.clock.advance(2 * 3600);
  await markStore(server.ctx);
  await sweepUnbound(server.ctx);
  const expected = Object.entries(remains).map(([place, [, ...left]]) => [place, left.sort()]);
  expect(await findTraces(server, words)).toEqual(Object.fromEntries(expected));
  await expectInvariants(server.db);
}
