import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { type Seen, startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Doctors accept one request; one accepts while another completes; a message and its retries; messages while the doctor
// completes.

const CALLERS = 20;

let server: TestApp;
let call: Caller;
let patient: Visitor;
let doctors: Visitor[];
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  patient = await server.signIn('customer');
  doctors = [];
  for (let n = 0; n < CALLERS; n += 1) doctors.push(await server.signIn('partnerDoctor'));
  doctor = doctors[0]!;
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const build = async (status: 'pending' | 'active') =>
  (await buildConsultation(server.db, { status, patientId: patient.row.id, doctorId: doctor.row.id })).id;
const accept = (visitor: Visitor, id: string) => call(visitor, 'POST', `/chat/accept/${id}`);
const complete = (visitor: Visitor, id: string) => call(visitor, 'POST', `/chat/${id}/complete`);
const send = (visitor: Visitor, id: string, body: object) =>
  call(visitor, 'POST', `/chat/${id}/message`, body);
const read = async (visitor: Visitor, id: string) =>
  (await call(visitor, 'GET', `/chat/${id}?after=0`)).body.chat;
const statuses = (responses: Seen[]) => responses.map(({ status }) => status).sort();
const noticesAbout = async (id: string, title: string) => {
  const { rows } = await server.pool.query(
    `select user_id from notifications where link like '%' || $1 and title = $2`,
    [id, title],
  );
  return rows.map(({ user_id }) => user_id);
};

it(
  'of 20 doctors who accept at once one gets the request, the others 409',
  async () => {
    await inRounds(2, async (round) => {
      const id = await build('pending');
      const responses = await Promise.all(shuffled(doctors, round).map((visitor) => accept(visitor, id)));
      expect(statuses(responses)).toEqual([200, ...times(19, () => 409)]);
      const winner = responses.find(({ status }) => status === 200)?.body.chat;
      for (const { status, body } of responses) if (status === 409) expect(body.code).toBe('CHAT_TAKEN');
      const chat = await read(patient, id);
      expect([chat.doctorId, chat.lastSeq]).toEqual([winner.doctorId, 2]);
      expect(await noticesAbout(id, 'Consultation acceptée')).toEqual([patient.row.id]);
      for (const visitor of doctors) {
        const { status } = await call(visitor, 'GET', `/chat/${id}`);
        expect(status).toBe(visitor.row.id === chat.doctorId ? 200 : 404);
      }
    });
  },
  RACE_MS,
);

it(
  'accepting and completing concurrently are serialized; no chat is active without a doctor',
  async () => {
    await inRounds(3, async (round) => {
      const id = await build('pending');
      const [first, second] = doctors as [Visitor, Visitor];
      const calls = [
        () => accept(first, id),
        () => accept(second, id),
        () => complete(first, id),
        () => complete(second, id),
        () => send(patient, id, { content: 'Bonjour' }),
      ];
      await Promise.all(shuffled(calls, round).map((run) => run()));
      const chat = await read(patient, id);
      expect([first.row.id, second.row.id]).toContain(chat.doctorId);
      expect(['active', 'completed']).toContain(chat.status);
      const lines = chat.messages.filter(({ senderType }: { senderType: string }) => senderType === 'system');
      expect(lines).toHaveLength(chat.status === 'active' ? 1 : 2);
      if (chat.status === 'completed') expect(chat.messages.at(-1)).toEqual(lines.at(-1));
    });
  },
  RACE_MS,
);

it(
  'one message sent 20 times at once is stored once, with the same id for all',
  async () => {
    await inRounds(3, async (round) => {
      const id = await build('active');
      const sender = round % 2 === 0 ? patient : doctor;
      const body = { content: 'Bonjour', clientMessageId: `m-${round}` };
      const responses = await Promise.all(times(CALLERS, () => send(sender, id, body)));
      expect(statuses(responses)).toEqual([...times(19, () => 200), 201]);
      expect(new Set(responses.map((response) => response.body.message._id)).size).toBe(1);
      expect((await read(patient, id)).lastSeq).toBe(3);
    });
  },
  RACE_MS,
);

it(
  'a message sent while the doctor completes is stored before the closing line, or gets 409',
  async () => {
    await inRounds(2, async (round) => {
      const id = await build('active');
      const senders = times(CALLERS, (n) => (n % 2 === 0 ? patient : doctor));
      const calls = [
        () => complete(doctor, id),
        ...senders.map(
          (sender, n) => () => send(sender, id, { content: `n° ${n}`, clientMessageId: `${n}` }),
        ),
      ];
      const responses = await Promise.all(shuffled(calls, round).map((run) => run()));
      const stored = responses.filter(({ status }) => status === 201).map(({ body }) => body.message._id);
      for (const { status, body } of responses) {
        if (status > 201) expect([status, body.message]).toEqual([409, 'Cette consultation est terminée']);
      }
      const { messages, status } = await read(doctor, id);
      expect(status).toBe('completed');
      const written = messages.filter(({ seq }: { seq: number }) => seq > 2 && seq < messages.length);
      expect(written.map(({ _id }: { _id: string }) => _id).sort()).toEqual(stored.sort());
      expect(messages.at(-1)).toMatchObject({ seq: stored.length + 3, senderType: 'system' });
      expect(await noticesAbout(id, 'Consultation terminée')).toEqual([patient.row.id]);
    });
  },
  RACE_MS,
);
