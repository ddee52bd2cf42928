import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@amasin/domain/endpoints.ts';
import { and, eq, ne } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { longAgo } from '../builders/user.ts';
import { audit } from '../database/schema/audit.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { urlOf } from '../permissions/ask.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { setFull } from './full-disk.fixture.ts';
import { insertNowOrLater, writeLateLines } from './late-lines.ts';
import { notRecorded, recorded } from './reads.fixture.ts';
import { rowOf } from './record.ts';
import { recordReads } from './record-reads.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

let customer: Visitor;
let supervisor: Visitor;
let order: OrderRow;

beforeEach(async () => {
  customer = await server.signIn('customer', { phoneProvenAt: longAgo });
  supervisor = await server.signIn('supervisor');
  order = await buildOrder(server.db, { customerId: customer.row.id });
});

/** Reads what was recorded of a person: `action kind`, the object, and the customer whom it concerns. */
const readsOf = async ({ row }: Visitor) =>
  (
    await server.db
      .select()
      .from(audit)
      .where(and(eq(audit.actorId, row.id), ne(audit.action, 'progress')))
      .orderBy(audit.id)
  ).map(({ action, subjectKind, subjectId, customerId }) => [
    `${action} ${subjectKind}`,
    subjectId,
    customerId,
  ]);
const get = (visitor: Visitor, path: string) => server.call(visitor, 'GET', path);
const own = () => customer.row.id;

describe('every GET call of the contract', () => {
  it('is named in reads.fixture.ts, unless only customers may call it', () => {
    const calls = Object.entries<Endpoint>(endpoints).filter(
      ([, { method, allow }]) => method === 'GET' && String(allow) !== 'customer',
    );
    const named = [...Object.keys(recorded), ...Object.values(notRecorded).flat()];
    expect(named.sort()).toEqual(calls.map(([name]) => name).sort());
  });

  it.each(Object.entries(recorded))('%s is recorded', async (name, makeRead) => {
    const { reader, input, id } = await makeRead(server, customer.row);
    const url = urlOf(endpoints[name as EndpointName], input);
    const response = await server.app.inject({ url, headers: { authorization: `Bearer ${reader.token}` } });
    expect(response.statusCode, response.body).toBe(200);
    expect((await readsOf(reader)).map(([, ...read]) => read)).toContainEqual([id, own()]);
  });
});

describe('reading an order', () => {
  it.each(['', '/timeline'])(
    'at /orders/{id}%s is recorded for staff, not for its customer',
    async (path) => {
      for (const visitor of [supervisor, customer])
        expect((await get(visitor, `/orders/${order.id}${path}`)).status).toBe(200);
      expect(await readsOf(supervisor)).toEqual([['read order', order.id, own()]]);
      expect(await readsOf(customer)).toEqual([]);
    },
  );

  it('in a list is recorded for each order of the page', async () => {
    const other = await buildOrder(server.db, { customerId: own() });
    await get(supervisor, '/orders?limit=2');
    expect((await readsOf(supervisor)).map(([, id]) => id).sort()).toEqual([order.id, other.id].sort());
    await get(customer, '/orders');
    expect(await readsOf(customer)).toEqual([]);
  });

  it('is recorded once an hour, however often the list refreshes', async () => {
    for (let n = 0; n < 5; n += 1) await get(supervisor, '/orders?limit=1');
    expect(await readsOf(supervisor)).toHaveLength(1);
    server.clock.advance(3600);
    supervisor = { ...supervisor, token: (await server.session(supervisor.row)).token };
    await get(supervisor, '/orders?limit=1');
    await get(supervisor, `/orders/${order.id}`);
    expect(await readsOf(supervisor)).toHaveLength(2);
  });

  it('writes nothing again in the same hour, and once for two processes', async () => {
    await get(supervisor, `/orders/${order.id}`);
    const actor = { ...supervisor.row, _id: supervisor.row.id };
    const another = { ...server.ctx, db: drizzle(server.pool), actor } as Parameters<typeof recordReads>[0];
    await recordReads(another, 'order', [{ id: order.id, customerId: own() }]);
    expect(await readsOf(supervisor)).toHaveLength(1);
    await whileBroken(async () => {
      expect((await get(supervisor, `/orders/${order.id}`)).status).toBe(200);
    });
  });

  it('that cannot be recorded is not answered', async () => {
    await whileBroken(async () => {
      const quiet = await get(supervisor, `/orders/${order.id}`);
      expect(quiet.status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(quiet.body)).not.toContain(order.number);
      expect((await get(supervisor, '/orders')).status).toBeGreaterThanOrEqual(500);
      expect((await get(customer, `/orders/${order.id}`)).status).toBe(200);
    });
    expect((await get(supervisor, `/orders/${order.id}`)).status).toBe(200);
  });

  it('by a download is recorded, with the download', async () => {
    const token = { authorization: `Bearer ${supervisor.token}` };
    const file = await server.app.inject({ url: `/api/orders/export?q=${order.number}`, headers: token });
    expect(file.body).toContain(order.number);
    const lines = await readsOf(supervisor);
    expect(lines).toContainEqual(['export list', 'orders', null]);
    expect(lines).toContainEqual(['read order', order.id, own()]);
  });

  it('by its customer’s card is recorded as reading the customer', async () => {
    await get(supervisor, `/orders/caller?phone=${encodeURIComponent(customer.row.phone ?? '')}`);
    expect(await readsOf(supervisor)).toEqual([['read user', own(), own()]]);
  });
});

