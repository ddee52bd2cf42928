import { v7 } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let patient: Visitor;
let doctor: Visitor;
let colleague: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  patient = await server.signIn('customer', { email: 'afi@exemple.bj' });
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
  colleague = await server.signIn('partnerDoctor');
});
afterAll(() => server.close());

const request = { patientName: 'Afi', initialMessage: 'Bonjour docteur' };

async function start(visitor = patient): Promise<string> {
  const { status, body } = await server.call(visitor, 'POST', '/chat/start', request);
  expect([status, body]).toEqual([201, { success: true, chatId: expect.any(String) }]);
  return body.chatId;
}

const read = async (visitor: Visitor, id: string, query = '') =>
  (await server.call(visitor, 'GET', `/chat/${id}${query}`)).body.chat;
const send = (visitor: Visitor, id: string, body: object) =>
  server.call(visitor, 'POST', `/chat/${id}/message`, body);

it('goes from the request to the end', async () => {
  const id = await start();
  expect((await send(patient, id, { content: 'Il y a quelqu’un ?' })).body.code).toBe('CHAT_PENDING');
  const accepted = await server.call(doctor, 'POST', `/chat/accept/${id}`);
  expect([accepted.status, accepted.body.success]).toEqual([200, true]);
  expect(accepted.body.chat).toMatchObject({
    _id: id,
    chatId: id,
    patientId: patient.row.id,
    patientName: 'Afi',
    patientPhone: patient.row.phone,
    patientEmail: 'afi@exemple.bj',
    doctorId: doctor.row.id,
    doctorName: 'Aïcha Kora',
    status: 'active',
    initialMessage: 'Bonjour docteur',
    lastSeq: 2,
    unread: 0,
    allowedActions: ['send', 'complete', 'prescribe'],
  });
  expect(accepted.body.chat.messages.map(({ content }: { content: string }) => content)).toEqual([
    'Bonjour docteur',
    'Vous discutez avec le docteur Aïcha Kora',
  ]);
  const message = await send(patient, id, { content: '  J’ai de la fièvre ', clientMessageId: 'a1' });
  expect([message.status, message.body]).toEqual([
    201,
    {
      success: true,
      message: {
        _id: expect.any(String),
        seq: 3,
        clientMessageId: 'a1',
        senderType: 'patient',
        senderId: patient.row.id,
        senderName: 'Afi',
        content: 'J’ai de la fièvre',
        timestamp: server.clock.now().toISOString(),
        status: 'sent',
        file: null,
        prescriptionNumber: null,
      },
    },
  ]);
  const done = await server.call(doctor, 'POST', `/chat/${id}/complete`);
  expect([done.status, done.body.chat.status]).toEqual([200, 'completed']);
  expect((await send(patient, id, { content: 'Merci' })).body).toMatchObject({
    code: 'CHAT_COMPLETED',
    message: 'Cette consultation est terminée',
  });
  const repeated = await send(patient, id, { content: 'J’ai de la fièvre', clientMessageId: 'a1' });
  expect([repeated.status, repeated.body.message._id]).toEqual([200, message.body.message._id]);
  expect(await read(patient, id)).toMatchObject({
    lastSeq: 4,
    unread: 2,
    lastMessage: { seq: 4, senderType: 'system', content: 'Le docteur Aïcha Kora a terminé la consultation' },
    allowedActions: [],
  });
});

describe('while pending', () => {
  it('shows any doctor the name and the first message only', async () => {
    const id = await start();
    const chat = await read(colleague, id);
    expect(chat).toMatchObject({
      patientName: 'Afi',
      initialMessage: 'Bonjour docteur',
      patientId: null,
      patientPhone: null,
      patientEmail: null,
      allowedActions: ['accept'],
    });
    expect(JSON.stringify(chat)).not.toContain(patient.row.id);
    await server.call(doctor, 'POST', `/chat/accept/${id}`);
    for (const path of [id, v7(), 'x']) {
      expect((await server.call(colleague, 'GET', `/chat/${path}`)).status).toBe(404);
    }
    expect((await server.call(colleague, 'POST', `/chat/accept/${id}`)).body).toMatchObject({
      code: 'CHAT_TAKEN',
    });
  });
});
