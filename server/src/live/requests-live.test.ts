import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Talk, talkOver } from '../consultations/talk.fixture.ts';
import { users } from '../database/schema/users.ts';
import { eventsOf, type LiveTest, startLiveTest } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Requests over the socket: for active and verified doctors only, and each is a line of the journal (rule 39).

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
