import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildAddress } from '../builders/address.ts';
import { buildMedication } from '../builders/catalogue.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFeedback, buildReport, wholeFacts } from '../builders/feedback.ts';
import { buildFile } from '../builders/file.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { buildRecall, buildRecipient } from '../builders/recall.ts';
import { audit } from '../database/schema/audit.ts';
import { consents } from '../database/schema/consents.ts';
import { notifications } from '../database/schema/notifications.ts';
import { smsMessages } from '../database/schema/sms.ts';
import { warnings } from '../database/schema/warnings.ts';
import { readPages } from '../pdf/read-pages.fixture.ts';
import { fillBasket } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { storeAllergies } from './allergy-queries.ts';
import { customerWith } from './long-history.fixture.ts';

let server: TestApp;
let customer: Visitor;
/** Words of the customer’s file, by what they are in; each must be in both exports. */
const words = {
  name: 'Rosine Agossou',
  email: 'rosine@exemple.bj',
  address: 'Maison aux volets mauves',
  place: 'Chez ma tante',
  medicine: 'Quininol',
  photographed: 'portail des tisserands',
  posology: 'au coucher du soleil',
  question: 'Ma toux revient chaque nuit',
  asked: 'Case derrière le puits',
  answer: 'Buvez beaucoup d’eau tiède',
  delivery: 'Le livreur chantait faux',
  reaction: 'Des taches sur les paumes',
  initials: 'R.A.',
  consent: 'Usage de mes données de santé',
  card: 'Mutuelle des Tisserands',
  notice: 'Votre commande part bientôt',
  recalledLot: 'LOT77',
  allergy: 'Iode et fruits de mer',
  passedOver: 'Elle en a deux dosages',
} as const;
const strangers = { question: 'Mon genou gonfle', address: 'Rue des étrangers' } as const;

beforeAll(async () => {
  server = await startTestApp({ limits: { exportsPerMinute: 2 } });
  const { db } = server;
  customer = await server.signIn('customer', {
    name: words.name,
    email: words.email,
    address: words.address,
  });
  const { id: customerId } = customer.row;
  const createdAt = server.clock.now();
  const medication = await buildMedication(db, { label: words.medicine });
  await buildAddress(db, { ownerId: customerId, name: words.place });
  const card = await buildInsuranceCard(db, { ownerId: customerId, label: words.card });
  const prescription = await buildPrescription(db, {
    items: [{ medication, quantity: 1, posology: words.posology, duration: null }],
  });
  const order = await buildOrder(db, {
    state: 'ended',
    customerId,
    items: [{ medication, quantity: 1 }],
    prescriptionId: prescription.id,
    card,
  });
  await storeAllergies(db, { userId: customerId, words: words.allergy, writtenAt: createdAt });
  await db.insert(warnings).values({
    orderId: order.id,
    rule: 'recent',
    medications: [medication.id],
    raisedAt: createdAt,
    seenAt: createdAt,
    seenById: (await server.signIn('pharmacy')).row.id,
    reason: 'other',
    note: words.passedOver,
  });
  await buildFeedback(db, { orderId: order.id, note: words.delivery });
  const taken = {
    state: 'taken',
    takenById: (await server.signIn('agent')).row.id,
    takenAt: createdAt,
  } as const;
  await buildReport(db, {
    orderId: order.id,
    words: words.reaction,
    facts: { ...wholeFacts, initials: words.initials },
    ...taken,
  });
  const { key } = await buildFile(db, { ownerId: customerId, category: 'prescription', boundAt: createdAt });
  await buildOrder(db, {
    state: 'pre-treatment',
    customerId,
    items: [],
    prescriptionUrl: key,
    address: words.photographed,
  });
  const { prescription: items } = (await fillBasket(server)).order;
  const draft = { prescription: items, deliveryZone: order.zoneId, deliveryAddress: words.asked };
  expect((await server.call(customer, 'POST', '/pay-links', { order: draft })).status).toBe(201);
  const doctor = await server.signIn('partnerDoctor', { verified: true });
  await buildConsultation(db, {
    status: 'completed',
    patientId: customerId,
    doctorId: doctor.row.id,
    initialMessage: words.question,
    messages: [{ by: 'doctor', content: words.answer }],
  });
  await db
    .insert(notifications)
    .values({ userId: customerId, title: 'Commande', message: words.notice, createdAt });
  await db
    .insert(smsMessages)
    .values({ kind: 'paid', about: order.id, phone: '01 •• •• •• 42', state: 'queued', createdAt });
  const recall = await buildRecall(db, { medicationId: medication.id, lots: [words.recalledLot] });
  await buildRecipient(db, recall, { customerId, orderId: order.id });
  await db.insert(consents).values(
    (['terms', 'health'] as const).map((purpose) => ({
      userId: customerId,
      purpose,
      version: '2026-11-29',
      givenAt: createdAt,
    })),
  );
  await buildOrder(db, { state: 'ended', address: strangers.address });
  await buildConsultation(db, { initialMessage: strangers.question });
  const supervisor = await server.signIn('supervisor');
  const read = await server.call(supervisor, 'GET', `/orders/${order.id}`);
  expect(read.status).toBe(200);
});
afterAll(() => server.close());

