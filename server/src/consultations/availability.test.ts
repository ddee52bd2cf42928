import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { forgetPresence, touchPresence } from './write-queries.ts';

let server: TestApp;
let patient: Visitor;

beforeAll(async () => {
  server = await startTestApp({ settings: { emergencyNumber: '118' } });
  patient = await server.signIn('customer');
});
afterAll(() => server.close());

const available = async (visitor = patient) => {
  const { body } = await server.call(visitor, 'GET', '/chat/availability');
  expect(body).toEqual({
    success: true,
    available: body.doctors > 0,
    doctors: expect.any(Number),
    emergencyNumber: '118',
  });
  return body.doctors;
};
const now = () => server.clock.now();

it('counts active doctors who were connected within a minute', async () => {
  const doctor = await server.signIn('partnerDoctor');
  const second = await server.signIn('partnerDoctor');
  const others = [
    await server.signIn('partnerDoctor', { active: false }),
    await server.signIn('supervisor'),
    patient,
  ];
  expect(await available()).toBe(0);
  await touchPresence(server.db, [], now());
  await touchPresence(server.db, [doctor.row.id, ...others.map(({ row }) => row.id)], now());
  expect([await available(), await available(doctor)]).toEqual([1, 1]);
  server.clock.advance(60);
  expect(await available()).toBe(1);
  await touchPresence(server.db, [second.row.id], now());
  server.clock.advance(1);
  expect(await available()).toBe(1);
  await touchPresence(server.db, [doctor.row.id, second.row.id], now());
  expect(await available()).toBe(2);
  // An older time, written later by another process, changes nothing.
  await touchPresence(server.db, [doctor.row.id], new Date(now().getTime() - 3600_000));
  expect(await available()).toBe(2);
  await forgetPresence(server.db, []);
  await forgetPresence(server.db, [doctor.row.id]);
  expect(await available()).toBe(1);
});

it('skips users who have been removed', async () => {
  const { row } = await server.signIn('partnerDoctor');
  const before = await available();
  await server.pool.query('delete from users where id = $1', [row.id]);
  await touchPresence(server.db, [row.id], now());
  expect(await available()).toBe(before);
});
