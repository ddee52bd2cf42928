import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { users } from '../database/schema/users.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { offerRequestsAgain } from './talk.ts';
import { touchPresence } from './write-queries.ts';

// Rule 39: who is not verified sees no waiting consultation and takes none.

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let unverified: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  talk = talkOver(server);
});
beforeEach(async () => {
  patient = await server.signIn('customer');
  unverified = await server.signIn('partnerDoctor', { verified: false });
});
afterAll(() => server.close());

const listOf = async (doctor: Visitor) => (await server.call(doctor, 'GET', '/chat/doctor/my-chats')).body;
const idsOf = (chats: { _id: string }[]) => chats.map(({ _id }) => _id);
const verify = ({ row }: Visitor, verified: boolean) =>
  server.db.update(users).set({ verified }).where(eq(users.id, row.id));

it('a request is neither listed nor read nor answered nor taken, until its reader is verified', async () => {
  const id = await talk.start(patient);
  expect((await listOf(unverified)).pendingRequests).toEqual([]);
  expect((await talk.read(unverified, id)).status).toBe(404);
  expect((await talk.send(unverified, id, { content: 'Bonjour' })).status).toBe(404);
  expect((await talk.complete(unverified, id)).status).toBe(404);
  expect(await talk.accept(unverified, id)).toMatchObject({
    status: 403,
    body: { code: 'ACCOUNT_UNVERIFIED', message: 'Votre compte attend la vérification' },
  });
  await verify(unverified, true);
  expect(idsOf((await listOf(unverified)).pendingRequests)).toContain(id);
  expect((await talk.read(unverified, id)).status).toBe(200);
  expect((await talk.accept(unverified, id)).status).toBe(200);
});

it('own consultations remain readable when the verification is withdrawn', async () => {
  const { id } = await buildConsultation(server.db, {
    status: 'active',
    patientId: patient.row.id,
    doctorId: unverified.row.id,
  });
  const list = await listOf(unverified);
  expect([idsOf(list.activeChats), list.pendingRequests]).toEqual([[id], []]);
  expect((await talk.read(unverified, id)).status).toBe(200);
});

it('nobody unverified or deactivated is told of a request, nor counts as available', async () => {
  const doctor = await server.signIn('partnerDoctor');
  const deactivated = await server.signIn('partnerDoctor');
  const doctors = [doctor, unverified, deactivated];
  await server.db.update(users).set({ active: false }).where(eq(users.id, deactivated.row.id));
  const ids = doctors.map(({ row }) => row.id);
  const available = async () => (await server.call(patient, 'GET', '/chat/availability')).body.doctors;
  const before = await available();
  await touchPresence(server.db, ids, server.clock.now());
  expect(await available()).toBe(before + 1);

  await talk.start(patient);
  server.clock.advance(5 * 60);
  await offerRequestsAgain(server.ctx);
  const { rows } = await server.pool.query(
    'select user_id, count(*)::int as n from notifications where user_id = any($1) group by user_id',
    [ids],
  );
  expect(rows).toEqual([{ user_id: doctor.row.id, n: 2 }]);
});
