import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Talk, talkOver } from '../consultations/talk.fixture.ts';
import { users } from '../database/schema/users.ts';
import { eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let test: LiveTest;
let talk: Talk;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
  talk = talkOver(server);
});
afterAll(async () => {
  await test.live.close();
  await server.close();
});

beforeAll(async () => {});

const send = (client: LiveClient, event: string, data: unknown) =>
  client.socket.timeout(10_000).emitWithAck(event, data);
const ok = { success: true };
const notFound = { success: false, code: 'NOT_FOUND', message: 'Élément introuvable' };

/** A patient, a doctor and another doctor, each connected. */
async function meet() {
  const patient = await server.signIn('customer', { name: 'Afi Dossou' });
  const doctor = await server.signIn('partnerDoctor', { name: 'Koffi Mensah' });
  const other = await server.signIn('partnerDoctor');
  const atPatient = await test.connect(patient);
  const atDoctor = await test.connect(doctor);
  const atOther = await test.connect(other);
  return { patient, doctor, other, atPatient, atDoctor, atOther };
}

describe('a consultation', () => {
  it('is announced to all doctors, withdrawn from the others once accepted, and completed for both participants', async () => {
    const { patient, doctor, atPatient, atDoctor, atOther } = await meet();
    const chatId = await talk.start(patient);
    await test.settled(atPatient, atDoctor, atOther);
    const request = { chatId, patientName: 'Afi Kpadé', initialMessage: 'Bonjour docteur' };
    expect(eventsOf(atDoctor, 'newChatRequest')).toEqual([request]);
    expect(eventsOf(atOther, 'newChatRequest')).toEqual([request]);
    expect(eventsOf(atPatient, 'newChatRequest')).toEqual([]);

    await talk.accept(doctor, chatId);
    await test.settled(atPatient, atDoctor, atOther);
    const accepted = { chatId, doctorName: 'Koffi Mensah', doctorId: doctor.row.id };
    expect(eventsOf(atPatient, 'chatAccepted')).toEqual([accepted]);
    expect(eventsOf(atDoctor, 'chatAccepted')).toEqual([accepted]);
    expect(eventsOf(atOther, 'chatAccepted')).toEqual([]);
    expect(eventsOf(atOther, 'chatTaken')).toEqual([{ chatId }]);
    expect(eventsOf(atDoctor, 'chatTaken')).toEqual([]);

    expect(await send(atPatient, 'joinChat', { chatId })).toEqual(ok);
    await talk.complete(doctor, chatId);
    await test.settled(atPatient, atDoctor, atOther);
    const completed = { chatId, doctorName: 'Koffi Mensah' };
    expect(eventsOf(atPatient, 'chatCompleted')).toEqual([completed]);
    expect(eventsOf(atDoctor, 'chatCompleted')).toEqual([completed]);
    expect(eventsOf(atOther, 'chatCompleted')).toEqual([]);
  });

  it.each([
    ['DELETE', ''],
    ['PATCH', '/toggle-active'],
  ])('a request whose account is ended by %s is withdrawn from the doctors', async (method, path) => {
    const { patient, atDoctor } = await meet();
    const admin = await server.signIn('superAdmin');
    const chatId = await talk.start(patient);
    expect((await server.call(admin, method, `/users/${patient.row.id}${path}`, {})).status).toBeLessThan(
      300,
    );
    await test.settled(atDoctor);
    expect(eventsOf(atDoctor, 'chatTaken')).toEqual([{ chatId }]);
  });

  it('messages sent over the socket and over HTTP reach the two who joined, once each and in order', async () => {
    const { patient, doctor, atPatient, atDoctor, atOther } = await meet();
    const chatId = await talk.active(patient, doctor);
    for (const client of [atPatient, atDoctor])
      expect(await send(client, 'joinChat', { chatId })).toEqual(ok);
    expect(await send(atOther, 'joinChat', { chatId })).toEqual(notFound);
    await test.settled(atPatient, atDoctor);
    for (const client of [atPatient, atDoctor]) client.received.length = 0;
    const message = { content: 'Bonjour', clientMessageId: 'a', senderType: 'doctor', senderName: 'Faux' };
    const first = await send(atPatient, 'sendMessage', { chatId, message });
    expect(first).toMatchObject({
      success: true,
      message: {
        content: 'Bonjour',
        senderType: 'patient',
        senderId: patient.row.id,
        senderName: 'Afi Kpadé',
      },
    });
    // The same message by HTTP.
    const again = await talk.send(patient, chatId, { content: 'Bonjour', clientMessageId: 'a' });
    expect([again.status, again.body.message]).toEqual([200, first.message]);
    const second = await talk.send(doctor, chatId, { content: 'Je vous écoute' });
    await test.settled(atPatient, atDoctor, atOther);
    const stored = [first.message, second.body.message].map((one) => ({ chatId, message: one }));
    for (const client of [atPatient, atDoctor]) expect(eventsOf(client, 'newMessage')).toEqual(stored);
    expect(eventsOf(atOther, 'newMessage')).toEqual([]);
  });

  it('sends typing to the other participant, only in a joined consultation', async () => {
    const { patient, doctor, atPatient, atDoctor, atOther } = await meet();
    const chatId = await talk.active(patient, doctor);
    expect(await send(atPatient, 'typing', { chatId })).toEqual(notFound);
    for (const client of [atPatient, atDoctor]) await send(client, 'joinChat', { chatId });
    expect(await send(atPatient, 'typing', { chatId })).toEqual(ok);
    await test.settled(atPatient, atDoctor, atOther);
    expect(eventsOf(atDoctor, 'typing')).toEqual([{ chatId }]);
    expect([...eventsOf(atPatient, 'typing'), ...eventsOf(atOther, 'typing')]).toEqual([]);
    expect(await send(atDoctor, 'leaveChat', { chatId })).toEqual(ok);
    await send(atPatient, 'typing', { chatId });
    await test.settled(atDoctor);
    expect(eventsOf(atDoctor, 'typing')).toHaveLength(1);
  });
});

