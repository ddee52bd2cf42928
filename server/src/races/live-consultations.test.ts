import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, ROUNDS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { eventsOf, type LiveClient, type LiveTest, startLiveTest, WAIT } from '../testing/live.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// The races of consultations with connected clients: who is notified of an acceptance; a message by socket and by HTTP;
// messages by both while the doctor completes; a client that reconnects while messages arrive.

const CALLERS = 20;

let server: TestApp;
let test: LiveTest;
let call: Caller;
let patient: Visitor;
let doctors: Visitor[];
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
  call = await callOverHttp(server, test.url);
  patient = await server.signIn('customer');
  doctors = await Promise.all(times(CALLERS, () => server.signIn('partnerDoctor')));
  doctor = doctors[0]!;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await test.live.close();
  await server.close();
});

const build = async (status: 'pending' | 'active') =>
  (await buildConsultation(server.db, { status, patientId: patient.row.id, doctorId: doctor.row.id })).id;
const emit = (client: LiveClient, event: string, data: object) =>
  client.socket.timeout(60_000).emitWithAck(event, data);
const join = async (client: LiveClient, chatId: string) =>
  expect(await emit(client, 'joinChat', { chatId })).toEqual({ success: true });
const send = (visitor: Visitor, id: string, body: object) =>
  call(visitor, 'POST', `/chat/${id}/message`, body);
const read = async (visitor: Visitor, id: string, after = 0) =>
  (await call(visitor, 'GET', `/chat/${id}?after=${after}&limit=100`)).body.chat;
const statuses = (responses: readonly Seen[]) => responses.map(({ status }) => status).sort();
const about = (client: LiveClient, event: string, chatId: string) =>
  eventsOf(client, event).filter((data) => (data as { chatId: string }).chatId === chatId);
const messagesOf = (client: LiveClient, id: string): ChatMessage[] =>
  about(client, 'newMessage', id).map((data) => (data as { message: ChatMessage }).message);

it(
  'one acceptance is emitted to the patient and the winner, chatTaken to the other 19',
  async () => {
    const atPatient = await test.connect(patient);
    const screens = await Promise.all(doctors.map((visitor) => test.connect(visitor)));
    await inRounds(1, async (round) => {
      const chatId = await build('pending');
      const order = shuffled([...doctors.keys()], round);
      const responses = await Promise.all(
        order.map((index) => call(doctors[index]!, 'POST', `/chat/accept/${chatId}`)),
      );
      expect(statuses(responses)).toEqual([200, ...times(19, () => 409)]);
      const winner = order[responses.findIndex(({ status }) => status === 200)]!;
      await test.settled(atPatient, ...screens);
      const { id: doctorId, name: doctorName } = doctors[winner]!.row;
      expect(about(atPatient, 'chatAccepted', chatId)).toEqual([{ chatId, doctorName, doctorId }]);
      expect(about(atPatient, 'chatTaken', chatId)).toEqual([]);
      for (const [index, screen] of screens.entries()) {
        const seen = ['chatAccepted', 'chatTaken'].map((event) => about(screen, event, chatId).length);
        expect(seen).toEqual(index === winner ? [1, 0] : [0, 1]);
      }
    });
  },
  RACE_MS,
);

it(
  'one message sent ten times by socket and ten times by HTTP at once is stored once',
  async () => {
    await inRounds(2, async (round) => {
      const id = await build('active');
      const sender = round % 2 === 0 ? patient : doctor;
      const client = await test.connect(sender);
      const message = { content: 'Bonjour', clientMessageId: `m-${round}` };
      const calls = times(CALLERS, (n) => async () => {
        if (n % 2 === 0) return (await send(sender, id, message)).body.message;
        const response = await emit(client, 'sendMessage', { chatId: id, message });
        expect(response).toMatchObject({ success: true });
        return response.message;
      });
      const responses = await Promise.all(shuffled(calls, round).map((run) => run()));
      client.socket.disconnect();
      const { messages, lastSeq } = await read(sender, id);
      expect(lastSeq).toBe(3);
      expect(responses).toEqual(times(CALLERS, () => messages.at(-1)));
    });
  },
  RACE_MS,
);