const download = (visitor: Visitor, path: string) =>
  server.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${visitor.token}` } });

async function readJson(visitor: Visitor) {
  const response = await download(visitor, '/users/me/export');
  expect(response.statusCode).toBe(200);
  const { parts } = response.json<{ parts: { title: string; entries: Record<string, unknown>[] }[] }>();
  return { text: response.body, parts: new Map(parts.map(({ title, entries }) => [title, entries])) };
}

it('contains each thing that is known of a customer, and nothing of another one', async () => {
  const { text, parts } = await readJson(customer);
  for (const word of [...Object.values(words), customer.row.phone!, '01 •• •• •• 42'])
    expect(text).toContain(word);
  for (const word of Object.values(strangers)) expect(text).not.toContain(word);
  expect([...parts].map(([title, entries]) => [title, entries.length])).toEqual([
    ['Compte', 1],
    ['Accords donnés', 2],
    ['Allergies écrites', 1],
    ['Lieux de livraison', 1],
    ['Commandes', 2],
    ['Paiements', 1],
    ['Paiements demandés à un proche', 1],
    ['Remboursements', 0],
    ['Avis sur mes livraisons', 1],
    ['Signalements', 1],
    ['Rappels de médicaments', 1],
    ['Ordonnances commandées', 1],
    ['Consultations', 1],
    ['Cartes d’assurance', 1],
    ['Fichiers envoyés', 2],
    ['Notifications', 1],
    ['Messages envoyés à mon téléphone', 1],
    ['Appareils connectés', 1],
    ['Compte de versement', 0],
    ['Versements reçus', 0],
    // The order and its prescription.
    ['Qui a vu mon dossier', 2],
  ]);
});

it('is a readable paper with the same words', async () => {
  const response = await download(customer, '/users/me/export/pdf');
  expect(response.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="mes-donnees.pdf"',
    'cache-control': 'private, no-store',
  });
  const paper = (await readPages(response.rawPayload)).join(' ').replace(/\s+/g, '');
  // A « no » is said too.
  for (const word of [...Object.values(words), 'Connexion en deux étapes : non'])
    expect(paper).toContain(word.replace(/\s+/g, ''));
});

it('tells those who work with customers what concerns themselves only', async () => {
  const doctor = await server.signIn('partnerDoctor', { verified: true });
  await buildConsultation(server.db, {
    status: 'active',
    doctorId: doctor.row.id,
    initialMessage: strangers.question,
  });
  await buildPrescription(server.db, { authorId: doctor.row.id, patientName: 'Afi Kpadé' });
  const { text, parts } = await readJson(doctor);
  expect(text).toContain(doctor.row.email);
  for (const word of [strangers.question, 'Afi Kpadé']) expect(text).not.toContain(word);
  expect([...parts.keys()]).toEqual([
    'Compte',
    'Accords donnés',
    'Appareils connectés',
    'Compte de versement',
    'Versements reçus',
  ]);
});

it('has each row of a long history once, in order', async () => {
  const visitor = await server.signIn('customer');
  const createdAt = server.clock.now();
  // The server reads a hundred at a time; those of the same moment are told apart by their id.
  await server.db.insert(notifications).values(
    Array.from({ length: 230 }, (_, n) => ({
      userId: visitor.row.id,
      title: 'Commande',
      message: `Avis ${n}`,
      createdAt: new Date(createdAt.getTime() - Math.floor(n / 150)),
    })),
  );
  await buildConsultation(server.db, {
    status: 'active',
    patientId: visitor.row.id,
    messages: Array.from({ length: 210 }, (_, n) => ({ by: 'patient', content: `Message ${n}` })),
  });
  const { parts } = await readJson(visitor);
  const notices = parts.get('Notifications')!.map(({ Texte }) => Texte);
  expect(new Set(notices).size).toBe(230);
  expect(notices.slice(0, 150)).toContain('Avis 149');
  expect(notices.slice(150)).toContain('Avis 229');
  const [chat] = parts.get('Consultations')! as { Messages: { Texte: string }[] }[];
  const texts = chat!.Messages.map(({ Texte }) => Texte).filter((text) => text.startsWith('Message '));
  expect(texts).toEqual(Array.from({ length: 210 }, (_, n) => `Message ${n}`));
});

it('is read as far as the person reads it, and only once at a time', async () => {
  // Far more than sockets hold.
  const visitor = await customerWith(server, 5_000, 'Bonjour docteur ');
  const baseUrl = await server.listen();
  const begin = async () => {
    const headers = { authorization: `Bearer ${visitor.token}`, 'accept-encoding': 'identity' };
    const request = get(`${baseUrl}/api/users/me/export`, { agent: false, headers });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    expect(response.statusCode).toBe(200);
    return response;
  };
  const first = await begin();
  const end = Promise.race([once(first, 'end').then(() => 'whole'), once(first, 'error').then(() => 'cut')]);
  const second = await begin();
  first.resume();
  expect(await end.catch(() => 'cut')).toBe('cut');
  const { parts } = JSON.parse(await text(second)) as { parts: { entries: { Messages?: unknown[] }[] }[] };
  expect(
    parts.flatMap(({ entries }) => entries.flatMap(({ Messages }) => Messages ?? [])).length,
  ).toBeGreaterThan(5_000);
});

it('is limited for each person, and each download is in the journal', async () => {
  const visitor = await server.signIn('customer');
  const statuses = [];
  for (let n = 0; n < 3; n += 1) statuses.push((await download(visitor, '/users/me/export')).statusCode);
  expect(statuses).toEqual([200, 200, 429]);
  const lines = await server.db.select().from(audit).where(eq(audit.subjectId, visitor.row.id));
  expect(lines).toMatchObject([
    { action: 'export', actorId: visitor.row.id, details: { event: 'own-data' } },
    { action: 'export', actorId: visitor.row.id, details: { event: 'own-data' } },
  ]);
});
