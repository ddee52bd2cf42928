import { v7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { acceptChat } from './talk.ts';
import { touchPresence } from './write-queries.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['answer'] } });
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const noticesOf = async (visitor: Visitor) =>
  (await server.call(visitor, 'GET', '/notifications')).body.notifications as { title: string }[];
const smsTo = async ({ row }: Visitor) =>
  (await server.messages()).filter(({ to }) => to === row.phone).map(({ text }) => text);

describe('accepting', () => {
  it('assigns the request to the caller with one system line and one notification', async () => {
    const id = await talk.start(patient);
    server.clock.advance(90);
    const { status, body } = await talk.accept(doctor, id);
    expect([status, body.success]).toEqual([200, true]);
    expect(body.chat).toMatchObject({
      status: 'active',
      doctorId: doctor.row.id,
      doctorName: 'Aïcha Kora',
      acceptedAt: server.clock.now().toISOString(),
      messages: [
        { seq: 1, senderType: 'patient' },
        {
          seq: 2,
          senderType: 'system',
          senderId: null,
          senderName: 'Amasin',
          content: 'Vous discutez avec le docteur Aïcha Kora',
        },
      ],
    });
    const again = await talk.accept(doctor, id);
    expect([again.status, again.body]).toEqual([200, body]);
    const notices = await noticesOf(patient);
    expect(notices).toMatchObject([{ title: 'Consultation acceptée', link: `/dashboard?chat=${id}` }]);
    expect((await talk.read(patient, id)).body.chat.allowedActions).toEqual(['send']);
  });

  it('returns 409 to any other doctor, even after the end, and 404 for an unknown request', async () => {
    const id = await talk.active(patient, doctor);
    const other = await server.signIn('partnerDoctor');
    const taken = {
      status: 409,
      body: {
        code: 'CHAT_TAKEN',
        message: 'Cette demande a déjà été prise en charge par un autre professionnel',
      },
    };
    expect(await talk.accept(other, id)).toMatchObject(taken);
    await talk.complete(doctor, id);
    expect(await talk.accept(other, id)).toMatchObject(taken);
    expect(await talk.accept(doctor, id)).toMatchObject({
      status: 200,
      body: { chat: { status: 'completed' } },
    });
    for (const unknown of [v7(), 'x']) expect((await talk.accept(other, unknown)).status).toBe(404);
  });

  it('is refused to a doctor deactivated after the call began', async () => {
    const id = await talk.start(patient);
    const { row } = await server.signIn('partnerDoctor', { active: false });
    const actor = { _id: row.id, type: row.type, name: row.name, phone: row.phone };
    await expect(acceptChat({ ...server.ctx, actor }, id)).rejects.toMatchObject({
      code: 'ACCOUNT_DISABLED',
    });
    expect((await talk.read(patient, id)).body.chat.status).toBe('pending');
  });
});

describe('an SMS', () => {
  it('announces the acceptance when no doctor was available, without a word about health', async () => {
    const id = await talk.start(patient);
    await touchPresence(server.db, [doctor.row.id], server.clock.now());
    await talk.accept(doctor, id);
    expect(await smsTo(patient)).toEqual([
      'Amasin : on a répondu à votre demande. Ouvrez Amasin pour lire la réponse et continuer.',
    ]);
  });

  it('is not sent when a doctor was available', async () => {
    await touchPresence(server.db, [doctor.row.id], server.clock.now());
    await talk.active(patient, doctor);
    expect(await smsTo(patient)).toEqual([]);
  });
});

describe('completing', () => {
  it('completes the consultation once, with one system line and one notification', async () => {
    const id = await talk.active(patient, doctor);
    const { status, body } = await talk.complete(doctor, id);
    expect([status, body.chat.status, body.chat.completedAt]).toEqual([
      200,
      'completed',
      server.clock.now().toISOString(),
    ]);
    expect(body.chat.messages.at(-1)).toMatchObject({
      seq: 3,
      senderType: 'system',
      content: 'Le docteur Aïcha Kora a terminé la consultation',
    });
    expect((await talk.complete(doctor, id)).body).toEqual(body);
    const notices = (await noticesOf(patient)).filter(({ title }) => title === 'Consultation terminée');
    expect(notices).toMatchObject([{ link: `/dashboard?chat=${id}` }]);
  });

  it('returns 409 for a pending request and 404 for another doctor’s', async () => {
    const id = await talk.start(patient);
    expect(await talk.complete(doctor, id)).toMatchObject({ status: 409, body: { code: 'CHAT_PENDING' } });
    const { id: foreign } = await buildConsultation(server.db, { status: 'active' });
    expect((await talk.complete(doctor, foreign)).status).toBe(404);
    expect((await talk.complete(doctor, v7())).status).toBe(404);
  });
});
