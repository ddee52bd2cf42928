import { consentVersions } from '@amasin/domain/users/consent.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { consultationMessages } from '../database/schema/consultations.ts';
import { files } from '../database/schema/files.ts';
import { users } from '../database/schema/users.ts';
import { markStore } from '../files/house-mark.ts';
import { sweepUnbound } from '../files/sweep-files.ts';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { drawPicture, smallPdf, upload } from '../testing/upload.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { acceptChat, offerRequestsAgain, startChat } from './talk.ts';
import { touchPresence } from './write-queries.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['answer'] } });
  await markStore(server.ctx);
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer', { name: 'Sourou Kpèdjo', email: `${v7()}@exemple.bj` });
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const REQUIRED = 'Veuillez remplir tous les champs obligatoires';
const BLANK = 'Message vide ou trop long';
const request = { patientName: 'Afi Kpadé', initialMessage: 'Bonjour docteur' };

const start = (body: unknown, headers = {}) => server.call(patient, 'POST', '/chat/start', body, headers);
const chatOf = async (visitor: Visitor, id: string) => (await talk.read(visitor, id)).body.chat;
const requestsOf = async (visitor: Visitor) =>
  (await server.call(visitor, 'GET', '/chat/patient/my-chats')).body;
const listOf = async (who: Visitor) => (await server.call(who, 'GET', '/chat/doctor/my-chats')).body;
const idsOf = (chats: { _id: string }[]) => chats.map(({ _id }) => _id);
const available = async () => (await server.call(patient, 'GET', '/chat/availability')).body.doctors;
const stored = (id: string) =>
  server.db.select().from(consultationMessages).where(eq(consultationMessages.consultationId, id));
const noticesAbout = async (visitor: Visitor, id: string): Promise<{ title: string }[]> =>
  (await server.call(visitor, 'GET', '/notifications')).body.notifications.filter(
    ({ link }: { link: string }) => link.endsWith(id),
  );
const smsTo = async ({ row }: Visitor) =>
  (await server.messages()).filter(({ to }) => to === row.phone).map(({ text }) => text);
const actorOf = ({ row: { id, type, name, phone } }: Visitor) => ({ _id: id, type, name, phone });

describe('a request that nobody accepts', () => {
  const LINE =
    'Aucun médecin n’a encore répondu. Votre demande vient d’être proposée à nouveau à tous les médecins.';
  const linesOf = async (id: string) => {
    const { messages } = (await talk.read(patient, id, '?after=0')).body.chat;
    return messages.slice(1).map(({ content }: { content: string }) => content);
  };
  beforeEach(() => server.pool.query('delete from consultations'));

  it('is offered every five minutes, three times, and its patient told once', async () => {
    const id = await talk.start(patient);
    server.clock.advance(299);
    expect(await offerRequestsAgain(server.ctx)).toBe(0);
    server.clock.advance(1);
    expect(await offerRequestsAgain(server.ctx)).toBe(1);
    expect(await offerRequestsAgain(server.ctx)).toBe(0);
    expect(await linesOf(id)).toEqual([LINE]);
    expect(await noticesAbout(doctor, id)).toHaveLength(2);
    expect(await noticesAbout(patient, id)).toMatchObject([{ title: 'Demande proposée à nouveau' }]);
    for (const _ of times(5, (n) => n)) {
      server.clock.advance(300);
      await offerRequestsAgain(server.ctx);
    }
    expect(await linesOf(id)).toEqual([LINE, LINE, LINE]);
    expect(await noticesAbout(doctor, id)).toHaveLength(4);
    expect(await noticesAbout(patient, id)).toHaveLength(1);
  });

  it('is offered once when several processes run at the same time', async () => {
    const ids = [await talk.start(patient), await talk.start(patient)];
    server.clock.advance(300);
    const counts = await Promise.all(times(6, () => offerRequestsAgain(server.ctx)));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
    for (const id of ids) {
      expect(await linesOf(id)).toEqual([LINE]);
      expect(await noticesAbout(doctor, id)).toHaveLength(2);
    }
  });

  it('is not offered once it is accepted; the acceptance of one offered again is announced by SMS', async () => {
    await touchPresence(server.db, [doctor.row.id], server.clock.now());
    const taken = await talk.start(patient);
    const late = await talk.start(patient);
    await talk.accept(doctor, taken);
    server.clock.advance(300);
    expect(await offerRequestsAgain(server.ctx)).toBe(1);
    expect(await linesOf(taken)).toHaveLength(1);
    expect(await smsTo(patient)).toHaveLength(0);
    await talk.accept(doctor, late);
    expect(await smsTo(patient)).toHaveLength(1);
  });
});