/** Runs while no line can be written. */
async function whileBroken(work: () => Promise<void>): Promise<void> {
  await server.pool.query('alter table audit rename to audit_away');
  try {
    await work();
  } finally {
    await server.pool.query('alter table audit_away rename to audit');
  }
}

describe('reading a prescription', () => {
  it('is recorded for everyone but its author and its patient', async () => {
    const doctor = await server.signIn('partnerDoctor');
    const { id, number } = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      patientPhone: customer.row.phone ?? '',
    });
    const stranger = await server.signIn('customer');
    for (const visitor of [doctor, customer, stranger, supervisor])
      expect((await get(visitor, `/prescriptions/search/${number}`)).status).toBe(200);
    await get(doctor, '/prescriptions');
    const line = ['read prescription', id, own()];
    expect(await readsOf(supervisor)).toEqual([line]);
    expect(await readsOf(stranger)).toEqual([line]);
    expect([...(await readsOf(doctor)), ...(await readsOf(customer))]).toEqual([]);
  });

  it('in a list is recorded', async () => {
    const { id } = await buildPrescription(server.db, { patientPhone: customer.row.phone ?? '' });
    await get(supervisor, '/prescriptions?limit=1');
    expect(await readsOf(supervisor)).toEqual([['read prescription', id, own()]]);
  });
});

it('reading a consultation is recorded for its doctor, in the list too, and not for its patient', async () => {
  const doctor = await server.signIn('partnerDoctor');
  const other = await server.signIn('partnerDoctor');
  const active = await buildConsultation(server.db, {
    patientId: own(),
    doctorId: doctor.row.id,
    status: 'active',
  });
  const pending = await buildConsultation(server.db, { patientId: own() });
  await get(customer, `/chat/${active.id}`);
  await get(doctor, `/chat/${active.id}`);
  await get(other, '/chat/doctor/my-chats');
  expect(await readsOf(customer)).toEqual([]);
  expect(await readsOf(doctor)).toEqual([['read consultation', active.id, own()]]);
  expect(await readsOf(other)).toEqual([['read consultation', pending.id, own()]]);
});

it('opening a file is recorded for everyone but its owner, with the customer whom it concerns', async () => {
  const file = await buildFile(server.db, { ownerId: own(), boundAt: server.clock.now() });
  await server.ctx.files.write(file.key, Buffer.from('a'));
  await buildOrder(server.db, {
    customerId: own(),
    state: 'pre-treatment',
    items: [],
    prescriptionUrl: file.key,
  });
  for (const visitor of [supervisor, customer]) {
    const { body } = await server.call(visitor, 'POST', '/upload/signed-url', { key: file.key });
    expect((await server.app.inject({ url: body.url })).statusCode).toBe(200);
  }
  expect(await readsOf(supervisor)).toEqual([['open file', file.id, own()]]);
  expect(await readsOf(customer)).toEqual([]);
});

it('a line of a read has the type that the person had then, and the hour', async () => {
  await get(supervisor, `/orders/${order.id}`);
  const [line] = await server.db
    .select()
    .from(audit)
    .where(and(eq(audit.actorId, supervisor.row.id), eq(audit.action, 'read')));
  expect(line).toMatchObject({ actorType: 'supervisor', at: server.clock.now(), details: {} });
  expect(line?.hour?.getTime()).toBe(Math.floor(server.clock.now().getTime() / 3600_000) * 3600_000);
});

describe('on a full disk', () => {
  let supervisor: Visitor;

  beforeEach(async () => {
    supervisor = await server.signIn('supervisor');
  });
  afterEach(() => setFull(server.pool, false));

  const read = async (id: string) => (await server.call(supervisor, 'GET', `/orders/${id}`)).status;

  /** The ids of the orders whose reading is recorded, in their order, with the times. */
  async function recorded() {
    const { rows } = await server.pool.query<{ id: string; at: Date }>(
      `select subject_id as id, at from audit where actor_id = $1 and action = 'read' order by at, id`,
      [supervisor.row.id],
    );
    return rows.map(({ id, at }) => [id, at]);
  }

  it('reading goes on while the disk is full, and is recorded with its time as soon as it has room', async () => {
    const first = await buildOrder(server.db);
    const second = await buildOrder(server.db);
    await setFull(server.pool, true);
    const expected = [];
    for (const { id } of [first, second]) {
      expect(await read(id)).toBe(200);
      expected.push([id, server.clock.now()]);
      server.clock.advance(1);
    }
    expect(await read(first.id)).toBe(200);
    expect(await recorded()).toEqual([]);
    await setFull(server.pool, false);
    expect(await read(first.id)).toBe(200);
    expect(await recorded()).toEqual(expected);
  });

  it('is recorded once when several calls write it later', async () => {
    const { id } = await buildOrder(server.db);
    await setFull(server.pool, true);
    await read(id);
    await setFull(server.pool, false);
    await Promise.all([read(id), read(id), writeLateLines(server.db)]);
    expect(await recorded()).toHaveLength(1);
  });

  it('at most 10,000 lines are kept', async () => {
    const line = { action: 'read', kind: 'order' } as const;
    const rows = Array.from({ length: 1_000 }, (_, n) =>
      rowOf(
        { clock: server.clock, actor: { _id: supervisor.row.id, type: 'supervisor' } },
        { ...line, id: `${n}` },
        server.clock.now(),
      ),
    );
    await setFull(server.pool, true);
    for (let n = 0; n < 10; n += 1) await insertNowOrLater(server.db, rows);
    await expect(insertNowOrLater(server.db, rows.slice(0, 1))).rejects.toThrow();
    await setFull(server.pool, false);
    await writeLateLines(server.db);
    expect(await recorded()).toHaveLength(1_000);
  });
});
