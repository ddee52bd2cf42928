import { randomBytes } from 'node:crypto';
import type { ChatMessage } from '@amasin/domain/consultations/consultation.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildOrder } from '../builders/order.ts';
import { buildUser } from '../builders/user.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { insertSession } from '../session/queries.ts';
import { newToken, tokenHash } from '../session/tokens.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { times } from '../testing/http.ts';
import { connectTo, eventsOf, type LiveClient, settle, WAIT } from '../testing/live.ts';
import { endPrograms, type Product, startProduct } from '../testing/run-product.ts';
import type { Visitor } from '../testing/test-app.ts';

// Two servers that share nothing but the database (decision 23).

const name = `amasin_two_${randomBytes(4).toString('hex')}`;
let env: Record<string, string>;
let database: OpenDatabase;
let first: Product;
let second: Product;

beforeAll(async () => {
  const { url } = inject('postgres');
  await copyTemplate(inject('postgres'), name);
  env = { DATABASE_URL: withDatabase(url, name), DEMO: '1' };
  database = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  [first, second] = await Promise.all([startProduct(env), startProduct(env)]);
});
afterAll(async () => {
  await endPrograms();
  await database.close();
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

async function signIn(type: UserType): Promise<Visitor> {
  const row = await buildUser(database.db, { type });
  const token = newToken();
  // The servers have the real clock, and a session at a desk ends after half an hour without activity.
  const createdAt = new Date('2099-01-01T00:00:00Z');
  const expiresAt = new Date('2100-01-01T00:00:00Z');
  await insertSession(database.db, { tokenHash: tokenHash(token), userId: row.id, createdAt, expiresAt });
  return { row, token };
}

const emit = (client: LiveClient, event: string, data: object) =>
  client.socket.timeout(60_000).emitWithAck(event, data);
const join = async (client: LiveClient, chatId: string) =>
  expect(await emit(client, 'joinChat', { chatId })).toEqual({ success: true });
const read = async (product: Product, { token }: Visitor, chatId: string, after = 0) =>
  (await product.call('GET', `/chat/${chatId}?after=${after}&limit=200`, undefined, token)).body.chat
    .messages;
const messagesOf = (client: LiveClient): ChatMessage[] =>
  eventsOf(client, 'newMessage').map((data) => (data as { message: ChatMessage }).message);

/** A patient and their doctor in an accepted consultation. */
async function meet() {
  const patient = await signIn('customer');
  const doctor = await signIn('partnerDoctor');
  const fields = { status: 'active', patientId: patient.row.id, doctorId: doctor.row.id } as const;
  return { patient, doctor, chatId: (await buildConsultation(database.db, fields)).id };
}

it('a consultation works across two processes: request, acceptance, typing, messages, end', async () => {
  const patient = await signIn('customer');
  const doctor = await signIn('partnerDoctor');
  const other = await signIn('partnerDoctor');
  const atPatient = await connectTo(first.url, patient.token);
  const atDoctor = await connectTo(second.url, doctor.token);
  const atOther = await connectTo(first.url, other.token);
  const all = [atPatient, atDoctor, atOther];

  const request = { patientName: 'Afi Kpadé', initialMessage: 'Bonjour' };
  const { chatId } = (await first.call('POST', '/chat/start', request, patient.token)).body;
  await settle(database.db, all);
  for (const client of [atDoctor, atOther])
    expect(eventsOf(client, 'newChatRequest')).toEqual([{ chatId, ...request }]);
  await second.call('POST', `/chat/accept/${chatId}`, undefined, doctor.token);
  await settle(database.db, all);
  expect(eventsOf(atPatient, 'chatAccepted')).toMatchObject([{ chatId, doctorId: doctor.row.id }]);
  expect(eventsOf(atOther, 'chatTaken')).toEqual([{ chatId }]);
  expect(eventsOf(atDoctor, 'chatTaken')).toEqual([]);

  for (const client of [atPatient, atDoctor]) await join(client, chatId);
  await emit(atPatient, 'typing', { chatId });
  await settle(database.db, all);
  expect([atPatient, atDoctor, atOther].map((client) => eventsOf(client, 'typing').length)).toEqual([
    0, 1, 0,
  ]);
  for (const client of [atPatient, atDoctor, atPatient])
    expect(await emit(client, 'sendMessage', { chatId, message: { content: 'Oui' } })).toMatchObject({
      success: true,
    });
  await second.call('POST', `/chat/${chatId}/complete`, undefined, doctor.token);
  await settle(database.db, all);
  const stored = (await read(first, patient, chatId)).slice(2);
  expect(stored).toHaveLength(4);
  for (const client of [atPatient, atDoctor]) {
    expect(messagesOf(client)).toEqual(stored);
    expect(eventsOf(client, 'chatCompleted')).toMatchObject([{ chatId }]);
  }
  expect([...messagesOf(atOther), ...eventsOf(atOther, 'chatCompleted')]).toEqual([]);
});

it('what a courier does in one process is sent to the sockets of the other', async () => {
  const customer = await signIn('customer');
  const courier = await signIn('deliveryPerson');
  const supervisor = await signIn('supervisor');
  const people = { customerId: customer.row.id, deliveryPersonId: courier.row.id };
  const order = await buildOrder(database.db, { state: 'delivering', ...people });
  const atCustomer = await connectTo(first.url, customer.token);
  const atSupervisor = await connectTo(first.url, supervisor.token);
  const atCourier = await connectTo(second.url, courier.token);
  const all = [atCustomer, atSupervisor, atCourier];
  await settle(database.db, all);
  for (const client of all) client.received.length = 0;
  const path = `/orders/${order.id}/status`;
  const { status } = await second.call('PATCH', path, { status: 'delivered' }, courier.token);
  expect(status).toBe(200);
  await settle(database.db, all);
  for (const client of all) expect(eventsOf(client, 'changed').flat()).toContain('orders');
  for (const client of [atCustomer, atSupervisor])
    expect(eventsOf(client, 'notification')).toMatchObject([{ title: 'Commande livrée' }]);
  expect(eventsOf(atCourier, 'notification')).toEqual([]);
});

it('an account disabled in one process is disconnected from the other', async () => {
  const courier = await signIn('deliveryPerson');
  const superAdmin = await signIn('superAdmin');
  const atCourier = await connectTo(second.url, courier.token);
  const path = `/users/${courier.row.id}/toggle-active`;
  expect((await first.call('PATCH', path, { active: false }, superAdmin.token)).status).toBe(200);
  await vi.waitFor(() => expect(atCourier.socket.connected).toBe(false), WAIT);
});

it('an SMS queued in either process is sent once', async () => {
  const doctor = await signIn('partnerDoctor');
  const patients = await Promise.all(times(10, () => signIn('customer')));
  await Promise.all(
    patients.map(async ({ row }, index) => {
      const { id } = await buildConsultation(database.db, { patientId: row.id, withoutDoctor: true });
      const product = index % 2 === 0 ? first : second;
      expect((await product.call('POST', `/chat/accept/${id}`, undefined, doctor.token)).status).toBe(200);
    }),
  );
  const phones = patients.map(({ row }) => row.phone);
  // Patients of other tests may be sent one too: when the job that offers requests again has run meanwhile.
  const states = `select state, count(*)::int from pgboss.job
    where name = 'send-sms' and data->>'to' = any($1) group by state`;
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(states, [phones]);
    expect(rows).toEqual([{ state: 'completed', count: 10 }]);
  }, WAIT);
  const sent = await Promise.all(
    [first, second].map(async (product) => (await product.call('GET', '/dev/sms')).body.messages),
  );
  const numbers = sent.flat().map(({ to }: { to: string }) => to);
  expect(numbers.filter((to) => phones.includes(to)).toSorted()).toEqual(phones.toSorted());
  const { rows } = await database.pool.query('select name from pgboss.schedule');
  expect(rows).toHaveLength(18);
});

