import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildOrder } from '../builders/order.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { eventsOf, type LiveClient, type LiveTest, startLiveTest } from '../testing/live.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { whileReferenced } from '../testing/while-locked.ts';

// An account is deactivated while its clients are connected, connecting, and sending messages.

/** Time limit of closing the connections of a deactivated account. */
const CLOSED = { timeout: 2_000, interval: 10 };

let server: TestApp;
let test: LiveTest;
let call: Caller;
let admin: Visitor;
let patient: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  test = await startLiveTest(server);
  call = await callOverHttp(server, test.url);
  admin = await server.signIn('superAdmin');
  patient = await server.signIn('customer');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await test.live.close();
  await server.close();
});

const deactivate = async ({ row }: Visitor) =>
  expect((await call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active: false })).status).toBe(200);
const connectedOf = ({ row }: Visitor) =>
  [...test.live.io.sockets.sockets.values()].filter(({ data }) => data.userId === row.id);

it(
  'its connections are closed within two seconds, including those being made; nothing is stored afterwards',
  async () => {
    const atPatient = await test.connect(patient);
    await inRounds(2, async (round) => {
      const doctor = await server.signIn('partnerDoctor');
      const people = { patientId: patient.row.id, doctorId: doctor.row.id };
      const { id: chatId } = await buildConsultation(server.db, { status: 'active', ...people });
      const screens = await Promise.all(times(2, () => test.connect(doctor)));
      const stored: string[] = [];
      const bySocket = (client: LiveClient) => async () => {
        const message = { content: 'Bonjour' };
        const sent = client.socket.timeout(60_000).emitWithAck('sendMessage', { chatId, message });
        const response = await sent.catch(() => null);
        if (response?.success) stored.push(response.message._id);
      };
      const calls = [
        () => deactivate(doctor),
        ...times(10, (n) => bySocket(screens[n % 2]!)),
        ...times(5, () => async () => {
          const client = await test.connect(doctor).catch((error: Error) => error);
          if (client instanceof Error) expect(client.message).toMatch(/unauthorized|closed/);
        }),
      ];
      await Promise.all(shuffled(calls, round).map((run) => run()));
      await vi.waitFor(() => expect(connectedOf(doctor)).toEqual([]), CLOSED);
      await vi.waitFor(
        () => expect(screens.map(({ socket }) => socket.connected)).toEqual([false, false]),
        CLOSED,
      );

      await expect(test.connect(doctor)).rejects.toThrow('unauthorized');
      expect((await call(doctor, 'POST', `/chat/${chatId}/message`, { content: 'Encore' })).status).toBe(401);
      const { messages, status } = (await call(patient, 'GET', `/chat/${chatId}?after=2`)).body.chat;
      expect(status).toBe('completed');
      const kept = messages.slice(0, -1).map(({ _id }: { _id: string }) => _id);
      expect(kept).toEqual(expect.arrayContaining(stored));
    });
    await test.settled(atPatient);
    expect(atPatient.socket.connected).toBe(true);
  },
  RACE_MS,
);

it('the supervisor is notified at once of orders that need another courier', async () => {
  const courier = await server.signIn('deliveryPerson');
  const supervisor = await server.signIn('supervisor');
  await buildOrder(server.db, { state: 'delivering', deliveryPersonId: courier.row.id });
  const atCourier = await test.connect(courier);
  const atSupervisor = await test.connect(supervisor);
  await deactivate(courier);
  await test.settled(atSupervisor);
  await vi.waitFor(() => expect(atCourier.socket.connected).toBe(false), CLOSED);
  expect(eventsOf(atSupervisor, 'notification')).toMatchObject([{ title: 'Commandes à confier' }]);
  expect(eventsOf(atCourier, 'notification')).toMatchObject([{ title: 'Compte désactivé' }]);
});

it('deactivation does not wait for a transaction that stores a message of the account', async () => {
  const doctor = await server.signIn('partnerDoctor');
  await whileReferenced(server.pool, doctor.row.id, () => deactivate(doctor));
});
