import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { type Talk, talkOver } from './talk.fixture.ts';
import { offerRequestsAgain } from './talk.ts';
import { touchPresence } from './write-queries.ts';

let server: TestApp;
let talk: Talk;
let patient: Visitor;
let doctor: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { smsMoments: ['answer'] } });
  talk = talkOver(server);
  doctor = await server.signIn('partnerDoctor');
});
beforeEach(async () => {
  await server.pool.query('delete from consultations');
  patient = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const LINE =
  'Aucun médecin n’a encore répondu. Votre demande vient d’être proposée à nouveau à tous les médecins.';
const linesOf = async (id: string) => {
  const { messages } = (await talk.read(patient, id, '?after=0')).body.chat;
  return messages.slice(1).map(({ content }: { content: string }) => content);
};
const noticesAbout = async (visitor: Visitor, id: string) =>
  (await server.call(visitor, 'GET', '/notifications')).body.notifications.filter(
    ({ link }: { link: string }) => link.endsWith(id),
  );

it('offers a request every five minutes, three times, and tells the patient', async () => {
  const id = await talk.start(patient);
  server.clock.advance(299);
  expect(await offerRequestsAgain(server.ctx)).toBe(0);
  server.clock.advance(1);
  expect(await offerRequestsAgain(server.ctx)).toBe(1);
  expect(await offerRequestsAgain(server.ctx)).toBe(0);
  expect(await linesOf(id)).toEqual([LINE]);
  expect(await noticesAbout(doctor, id)).toHaveLength(2);
  expect(await noticesAbout(patient, id)).toMatchObject([{ title: 'Demande proposée à nouveau' }]);
  for (const _ of times(5, (n) => n)) {
    server.clock.advance(300);
    await offerRequestsAgain(server.ctx);
  }
  expect(await linesOf(id)).toEqual([LINE, LINE, LINE]);
  expect(await noticesAbout(doctor, id)).toHaveLength(4);
  expect(await noticesAbout(patient, id)).toHaveLength(1);
});

it('offers a request once when several processes run at the same time', async () => {
  const ids = [await talk.start(patient), await talk.start(patient)];
  server.clock.advance(300);
  const counts = await Promise.all(times(6, () => offerRequestsAgain(server.ctx)));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  for (const id of ids) {
    expect(await linesOf(id)).toEqual([LINE]);
    expect(await noticesAbout(doctor, id)).toHaveLength(2);
  }
});

it('leaves accepted requests alone; the acceptance of one offered again is announced by SMS', async () => {
  await touchPresence(server.db, [doctor.row.id], server.clock.now());
  const taken = await talk.start(patient);
  const late = await talk.start(patient);
  await talk.accept(doctor, taken);
  server.clock.advance(300);
  expect(await offerRequestsAgain(server.ctx)).toBe(1);
  expect(await linesOf(taken)).toHaveLength(1);
  const smsCount = async () => (await server.messages()).filter(({ to }) => to === patient.row.phone).length;
  expect(await smsCount()).toBe(0);
  await talk.accept(doctor, late);
  expect(await smsCount()).toBe(1);
});