it('a doctor who leaves one process stays available while connected to the other, and no longer', async () => {
  const patient = await signIn('customer');
  const doctor = await signIn('partnerDoctor');
  // Doctors of other tests have left a screen connected.
  await database.pool.query("update users set active = false where type = 'partnerDoctor' and id <> $1", [
    doctor.row.id,
  ]);
  const available = async () =>
    (await second.call('GET', '/chat/availability', undefined, patient.token)).body.available;
  const leaves = async (client: LiveClient) => {
    const { rows } = await database.pool.query('select seen_at from presence where user_id = $1', [
      doctor.row.id,
    ]);
    client.socket.disconnect();
    // It is forgotten, and recorded again at once by a process that still has a connection.
    await vi.waitFor(async () => {
      const after = await database.pool.query('select seen_at from presence where user_id = $1', [
        doctor.row.id,
      ]);
      expect(after.rows).not.toEqual(rows);
    }, WAIT);
  };
  const atSecond = await connectTo(second.url, doctor.token);
  const atFirst = await connectTo(first.url, doctor.token);
  await vi.waitFor(async () => expect(await available()).toBe(true), WAIT);
  await leaves(atFirst);
  await vi.waitFor(async () => expect(await available()).toBe(true), { timeout: 5_000, interval: 50 });
  await leaves(atSecond);
  await vi.waitFor(async () => expect(await available()).toBe(false), WAIT);
});

it('when one process is killed during a conversation, the other sends what was committed and takes over', async () => {
  const { patient, doctor, chatId } = await meet();
  const atPatient = await connectTo(first.url, patient.token);
  const atDoctor = await connectTo(second.url, doctor.token);
  for (const client of [atPatient, atDoctor]) await join(client, chatId);
  await settle(database.db, [atPatient, atDoctor]);
  for (const client of [atPatient, atDoctor]) client.received.length = 0;

  const written = times(18, (n) => ({ content: `n° ${n}`, clientMessageId: `${n}` }));
  let acknowledged = 0;
  const enough = Promise.withResolvers<void>();
  const responses = Promise.all(
    written.map(async (message) => {
      const response = await emit(atPatient, 'sendMessage', { chatId, message }).catch(() => null);
      if (response?.success) acknowledged += 1;
      if (acknowledged === 5) enough.resolve();
      return response?.message._id ?? null;
    }),
  );
  await enough.promise;
  await first.kill('SIGKILL');
  const ids = (await responses).filter((id) => id !== null);
  await vi.waitFor(async () => {
    const { rowCount } = await database.pool.query(
      `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`,
    );
    expect(rowCount).toBe(0);
  }, WAIT);
  await settle(database.db, [atDoctor]);
  const committed = await read(second, doctor, chatId, 2);
  expect(messagesOf(atDoctor)).toEqual(committed);
  expect(committed.map(({ _id }: { _id: string }) => _id)).toEqual(expect.arrayContaining(ids));

  const back = await connectTo(second.url, patient.token);
  await join(back, chatId);
  for (const message of written)
    expect((await second.call('POST', `/chat/${chatId}/message`, message, patient.token)).body.success).toBe(
      true,
    );
  await settle(database.db, [back, atDoctor]);
  const stored = await read(second, doctor, chatId, 2);
  expect(stored.map(({ content }: { content: string }) => content).toSorted()).toEqual(
    written.map(({ content }) => content).toSorted(),
  );
  expect(messagesOf(atDoctor)).toEqual(stored);
  const seen = new Map([...committed, ...messagesOf(back)].map((message) => [message._id, message]));
  expect([...seen.values()]).toEqual(stored);
});
