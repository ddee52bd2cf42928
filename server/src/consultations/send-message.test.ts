import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { consultationMessages } from '../database/schema/consultations.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;
let id: string;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
  id = await talk.active(patient, doctor);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const BLANK = 'Message vide ou trop long';
const stored = () =>
  server.db.select().from(consultationMessages).where(eq(consultationMessages.consultationId, id));

it('limits messages per minute and user, including repeated ones', async () => {
  const limited = await startTestApp({ settings: { messagesPerMinute: 3 } });
  const limitedTalk = talkOver(limited);
  const one = await limited.signIn('customer');
  const other = await limited.signIn('partnerDoctor');
  const chat = await limitedTalk.active(one, other);
  const send = (visitor: Visitor) =>
    limitedTalk.send(visitor, chat, { content: 'Bonjour', clientMessageId: 'a1' });
  const responses = [await send(one), await send(one), await send(one), await send(one)];
  expect(responses.map(({ status }) => status)).toEqual([201, 200, 200, 429]);
  expect(responses[3]).toMatchObject({
    body: { code: 'TOO_MANY_TRIES' },
    headers: { 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  expect((await send(other)).status).toBe(201);
  await limited.close();
});

describe('the text', () => {
  it('is trimmed and at most 4,000 characters long', async () => {
    const long = 'é'.repeat(4_000);
    const { status, body } = await talk.send(doctor, id, { content: `  ${long}\n` });
    expect([status, body.message.content]).toEqual([201, long]);
    for (const content of ['', '   \n', '\u0000', `${long}x`, undefined]) {
      const refused = await talk.send(patient, id, { content });
      expect([refused.status, refused.body.fields]).toEqual([422, { content: BLANK }]);
    }
    expect(await stored()).toHaveLength(3);
  });

  it('is not needed with a file or a prescription number', async () => {
    const { number } = await buildPrescription(server.db, { authorId: doctor.row.id });
    const { status, body } = await talk.send(doctor, id, { prescriptionNumber: number });
    expect([status, body.message.content]).toEqual([201, '']);
  });
});

describe('the sender', () => {
  it('is the caller, whatever the body says', async () => {
    const forged = {
      senderType: 'doctor',
      senderId: doctor.row.id,
      senderName: 'Docteur',
      seq: 99,
      _id: v7(),
    };
    const { message } = (await talk.send(patient, id, { ...forged, content: 'Bonjour' })).body;
    expect(message).toMatchObject({
      seq: 3,
      senderType: 'patient',
      senderId: patient.row.id,
      senderName: 'Afi Kpadé',
    });
    expect(message._id).not.toBe(forged._id);
    expect(
      (await talk.send(doctor, id, { content: 'Oui', senderType: 'system' })).body.message,
    ).toMatchObject({
      seq: 4,
      senderType: 'doctor',
      senderName: 'Aïcha Kora',
    });
  });
});

describe('a repeated message', () => {
  const first = { content: 'Bonjour', clientMessageId: 'c-1' };

  it('is stored once, even after the end', async () => {
    const { body } = await talk.send(patient, id, first);
    for (const content of ['Bonjour', 'Autre texte']) {
      const again = await talk.send(patient, id, { ...first, content });
      expect([again.status, again.body]).toEqual([200, body]);
    }
    await talk.complete(doctor, id);
    expect((await talk.send(patient, id, first)).body).toEqual(body);
    const late = await talk.send(patient, id, { ...first, clientMessageId: 'c-2' });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'CHAT_COMPLETED', message: 'Cette consultation est terminée' },
    });
    expect(await stored()).toHaveLength(4);
  });

  it('is recognised only for the same sender in the same consultation', async () => {
    const mine = (await talk.send(patient, id, first)).body.message._id;
    const theirs = await talk.send(doctor, id, first);
    expect([theirs.status, theirs.body.message._id === mine]).toEqual([201, false]);
    const other = await talk.active(patient, doctor);
    expect((await talk.send(patient, other, first)).status).toBe(201);
    const long = await talk.send(patient, id, { ...first, clientMessageId: 'x'.repeat(65) });
    expect(long.status).toBe(422);
  });
});

it('returns 409 while the request is pending', async () => {
  const waiting = await talk.start(patient);
  for (const visitor of [patient, doctor]) {
    expect(await talk.send(visitor, waiting, { content: 'Allô ?' })).toMatchObject({
      status: 409,
      body: { code: 'CHAT_PENDING', message: 'Cette consultation n’a pas encore de médecin' },
    });
  }
});

describe('a prescription number', () => {
  const refusal = { prescriptionNumber: 'Aucune ordonnance trouvée' };

  it('is sent by the doctor who wrote it, in any form', async () => {
    const { number } = await buildPrescription(server.db, { authorId: doctor.row.id });
    const typed = number.replace('ORD-', 'ord ');
    const { body } = await talk.send(doctor, id, { content: 'Voici', prescriptionNumber: typed });
    expect(body.message).toMatchObject({ content: 'Voici', prescriptionNumber: number });
    const { messages } = (await talk.read(patient, id)).body.chat;
    expect(messages.at(-1).prescriptionNumber).toBe(number);
  });

  it('is refused when it is used, unknown, another’s or sent by the patient', async () => {
    const own = await buildPrescription(server.db, { authorId: doctor.row.id });
    const foreign = await buildPrescription(server.db);
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    const used = await buildPrescription(server.db, { authorId: doctor.row.id, items });
    await buildOrder(server.db, { prescriptionId: used.id, items });
    const send = (visitor: Visitor, prescriptionNumber: string) =>
      talk.send(visitor, id, { content: 'Voici', prescriptionNumber });
    for (const refused of [
      await send(doctor, foreign.number),
      await send(doctor, used.number),
      await send(doctor, 'ORD-00000000'),
      await send(doctor, 'bonjour'),
      await send(patient, own.number),
    ]) {
      expect([refused.status, refused.body.fields]).toEqual([422, refusal]);
    }
    expect(await stored()).toHaveLength(2);
  });
});
