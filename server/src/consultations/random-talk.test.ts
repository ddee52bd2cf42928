import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { offerRequestsAgain } from './talk.ts';

// Model test: random calls of two patients and three doctors, compared with a simple list. After each run every user
// reads every consultation: its two participants receive all messages, every doctor the first message of a pending one,
// and all other users 404.

let server: TestApp;
let talk: Talk;
let patients: Visitor[];
let doctors: Visitor[];

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
  patients = [await server.signIn('customer'), await server.signIn('customer')];
  doctors = [];
  for (const _ of [1, 2, 3]) doctors.push(await server.signIn('partnerDoctor'));
});
afterAll(() => server.close());

interface Model {
  readonly id: string;
  readonly patient: Visitor;
  doctor: Visitor | null;
  status: 'pending' | 'active' | 'completed';
  offers: number;
  /** Each message in order: `system` for a system line, otherwise its text. */
  readonly messages: string[];
}

const patient = fc.constantFrom(0, 1);
const doctor = fc.constantFrom(0, 1, 2);
const chat = fc.nat(5);
const step = fc.oneof(
  fc.record({ do: fc.constant('start' as const), by: patient }),
  fc.record({ do: fc.constant('accept' as const), by: doctor, chat }),
  fc.record({ do: fc.constant('complete' as const), by: doctor, chat }),
  fc.record({ do: fc.constant('offer' as const) }),
  // Twice as often; patients are 0 and 1, doctors 2 to 4. Few identifiers, so that some are repeated.
  ...[1, 2].map(() =>
    fc.record({
      do: fc.constant('send' as const),
      by: fc.nat(4),
      chat,
      key: fc.constantFrom('a', 'b', null),
    }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const people = () => [...patients, ...doctors];

/** Runs one step and checks its response against the model. */
async function take(one: Step, chats: Model[], sent: Map<string, string>): Promise<void> {
  if (one.do === 'start') {
    const mine = chats.filter(
      (model) => model.patient === patients[one.by] && model.status === 'pending',
    ).length;
    // More are asked here than on a day.
    await server.pool.query("delete from tries where kind = 'consultation'");
    const body = { patientName: 'Afi', initialMessage: 'Bonjour' };
    const response = await server.call(patients[one.by]!, 'POST', '/chat/start', body);
    expect(response.status).toBe(mine < 3 ? 201 : 429);
    if (mine === 3) return;
    const { chatId: id } = response.body;
    chats.push({
      id,
      patient: patients[one.by]!,
      doctor: null,
      status: 'pending',
      offers: 0,
      messages: ['Bonjour'],
    });
    return;
  }
  if (one.do === 'offer') {
    server.clock.advance(300);
    const due = chats.filter(({ status, offers }) => status === 'pending' && offers < 3);
    expect(await offerRequestsAgain(server.ctx)).toBe(due.length);
    for (const model of due) {
      model.offers += 1;
      model.messages.push('system');
    }
    return;
  }
  const model = chats[one.chat % Math.max(chats.length, 1)];
  if (model === undefined) return;
  if (one.do === 'send') return sendMessage(one, model, sent);
  const by = doctors[one.by]!;
  const response = await talk[one.do](by, model.id);
  if (model.status === 'pending') {
    expect(response.status).toBe(one.do === 'accept' ? 200 : 409);
    if (one.do === 'accept') {
      Object.assign(model, { status: 'active', doctor: by });
      model.messages.push('system');
    }
    return;
  }
  expect(response.status).toBe(model.doctor === by ? 200 : one.do === 'accept' ? 409 : 404);
  if (one.do === 'complete' && model.doctor === by && model.status === 'active') {
    model.status = 'completed';
    model.messages.push('system');
  }
}

async function sendMessage(
  { by, key }: Extract<Step, { do: 'send' }>,
  model: Model,
  sent: Map<string, string>,
): Promise<void> {
  const sender = people()[by]!;
  const content = `n° ${model.messages.length}`;
  const response = await talk.send(sender, model.id, { content, clientMessageId: key });
  const isDoctor = sender.row.type === 'partnerDoctor';
  const isMember = sender === model.patient || sender === model.doctor;
  const repeated = sent.get(`${model.id} ${sender.row.id} ${key}`);
  if (!isMember) {
    expect(response.status).toBe(isDoctor && model.status === 'pending' ? 409 : 404);
  } else if (key !== null && repeated !== undefined) {
    expect([response.status, response.body.message._id]).toEqual([200, repeated]);
  } else if (model.status === 'active') {
    expect(response.status).toBe(201);
    sent.set(`${model.id} ${sender.row.id} ${key}`, response.body.message._id);
    model.messages.push(content);
  } else {
    expect(response.status).toBe(409);
  }
}

async function expectRead(model: Model): Promise<void> {
  for (const reader of people()) {
    const { status, body } = await talk.read(reader, model.id, '?after=0');
    const isMember = reader === model.patient || reader === model.doctor;
    const isOffered = model.status === 'pending' && reader.row.type === 'partnerDoctor';
    expect(status).toBe(isMember || isOffered ? 200 : 404);
    if (status === 404) continue;
    const seen = isMember ? model.messages : model.messages.slice(0, 1);
    expect(body.chat).toMatchObject({ status: model.status, lastSeq: seen.length });
    expect(
      body.chat.messages.map(({ senderType, content }: { senderType: string; content: string }) =>
        senderType === 'system' ? 'system' : content,
      ),
    ).toEqual(seen);
  }
}

it('random calls produce the same consultations as the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await server.pool.query(`truncate consultation_messages, consultations`);
      const chats: Model[] = [];
      const sent = new Map<string, string>();
      for (const one of steps) await take(one, chats, sent);
      for (const model of chats) await expectRead(model);
      await expectInvariants(server.db);
    }),
    { numRuns: 30 },
  );
}, 300_000);
