import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';

let server: TestApp;
let talk: Talk;
let admin: Visitor;
let patient: Visitor;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
  admin = await server.signIn('superAdmin');
});
beforeEach(async () => {
  patient = await server.signIn('customer', { name: 'Sourou Kpèdjo' });
  doctor = await server.signIn('partnerDoctor', { name: 'Aïcha Kora' });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const CLOSED = 'La consultation a pris fin : l’un des deux comptes n’est plus actif.';
const remove = async ({ row }: Visitor) => (await server.call(admin, 'DELETE', `/users/${row.id}`)).status;
const deactivate = async ({ row }: Visitor) =>
  (await server.call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active: false })).status;
const chatOf = async (visitor: Visitor, id: string) => (await talk.read(visitor, id)).body.chat;

it('a removed customer leaves a completed record without a name; their requests are deleted', async () => {
  const id = await talk.active(patient, doctor);
  await talk.send(patient, id, { content: 'J’ai de la fièvre' });
  const request = await talk.start(patient);
  expect(await remove(patient)).toBe(204);
  expect((await talk.read(doctor, request)).status).toBe(404);
  const chat = await chatOf(doctor, id);
  expect(chat).toMatchObject({
    status: 'completed',
    patientName: 'Compte supprimé',
    patientPhone: null,
    patientEmail: null,
    lastMessage: { senderType: 'system', content: CLOSED },
  });
  expect(chat.messages.map(({ senderName }: { senderName: string }) => senderName)).toEqual([
    'Compte supprimé',
    'Amasin',
    'Compte supprimé',
    'Amasin',
  ]);
});

it('a customer who only had requests leaves nothing', async () => {
  await talk.start(patient);
  expect(await remove(patient)).toBe(204);
  const { rows } = await server.pool.query('select from users where id = $1', [patient.row.id]);
  expect(rows).toEqual([]);
});

it('a removed doctor’s consultations are completed and do not contain the doctor’s name', async () => {
  const id = await talk.active(patient, doctor);
  expect(await remove(doctor)).toBe(204);
  const chat = await chatOf(patient, id);
  expect(chat).toMatchObject({
    status: 'completed',
    doctorName: 'Compte supprimé',
    lastMessage: { content: CLOSED },
  });
  expect(JSON.stringify(chat)).not.toContain('Aïcha Kora');
  const { notifications } = (await server.call(patient, 'GET', '/notifications')).body;
  expect(notifications).toContainEqual(
    expect.objectContaining({ title: 'Consultation terminée', link: `/dashboard?chat=${id}` }),
  );
});

it('a deactivated doctor’s consultations are completed and contain the doctor’s name', async () => {
  const id = await talk.active(patient, doctor);
  expect(await deactivate(doctor)).toBe(200);
  expect(await chatOf(patient, id)).toMatchObject({
    status: 'completed',
    doctorName: 'Aïcha Kora',
    lastMessage: { content: CLOSED },
  });
});

it('a deactivated customer’s consultations are completed and their requests deleted', async () => {
  const id = await talk.active(patient, doctor);
  const request = await talk.start(patient);
  expect(await deactivate(patient)).toBe(200);
  expect(await chatOf(doctor, id)).toMatchObject({ status: 'completed', patientName: 'Afi Kpadé' });
  const { pendingRequests } = (await server.call(doctor, 'GET', '/chat/doctor/my-chats')).body;
  expect(pendingRequests).toEqual([]);
  expect((await talk.accept(doctor, request)).status).toBe(404);
});