describe('a request', () => {
  it.each([
    [{ patientName: undefined }, 'patientName', REQUIRED],
    [{ patientName: ' ' }, 'patientName', REQUIRED],
    [{ initialMessage: undefined }, 'initialMessage', REQUIRED],
    [{ initialMessage: ' \n ' }, 'initialMessage', REQUIRED],
    [{ initialMessage: 'x'.repeat(4_001) }, 'initialMessage', BLANK],
  ])('is refused for %j', async (change, field, message) => {
    const { status, body } = await start({ ...request, ...change });
    expect([status, body.code, body.fields]).toEqual([422, 'INVALID', { [field]: message }]);
    expect((await requestsOf(patient)).total).toBe(0);
  });

  it('takes telephone and e-mail from the account, whatever the body says', async () => {
    const forged = { patientPhone: '0199999999', patientEmail: 'x@exemple.bj', doctorId: doctor.row.id };
    const id = await talk.start(patient, { ...forged, status: 'active', patientId: doctor.row.id });
    const { id: patientId, phone: patientPhone, email: patientEmail } = patient.row;
    const person = { patientId, patientPhone, patientEmail, doctorId: null };
    const chat = await chatOf(patient, id);
    expect(chat).toMatchObject({ ...person, status: 'pending', lastSeq: 1, unread: 0 });
    expect(chat.messages).toMatchObject([
      { seq: 1, senderType: 'patient', senderName: 'Afi Kpadé', content: 'Bonjour docteur' },
    ]);
  });

  it('returns the first response again for the same idempotency key', async () => {
    const key = { 'idempotency-key': 'request-1' };
    const first = await start(request, key);
    expect(first.status).toBe(201);
    expect((await start(request, key)).body).toEqual(first.body);
    expect((await start({ ...request, patientName: 'Codjo' }, key)).body.code).toBe('KEY_REUSED');
    expect((await requestsOf(patient)).total).toBe(1);
  });

  it('notifies every active doctor, without a name or the message', async () => {
    const inactive = await server.signIn('partnerDoctor', { active: false });
    const id = await talk.start(patient);
    const { rows } = await server.pool.query(
      `select user_id, title, message, link from notifications where link like '%' || $1`,
      [id],
    );
    const readers = rows.map(({ user_id }) => user_id);
    expect([readers.includes(doctor.row.id), readers.includes(inactive.row.id)]).toEqual([true, false]);
    const link = `/doctor-dashboard?tab=consultations&chat=${id}`;
    const message = expect.not.stringMatching(/Afi|Bonjour/);
    for (const row of rows) expect(row).toMatchObject({ title: 'Demande de consultation', link, message });
  });

  it('is refused when the account was removed after the call began', async () => {
    const { row } = patient;
    await server.pool.query('delete from users where id = $1', [row.id]);
    const starting = startChat({ ...server.ctx, actor: actorOf(patient) }, request, async () => null);
    await expect(starting).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
  });

  it('is one of three at most; an accepted one no longer counts', async () => {
    const ids = [await talk.start(patient), await talk.start(patient), await talk.start(patient)];
    const message = 'Vous avez déjà 3 demandes en attente. Un médecin va vous répondre.';
    expect(await start(request)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_CHATS', message } });
    await talk.accept(doctor, ids[0]!);
    await talk.start(patient);
    await talk.start(await server.signIn('customer'));
  });

  it('is one of ten a day, whatever became of them: a withdrawn consent gives no others', async () => {
    const consent = '/users/me/consents';
    const given = { purpose: 'health', version: consentVersions.health };
    await server.call(patient, 'POST', consent, given);
    for (let n = 0; n < 10; n += 1) {
      expect((await start(request)).status).toBe(201);
      if (n % 2 === 0) continue;
      expect((await server.call(patient, 'DELETE', `${consent}/health`)).status).toBe(204);
      expect((await server.call(patient, 'POST', consent, given)).status).toBe(204);
    }
    expect((await requestsOf(patient)).total).toBe(0);
    expect(await start(request)).toMatchObject({ status: 429, body: { code: 'TOO_MANY_TRIES' } });
    server.clock.advance(24 * 3600);
    patient = await server.session(patient.row);
    expect((await start(request)).status).toBe(201);
  });

  it('is one of three when ten are sent at once', async () => {
    const responses = await Promise.all(times(10, () => start(request)));
    const statuses = [...Array(3).fill(201), ...Array(7).fill(429)];
    expect(responses.map(({ status }) => status).sort()).toEqual(statuses);
    expect((await requestsOf(patient)).total).toBe(3);
  });
});

describe('accepting', () => {
  it('assigns the request to the caller with one system line and one notification', async () => {
    const id = await talk.start(patient);
    server.clock.advance(90);
    const { status, body } = await talk.accept(doctor, id);
    expect([status, body.success]).toEqual([200, true]);
    const content = 'Vous discutez avec le docteur Aïcha Kora';
    expect(body.chat).toMatchObject({
      _id: id,
      chatId: id,
      status: 'active',
      patientId: patient.row.id,
      patientName: 'Afi Kpadé',
      patientPhone: patient.row.phone,
      patientEmail: patient.row.email,
      doctorId: doctor.row.id,
      doctorName: 'Aïcha Kora',
      acceptedAt: server.clock.now().toISOString(),
      initialMessage: 'Bonjour docteur',
      lastSeq: 2,
      unread: 0,
      allowedActions: ['send', 'complete', 'prescribe'],
      messages: [
        { seq: 1, senderType: 'patient', content: 'Bonjour docteur' },
        { seq: 2, senderType: 'system', senderId: null, senderName: 'Amasin', content },
      ],
    });
    const again = await talk.accept(doctor, id);
    expect([again.status, again.body]).toEqual([200, body]);
    const notice = { title: 'Consultation acceptée', link: `/dashboard?chat=${id}` };
    expect(await noticesAbout(patient, id)).toMatchObject([notice]);
    expect((await chatOf(patient, id)).allowedActions).toEqual(['send']);
  });

  it('returns 409 to any other doctor, even after the end, and 404 for an unknown request', async () => {
    const id = await talk.active(patient, doctor);
    const other = await server.signIn('partnerDoctor');
    const message = 'Cette demande a déjà été prise en charge par un autre professionnel';
    const taken = { status: 409, body: { code: 'CHAT_TAKEN', message } };
    expect(await talk.accept(other, id)).toMatchObject(taken);
    await talk.complete(doctor, id);
    expect(await talk.accept(other, id)).toMatchObject(taken);
    const own = { status: 200, body: { chat: { status: 'completed' } } };
    expect(await talk.accept(doctor, id)).toMatchObject(own);
    for (const unknown of [v7(), 'x']) expect((await talk.accept(other, unknown)).status).toBe(404);
  });

  it('is refused to a doctor deactivated after the call began', async () => {
    const id = await talk.start(patient);
    const actor = actorOf(await server.signIn('partnerDoctor', { active: false }));
    const accepting = acceptChat({ ...server.ctx, actor }, id);
    await expect(accepting).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect((await chatOf(patient, id)).status).toBe('pending');
  });

  it('is announced by SMS only when no doctor was available, without a word about health', async () => {
    // The doctors of other tests are no longer connected.
    server.clock.advance(61);
    const alone = await talk.start(patient);
    await touchPresence(server.db, [doctor.row.id], server.clock.now());
    await talk.accept(doctor, alone);
    const sms = 'Amasin : on a répondu à votre demande. Ouvrez Amasin pour lire la réponse et continuer.';
    expect(await smsTo(patient)).toEqual([sms]);
    await talk.active(patient, doctor);
    expect(await smsTo(patient)).toEqual([sms]);
  });
});

describe('a message', () => {
  let id: string;
  beforeEach(async () => {
    id = await talk.active(patient, doctor);
  });

  it('is limited per minute and user, repeated ones included', async () => {
    const limited = await startTestApp({ limits: { messagesPerMinute: 3 } });
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

  it('has trimmed text of at most 4,000 characters, or only a prescription', async () => {
    const long = 'é'.repeat(4_000);
    const { status, body } = await talk.send(doctor, id, { content: `  ${long}\n` });
    expect([status, body.message.content]).toEqual([201, long]);
    for (const content of ['', '   \n', '\u0000', `${long}x`, undefined]) {
      const refused = await talk.send(patient, id, { content });
      expect([refused.status, refused.body.fields]).toEqual([422, { content: BLANK }]);
    }
    expect(await stored(id)).toHaveLength(3);
    const { number } = await buildPrescription(server.db, { authorId: doctor.row.id });
    const alone = await talk.send(doctor, id, { prescriptionNumber: number });
    expect([alone.status, alone.body.message.content]).toEqual([201, '']);
  });

  it('is from the caller, whatever the body says', async () => {
    const forged = {
      senderType: 'doctor',
      senderId: doctor.row.id,
      senderName: 'Docteur',
      seq: 99,
      _id: v7(),
    };
    const given = { content: 'Bonjour', clientMessageId: 'a1' };
    const { status, body } = await talk.send(patient, id, { ...forged, ...given });
    const sender = { senderType: 'patient', senderId: patient.row.id, senderName: 'Afi Kpadé' };
    const empty = { file: null, prescriptionNumber: null };
    const timestamp = server.clock.now().toISOString();
    const message = {
      ...given,
      ...sender,
      ...empty,
      _id: expect.any(String),
      seq: 3,
      timestamp,
      status: 'sent',
    };
    expect([status, body]).toEqual([201, { success: true, message }]);
    expect(body.message._id).not.toBe(forged._id);
    const reply = await talk.send(doctor, id, { content: 'Oui', senderType: 'system' });
    expect(reply.body.message).toMatchObject({ seq: 4, senderType: 'doctor', senderName: 'Aïcha Kora' });
  });

  it('is stored once when it is repeated, even after the end, by sender and consultation', async () => {
    const first = { content: 'Bonjour', clientMessageId: 'c-1' };
    const { body } = await talk.send(patient, id, first);
    for (const content of ['Bonjour', 'Autre texte']) {
      const again = await talk.send(patient, id, { ...first, content });
      expect([again.status, again.body]).toEqual([200, body]);
    }
    const theirs = await talk.send(doctor, id, first);
    expect([theirs.status, theirs.body.message._id === body.message._id]).toEqual([201, false]);
    expect((await talk.send(patient, await talk.active(patient, doctor), first)).status).toBe(201);
    expect((await talk.send(patient, id, { ...first, clientMessageId: 'x'.repeat(65) })).status).toBe(422);
    await talk.complete(doctor, id);
    expect((await talk.send(patient, id, first)).body).toEqual(body);
    const refusal = { code: 'CHAT_COMPLETED', message: 'Cette consultation est terminée' };
    const late = await talk.send(patient, id, { ...first, clientMessageId: 'c-2' });
    expect(late).toMatchObject({ status: 409, body: refusal });
    expect(await stored(id)).toHaveLength(5);
  });

  it('is refused while the request is pending', async () => {
    const waiting = await talk.start(patient);
    const body = { code: 'CHAT_PENDING', message: 'Cette consultation n’a pas encore de médecin' };
    for (const visitor of [patient, doctor])
      expect(await talk.send(visitor, waiting, { content: 'Allô ?' })).toMatchObject({ status: 409, body });
  });

  it('has a prescription of the doctor who sends it, by its number in any form', async () => {
    const { number } = await buildPrescription(server.db, { authorId: doctor.row.id });
    const typed = number.replace('ORD-', 'ord ');
    const { body } = await talk.send(doctor, id, { content: 'Voici', prescriptionNumber: typed });
    expect(body.message).toMatchObject({ content: 'Voici', prescriptionNumber: number });
    expect((await chatOf(patient, id)).messages.at(-1).prescriptionNumber).toBe(number);
  });

  it('has no prescription that is used, unknown, another’s or sent by the patient', async () => {
    const own = await buildPrescription(server.db, { authorId: doctor.row.id });
    const foreign = await buildPrescription(server.db);
    const items = [{ medication: await buildMedication(server.db), quantity: 1 }];
    const used = await buildPrescription(server.db, { authorId: doctor.row.id, items });
    await buildOrder(server.db, { prescriptionId: used.id, items });
    for (const [sender, prescriptionNumber] of [
      [doctor, foreign.number],
      [doctor, used.number],
      [doctor, 'ORD-00000000'],
      [doctor, 'bonjour'],
      [patient, own.number],
    ] as const) {
      const { status, body } = await talk.send(sender, id, { content: 'Voici', prescriptionNumber });
      expect([status, body.fields]).toEqual([422, { prescriptionNumber: 'Aucune ordonnance trouvée' }]);
    }
    expect(await stored(id)).toHaveLength(2);
  });

  describe('with a file', () => {
    const sendPicture = async (visitor: Visitor) =>
      (await upload(server, visitor, await drawPicture(), { type: 'consultation' })).body.url as string;
    const link = (visitor: Visitor, key: string) =>
      server.call(visitor, 'POST', '/upload/signed-url', { key });

    it('shows it to its patient and doctor only', async () => {
      const key = await sendPicture(patient);
      expect((await link(doctor, key)).status).toBe(404);
      const { status, body } = await talk.send(patient, id, { content: 'Ma main', file: key });
      expect([status, body.message.file]).toEqual([201, key]);
      expect((await chatOf(doctor, id)).lastMessage).toMatchObject({ hasFile: true });
      for (const visitor of [patient, doctor]) {
        const opened = await link(visitor, key);
        expect(opened.status).toBe(200);
        expect((await server.app.inject({ url: opened.body.url })).statusCode).toBe(200);
      }
      const others = ['customer', 'partnerDoctor', 'agent', 'pharmacy', 'supervisor', 'superAdmin'] as const;
      for (const type of others) expect((await link(await server.signIn(type), key)).status, type).toBe(404);
      await talk.complete(doctor, id);
      expect((await link(doctor, key)).status).toBe(200);
    });

    it('takes the sender’s own unbound upload for a consultation, once', async () => {
      const { key: foreign } = await buildFile(server.db, { category: 'consultation' });
      const { key: other } = await buildFile(server.db, { ownerId: patient.row.id });
      const used = await sendPicture(patient);
      const message = { file: used, clientMessageId: 'photo' };
      const first = await talk.send(patient, id, message);
      const again = await talk.send(patient, id, message);
      expect([first.status, again.status, again.body]).toEqual([201, 200, first.body]);
      for (const file of [foreign, other, used, 'x', '../etc/passwd']) {
        const refused = await talk.send(patient, id, { content: 'Voici', file });
        expect([refused.status, refused.body.fields], file).toEqual([422, { file: 'Fichier requis' }]);
      }
      expect((await talk.send(doctor, id, { file: await sendPicture(doctor) })).status).toBe(201);
    });

    it('keeps it from the sweep, which deletes a file without message', async () => {
      const joined = await sendPicture(doctor);
      const loose = await sendPicture(doctor);
      await talk.send(doctor, id, { file: joined });
      server.clock.advance(25 * 3_600);
      await sweepUnbound(server.ctx);
      const rows = await server.db.select().from(files).where(eq(files.ownerId, doctor.row.id));
      expect(rows.map(({ key }) => key)).toEqual([joined]);
      expect(await server.ctx.files.read(loose)).toBeNull();
    });

    it('is for customers and doctors: others upload none', async () => {
      for (const type of ['agent', 'supervisor', 'superAdmin'] as const) {
        const visitor = await server.signIn(type);
        expect((await upload(server, visitor, smallPdf, { type: 'consultation' })).status, type).toBe(403);
      }
    });
  });
});

describe('completing', () => {
  it('ends the consultation once, with one system line and one notification', async () => {
    const id = await talk.active(patient, doctor);
    const { status, body } = await talk.complete(doctor, id);
    const completedAt = server.clock.now().toISOString();
    expect([status, body.chat]).toMatchObject([200, { status: 'completed', completedAt }]);
    const content = 'Le docteur Aïcha Kora a terminé la consultation';
    expect(body.chat.messages.at(-1)).toMatchObject({ seq: 3, senderType: 'system', content });
    expect((await talk.complete(doctor, id)).body).toEqual(body);
    const lastMessage = { seq: 3, senderType: 'system', content };
    expect(await chatOf(patient, id)).toMatchObject({
      lastSeq: 3,
      unread: 2,
      allowedActions: [],
      lastMessage,
    });
    const notices = (await noticesAbout(patient, id)).map(({ title }) => title);
    expect(notices.filter((title) => title === 'Consultation terminée')).toHaveLength(1);
  });

  it('returns 409 for a pending request and 404 for another doctor’s', async () => {
    const id = await talk.start(patient);
    expect(await talk.complete(doctor, id)).toMatchObject({ status: 409, body: { code: 'CHAT_PENDING' } });
    const { id: foreign } = await buildConsultation(server.db, { status: 'active' });
    for (const other of [foreign, v7()]) expect((await talk.complete(doctor, other)).status).toBe(404);
  });
});

// Rule 39.
describe('a doctor who is not verified', () => {
  let unverified: Visitor;
  beforeEach(async () => {
    unverified = await server.signIn('partnerDoctor', { verified: false });
  });
  const change = ({ row }: Visitor, values: object) =>
    server.db.update(users).set(values).where(eq(users.id, row.id));

  it('neither lists nor reads nor answers nor takes a request, until they are verified', async () => {
    const id = await talk.start(patient);
    expect((await listOf(unverified)).pendingRequests).toEqual([]);
    expect((await talk.read(unverified, id)).status).toBe(404);
    expect((await talk.send(unverified, id, { content: 'Bonjour' })).status).toBe(404);
    expect((await talk.complete(unverified, id)).status).toBe(404);
    const refusal = { code: 'ACCOUNT_UNVERIFIED', message: 'Votre compte attend la vérification' };
    expect(await talk.accept(unverified, id)).toMatchObject({ status: 403, body: refusal });
    await change(unverified, { verified: true });
    expect(idsOf((await listOf(unverified)).pendingRequests)).toContain(id);
    expect((await talk.read(unverified, id)).status).toBe(200);
    expect((await talk.accept(unverified, id)).status).toBe(200);
  });

  it('still reads their own consultations', async () => {
    const people = { patientId: patient.row.id, doctorId: unverified.row.id };
    const { id } = await buildConsultation(server.db, { status: 'active', ...people });
    const list = await listOf(unverified);
    expect([idsOf(list.activeChats), list.pendingRequests]).toEqual([[id], []]);
    expect((await talk.read(unverified, id)).status).toBe(200);
  });

  it('is told of no request and does not count as available, nor is a deactivated one', async () => {
    const deactivated = await server.signIn('partnerDoctor');
    await change(deactivated, { active: false });
    const ids = [doctor, unverified, deactivated].map(({ row }) => row.id);
    const before = await available();
    await touchPresence(server.db, ids, server.clock.now());
    expect(await available()).toBe(before + 1);
    const id = await talk.start(patient);
    server.clock.advance(5 * 60);
    await offerRequestsAgain(server.ctx);
    const { rows } = await server.pool.query(
      `select user_id, count(*)::int as n from notifications
       where user_id = any($1) and link like '%' || $2 group by user_id`,
      [ids, id],
    );
    expect(rows).toEqual([{ user_id: doctor.row.id, n: 2 }]);
  });
});

describe('an account that goes', () => {
  const CLOSED = 'La consultation a pris fin : l’une des deux personnes n’y répond plus.';
  let admin: Visitor;
  beforeEach(async () => {
    admin = await server.signIn('superAdmin');
  });
  const remove = async ({ row }: Visitor) =>
    expect((await server.call(admin, 'DELETE', `/users/${row.id}`)).status).toBe(204);
  const deactivate = async ({ row }: Visitor) =>
    expect(
      await server.call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active: false }),
    ).toMatchObject({
      status: 200,
    });

  it('a removed customer leaves a completed record without a name; their requests are deleted', async () => {
    const id = await talk.active(patient, doctor);
    await talk.send(patient, id, { content: 'J’ai de la fièvre' });
    const pending = await talk.start(patient);
    await remove(patient);
    expect((await talk.read(doctor, pending)).status).toBe(404);
    const chat = await chatOf(doctor, id);
    const erased = { patientName: 'Compte supprimé', patientPhone: null, patientEmail: null };
    const lastMessage = { senderType: 'system', content: CLOSED };
    expect(chat).toMatchObject({ ...erased, status: 'completed', lastMessage });
    const senders = chat.messages.map(({ senderName }: { senderName: string }) => senderName);
    expect(senders).toEqual(['Compte supprimé', 'Amasin', 'Compte supprimé', 'Amasin']);
  });

  it('a removed customer who only had requests leaves nothing', async () => {
    await talk.start(patient);
    await remove(patient);
    expect(await server.db.select().from(users).where(eq(users.id, patient.row.id))).toEqual([]);
  });

  it('a removed doctor’s consultations are completed and do not contain the doctor’s name', async () => {
    const id = await talk.active(patient, doctor);
    await remove(doctor);
    const chat = await chatOf(patient, id);
    const closed = { status: 'completed', doctorName: 'Compte supprimé', lastMessage: { content: CLOSED } };
    expect(chat).toMatchObject(closed);
    expect(JSON.stringify(chat)).not.toContain('Aïcha Kora');
    const notice = { title: 'Consultation terminée', link: `/dashboard?chat=${id}` };
    expect(await noticesAbout(patient, id)).toContainEqual(expect.objectContaining(notice));
  });

  it('a deactivated doctor’s consultations are completed and contain the doctor’s name', async () => {
    const id = await talk.active(patient, doctor);
    await deactivate(doctor);
    const closed = { status: 'completed', doctorName: 'Aïcha Kora', lastMessage: { content: CLOSED } };
    expect(await chatOf(patient, id)).toMatchObject(closed);
  });

  it('a deactivated customer’s consultations are completed and their requests deleted', async () => {
    const id = await talk.active(patient, doctor);
    const pending = await talk.start(patient);
    await deactivate(patient);
    expect(await chatOf(doctor, id)).toMatchObject({ status: 'completed', patientName: 'Afi Kpadé' });
    expect(idsOf((await listOf(doctor)).pendingRequests)).not.toContain(pending);
    expect((await talk.accept(doctor, pending)).status).toBe(404);
  });
});
