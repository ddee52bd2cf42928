import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { startChat } from './talk.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
  doctor = await server.signIn('partnerDoctor');
});
beforeEach(async () => {
  patient = await server.signIn('customer', { email: null });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const request = { patientName: 'Afi Kpadé', initialMessage: 'Bonjour docteur' };
const start = (body: unknown, headers = {}) => server.call(patient, 'POST', '/chat/start', body, headers);
const requestsOf = async (visitor: Visitor) =>
  (await server.call(visitor, 'GET', '/chat/patient/my-chats')).body;

describe('a request', () => {
  it.each([
    [{ initialMessage: 'Bonjour' }, 'patientName', 'Veuillez remplir tous les champs obligatoires'],
    [{ ...request, patientName: ' ' }, 'patientName', 'Veuillez remplir tous les champs obligatoires'],
    [{ patientName: 'Afi' }, 'initialMessage', 'Veuillez remplir tous les champs obligatoires'],
    [
      { ...request, initialMessage: ' \n ' },
      'initialMessage',
      'Veuillez remplir tous les champs obligatoires',
    ],
    [{ ...request, initialMessage: 'x'.repeat(4_001) }, 'initialMessage', 'Message vide ou trop long'],
  ])('is refused for %j', async (body, field, message) => {
    const { status, body: received } = await start(body);
    expect([status, received.code, received.fields]).toEqual([422, 'INVALID', { [field]: message }]);
    expect((await requestsOf(patient)).total).toBe(0);
  });

  it('takes phone and e-mail from the account, whatever the body says', async () => {
    const forged = { patientPhone: '0199999999', patientEmail: 'x@exemple.bj', doctorId: doctor.row.id };
    const id = await talk.start(patient, { ...forged, status: 'active', patientId: doctor.row.id });
    const { chat } = (await talk.read(patient, id)).body;
    expect(chat).toMatchObject({
      status: 'pending',
      patientId: patient.row.id,
      patientPhone: patient.row.phone,
      patientEmail: null,
      doctorId: null,
      lastSeq: 1,
      unread: 0,
    });
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

  it('notifies every active doctor, without a name or what was written', async () => {
    const inactive = await server.signIn('partnerDoctor', { active: false });
    const id = await talk.start(patient);
    const { rows } = await server.pool.query(
      `select user_id, title, message, link from notifications where link like '%' || $1`,
      [id],
    );
    expect(rows.map(({ user_id }) => user_id)).toContain(doctor.row.id);
    expect(rows.map(({ user_id }) => user_id)).not.toContain(inactive.row.id);
    for (const { title, message, link } of rows) {
      expect([title, link]).toEqual([
        'Demande de consultation',
        `/doctor-dashboard?tab=consultations&chat=${id}`,
      ]);
      expect(message).not.toMatch(/Afi|Bonjour/);
    }
  });
});

it('a request is refused when the account was removed after the call began', async () => {
  const { row } = await server.signIn('customer');
  await server.pool.query('delete from users where id = $1', [row.id]);
  const actor = { _id: row.id, type: row.type, name: row.name, phone: row.phone };
  const starting = startChat({ ...server.ctx, actor }, request, async () => null);
  await expect(starting).rejects.toMatchObject({ code: 'ACCOUNT_DISABLED' });
});

describe('pending requests', () => {
  it('are at most three; an accepted one no longer counts', async () => {
    const ids = [await talk.start(patient), await talk.start(patient), await talk.start(patient)];
    expect(await start(request)).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_CHATS',
        message: 'Vous avez déjà 3 demandes en attente. Un médecin va vous répondre.',
      },
    });
    await talk.accept(doctor, ids[0]!);
    await talk.start(patient);
    await talk.start(await server.signIn('customer'));
  });

  it('are three when ten are sent at once', async () => {
    const responses = await Promise.all(times(10, () => start(request)));
    expect(responses.map(({ status }) => status).sort()).toEqual([
      ...times(3, () => 201),
      ...times(7, () => 429),
    ]);
    expect((await requestsOf(patient)).total).toBe(3);
  });
});