it(
  'by socket too, a message is stored and emitted before the closing line, or refused',
  async () => {
    await inRounds(2, async (round) => {
      const id = await build('active');
      const atPatient = await test.connect(patient);
      const atDoctor = await test.connect(doctor);
      for (const client of [atPatient, atDoctor]) await join(client, id);
      const bySocket = async (client: LiveClient, n: number) => {
        const message = { content: `n° ${n}`, clientMessageId: `${n}` };
        const { message: stored, code } = await emit(client, 'sendMessage', { chatId: id, message });
        if (code !== undefined)
          expect([code, stored]).toEqual(['CHAT_COMPLETED', expect.stringContaining('terminée')]);
        return code === undefined ? [stored._id] : [];
      };
      const byHttp = async (visitor: Visitor, n: number) => {
        const { status, body } = await send(visitor, id, { content: `n° ${n}`, clientMessageId: `${n}` });
        expect([201, 409]).toContain(status);
        return status === 201 ? [body.message._id] : [];
      };
      const calls = [
        async () => {
          expect((await call(doctor, 'POST', `/chat/${id}/complete`)).status).toBe(200);
          return [];
        },
        ...times(5, (n) => () => bySocket(atPatient, n)),
        ...times(5, (n) => () => bySocket(atDoctor, n)),
        ...times(5, (n) => () => byHttp(patient, 5 + n)),
        ...times(5, (n) => () => byHttp(doctor, 5 + n)),
      ];
      const acknowledged = (await Promise.all(shuffled(calls, round).map((run) => run()))).flat();
      for (const client of [atPatient, atDoctor]) {
        await vi.waitFor(() => expect(about(client, 'chatCompleted', id)).toHaveLength(1), WAIT);
      }
      const { messages } = await read(patient, id);
      const told = messages.slice(2);
      expect(
        told
          .slice(0, -1)
          .map(({ _id }: { _id: string }) => _id)
          .sort(),
      ).toEqual(acknowledged.sort());
      expect(told.at(-1).senderType).toBe('system');
      for (const client of [atPatient, atDoctor]) {
        // The line of the acceptance may arrive after they have joined.
        const received = messagesOf(client, id).filter(({ seq }) => seq > 2);
        expect(received.map(({ _id }) => _id)).toEqual(told.map(({ _id }: { _id: string }) => _id));
        client.socket.disconnect();
      }
    });
  },
  RACE_MS,
);

it(
  'a client that joins, then reads what it missed, has exactly the stored list',
  async () => {
    const MESSAGES = 50;
    await inRounds(
      2,
      async (round) => {
        const id = await build('active');
        let sent = 0;
        const sending = (async () => {
          for (; sent < MESSAGES; sent += 1) {
            expect((await send(doctor, id, { content: `n° ${sent}` })).status).toBe(201);
          }
        })();
        const seen = new Map<string, { seq: number }>();
        // Each connection ends at another message.
        for (let cut = 1; sent < MESSAGES; cut += 3 + (round % 7)) {
          const client = await test.connect(patient);
          await join(client, id);
          const after = Math.max(0, ...[...seen.values()].map(({ seq }) => seq));
          const { messages } = await read(patient, id, after);
          await vi.waitFor(() => expect(sent).toBeGreaterThanOrEqual(Math.min(cut, MESSAGES)), WAIT);
          for (const message of [...messages, ...messagesOf(client, id)]) {
            const earlier = seen.get(message._id);
            if (earlier) expect(message).toEqual(earlier);
            seen.set(message._id, message);
          }
          client.socket.disconnect();
        }
        await sending;
        const last = await read(patient, id, Math.max(0, ...[...seen.values()].map(({ seq }) => seq)));
        for (const message of last.messages) seen.set(message._id, message);
        const { messages: stored } = await read(patient, id);
        expect([...seen.values()].toSorted((a, b) => a.seq - b.seq)).toEqual(stored);
        expect(stored).toHaveLength(MESSAGES + 2);
      },
      ROUNDS / 5,
    );
  },
  RACE_MS,
);