describe('refused events', () => {
  it.each(['joinChat', 'sendMessage'])(
    '%s responds alike for another user’s and for a missing consultation',
    async (event) => {
      const { patient, doctor, other } = await meet();
      const chatId = await talk.active(patient, doctor);
      const message = { content: 'Bonjour' };
      const strangers: Visitor[] = [other];
      for (const type of [
        'customer',
        'pharmacy',
        'deliveryPerson',
        'agent',
        'supervisor',
        'superAdmin',
      ] as const) {
        strangers.push(await server.signIn(type));
      }
      for (const stranger of strangers) {
        const client = await test.connect(stranger);
        for (const id of [chatId, v7()]) {
          expect(await send(client, event, { chatId: id, message })).toEqual(notFound);
        }
      }
      expect((await talk.read(patient, chatId)).body.chat.messages).toHaveLength(2);
    },
  );

  it.each([
    ['nothing', undefined],
    ['a text', 'x'],
    ['another id', { chatId: 7 }],
    ['a long message', { chatId: v7(), message: { content: 'x'.repeat(4_001) } }],
    ['a blank message', { chatId: v7(), message: { content: '  ' } }],
  ])('sendMessage with %s is invalid', async (_, data) => {
    const client = await test.connect(await server.signIn('customer'));
    expect(await send(client, 'sendMessage', data)).toMatchObject({ success: false });
    expect(client.socket.connected).toBe(true);
  });

  it('chatAccepted and chatCompleted from a client reach nobody (rule 30)', async () => {
    const { patient, doctor, atPatient, atDoctor, atOther } = await meet();
    const chatId = await talk.active(patient, doctor);
    const pending = await talk.start(patient);
    await test.settled(atPatient, atDoctor, atOther);
    for (const client of [atPatient, atDoctor, atOther]) client.received.length = 0;
    for (const client of [atDoctor, atOther]) {
      expect(await send(client, 'chatAccepted', { chatId: pending, doctorName: 'Faux' })).toEqual(ok);
      expect(await send(client, 'chatCompleted', { chatId })).toEqual(ok);
    }
    await test.settled(atPatient, atDoctor, atOther);
    for (const client of [atPatient, atDoctor, atOther]) {
      expect(client.received.map(({ event }) => event)).toEqual(['changed']);
    }
    expect((await talk.read(patient, pending)).body.chat.status).toBe('pending');
    expect((await talk.read(patient, chatId)).body.chat.status).toBe('active');
  });

  it('more than 20 events a second end the connection', async () => {
    const client = await test.connect(await server.signIn('customer'));
    for (let n = 0; n < 60; n += 1) client.socket.emit('leaveChat', { chatId: v7() });
    await vi.waitFor(() => expect(client.socket.connected).toBe(false), WAIT);
  });
});

describe('availability', () => {
  it('counts the doctors who are connected', async () => {
    const { patient, doctor } = await meet();
    const doctors = async () => (await server.call(patient, 'GET', '/chat/availability')).body.doctors;
    const before = await vi.waitFor(async () => {
      const count = await doctors();
      expect(count).toBeGreaterThanOrEqual(2);
      return count;
    });
    const tabs = [await test.connect(doctor), await test.connect(await server.signIn('partnerDoctor'))];
    await vi.waitFor(async () => expect(await doctors()).toBe(before + 1));
    tabs[1]?.socket.disconnect();
    tabs[0]?.socket.disconnect();
    await vi.waitFor(async () => expect(await doctors()).toBe(before));
  });
});

describe('the events of one connection', () => {
  it('are handled in the order sent: 20 messages without waiting are stored in it', async () => {
    const { patient, doctor, atPatient } = await meet();
    const chatId = await talk.active(patient, doctor);
    const texts = Array.from({ length: 20 }, (_, n) => `p${n}`);
    await Promise.all(
      texts.map((content) => send(atPatient, 'sendMessage', { chatId, message: { content } })),
    );
    const { messages } = (await talk.read(patient, chatId)).body.chat as { messages: { content: string }[] };
    expect(messages.map(({ content }) => content).filter((content) => texts.includes(content))).toEqual(
      texts,
    );
  });

  it('join and leave take the id, alone or in an object', async () => {
    const { patient, doctor, atPatient, atDoctor } = await meet();
    const chatId = await talk.active(patient, doctor);
    // The first message is emitted before the patient joins the consultation.
    await test.settled(atPatient, atDoctor);
    expect(await send(atPatient, 'joinChat', chatId)).toEqual(ok);
    await talk.send(doctor, chatId, { content: 'Bonjour' });
    await test.settled(atPatient);
    expect(eventsOf(atPatient, 'newMessage')).toHaveLength(1);
    expect(await send(atPatient, 'leaveChat', chatId)).toEqual(ok);
    await talk.send(doctor, chatId, { content: 'Êtes-vous là ?' });
    await test.settled(atPatient, atDoctor);
    expect(eventsOf(atPatient, 'newMessage')).toHaveLength(1);
    const other = await server.signIn('customer');
    expect(await send(await test.connect(other), 'joinChat', chatId)).toEqual(notFound);
    expect(await send(atPatient, 'joinChat', 'n’importe quoi')).toMatchObject({ code: 'INVALID' });
  });
});

describe('requests: for active and verified doctors only, and each is a line of the journal (rule 39)', () => {
  beforeAll(async () => {});

  const readersOf = async (patient: Visitor) =>
    (await server.call(patient, 'GET', '/audit/mine')).body as { readings?: unknown };
  const verify = ({ row }: Visitor, verified: boolean) =>
    server.db.update(users).set({ verified }).where(eq(users.id, row.id));

  it('follow a change of the verification at once, on a connection that stays open', async () => {
    const patient = await server.signIn('customer');
    const doctor = await server.signIn('partnerDoctor', { verified: false });
    const screen = await test.connect(doctor);
    const told = async () => {
      screen.received.length = 0;
      const chatId = await talk.start(patient);
      await test.settled(screen);
      const seen = eventsOf(screen, 'newChatRequest').map((data) => (data as { chatId: string }).chatId);
      return seen.includes(chatId);
    };
    expect(await told()).toBe(false);
    await verify(doctor, true);
    expect(await told()).toBe(true);
    await verify(doctor, false);
    expect(await told()).toBe(false);
  });

  it('what is withdrawn or taken is not told to those who are not verified', async () => {
    const patient = await server.signIn('customer');
    const doctor = await server.signIn('partnerDoctor');
    const unverified = await server.signIn('partnerDoctor', { verified: false });
    const screen = await test.connect(unverified);
    const [taken, withdrawn] = [await talk.start(patient), await talk.start(patient)];
    await talk.accept(doctor, taken);
    await server.pool.query('delete from consultations where id = $1', [withdrawn]);
    await test.settled(screen);
    expect(['newChatRequest', 'chatTaken'].flatMap((event) => eventsOf(screen, event))).toEqual([]);
  });

  it('a doctor who only listens has read the request: the journal and the patient know', async () => {
    const patient = await server.signIn('customer');
    const listening = await server.signIn('partnerDoctor', { name: 'Dr Muet' });
    const deaf = await server.signIn('partnerDoctor', { name: 'Dr Faux', verified: false });
    const screens = [await test.connect(listening), await test.connect(deaf)];
    const chatId = await talk.start(patient);
    await test.settled(...screens);
    const { rows } = await server.pool.query(
      `select action, customer_id from audit where actor_id = $1 and subject_kind = 'consultation' and subject_id = $2`,
      [listening.row.id, chatId],
    );
    expect(rows).toEqual([{ action: 'read', customer_id: patient.row.id }]);
    const shown = JSON.stringify(await readersOf(patient));
    expect([shown.includes('Dr Muet'), shown.includes('Dr Faux')]).toEqual([true, false]);
  });
});
