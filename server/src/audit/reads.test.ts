import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type EndpointName, endpoints } from '@amasin/domain/contract/endpoints.ts';
import { and, eq, ne } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildConsultation } from '../builders/consultation.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { audit } from '../database/schema/audit.ts';
import type { OrderRow } from '../database/schema/orders.ts';
import { urlOf } from '../permissions/ask.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { notRecorded, recorded } from './reads.fixture.ts';
import { recordReads } from './record-reads.ts';

let t: TestApp;
let customer: Visitor;
let supervisor: Visitor;
let order: OrderRow;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  customer = await t.signIn('customer');
  supervisor = await t.signIn('supervisor');
  order = await buildOrder(t.db, { customerId: customer.row.id });
});

/** What was recorded of a person, `action kind` with the customer it concerns. */
const readsOf = async ({ row }: Visitor) =>
  (
    await t.db
      .select()
      .from(audit)
      .where(and(eq(audit.actorId, row.id), ne(audit.action, 'progress')))
      .orderBy(audit.id)
  ).map(({ action, subjectKind, subjectId, customerId }) => [
    `${action} ${subjectKind}`,
    subjectId,
    customerId,
  ]);
const get = (visitor: Visitor, path: string) => t.call(visitor, 'GET', path);
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
    const { reader, input, id } = await makeRead(t, customer.row);
    const url = urlOf(endpoints[name as EndpointName], input);
    const response = await t.app.inject({ url, headers: { authorization: `Bearer ${reader.token}` } });
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
    const other = await buildOrder(t.db, { customerId: own() });
    await get(supervisor, '/orders?limit=2');
    expect((await readsOf(supervisor)).map(([, id]) => id).sort()).toEqual([order.id, other.id].sort());
    await get(customer, '/orders');
    expect(await readsOf(customer)).toEqual([]);
  });

  it('is recorded once an hour, however often the list refreshes', async () => {
    for (let n = 0; n < 5; n += 1) await get(supervisor, '/orders?limit=1');
    expect(await readsOf(supervisor)).toHaveLength(1);
    t.clock.advance(3600);
    supervisor = { ...supervisor, token: (await t.session(supervisor.row)).token };
    await get(supervisor, '/orders?limit=1');
    await get(supervisor, `/orders/${order.id}`);
    expect(await readsOf(supervisor)).toHaveLength(2);
  });

  it('writes nothing again in the same hour, and once for two processes', async () => {
    await get(supervisor, `/orders/${order.id}`);
    const actor = { ...supervisor.row, _id: supervisor.row.id };
    const another = { ...t.ctx, db: drizzle(t.pool), actor } as Parameters<typeof recordReads>[0];
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
    const file = await t.app.inject({ url: `/api/orders/export?q=${order.number}`, headers: token });
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
  await t.pool.query('alter table audit rename to audit_away');
  try {
    await work();
  } finally {
    await t.pool.query('alter table audit_away rename to audit');
  }
}

describe('reading a prescription', () => {
  it('is recorded for everyone but its author and its patient', async () => {
    const doctor = await t.signIn('partnerDoctor');
    const { id, number } = await buildPrescription(t.db, {
      authorId: doctor.row.id,
      patientPhone: customer.row.phone ?? '',
    });
    const stranger = await t.signIn('customer');
    for (const visitor of [doctor, customer, stranger, supervisor])
      expect((await get(visitor, `/prescriptions/search/${number}`)).status).toBe(200);
    await get(doctor, '/prescriptions');
    const line = ['read prescription', id, own()];
    expect(await readsOf(supervisor)).toEqual([line]);
    expect(await readsOf(stranger)).toEqual([line]);
    expect([...(await readsOf(doctor)), ...(await readsOf(customer))]).toEqual([]);
  });

  it('in a list is recorded', async () => {
    const { id } = await buildPrescription(t.db, { patientPhone: customer.row.phone ?? '' });
    await get(supervisor, '/prescriptions?limit=1');
    expect(await readsOf(supervisor)).toEqual([['read prescription', id, own()]]);
  });
});

it('reading a consultation is recorded for its doctor, in the list too, and not for its patient', async () => {
  const doctor = await t.signIn('partnerDoctor');
  const other = await t.signIn('partnerDoctor');
  const active = await buildConsultation(t.db, {
    patientId: own(),
    doctorId: doctor.row.id,
    status: 'active',
  });
  const pending = await buildConsultation(t.db, { patientId: own() });
  await get(customer, `/chat/${active.id}`);
  await get(doctor, `/chat/${active.id}`);
  await get(other, '/chat/doctor/my-chats');
  expect(await readsOf(customer)).toEqual([]);
  expect(await readsOf(doctor)).toEqual([['read consultation', active.id, own()]]);
  expect(await readsOf(other)).toEqual([['read consultation', pending.id, own()]]);
});

it('opening a file is recorded for everyone but its owner, with the customer whom it concerns', async () => {
  const file = await buildFile(t.db, { ownerId: own(), boundAt: t.clock.now() });
  await t.ctx.files.write(file.key, Buffer.from('a'));
  await buildOrder(t.db, {
    customerId: own(),
    state: 'pre-treatment',
    items: [],
    prescriptionUrl: file.key,
  });
  for (const visitor of [supervisor, customer]) {
    const { body } = await t.call(visitor, 'POST', '/upload/signed-url', { key: file.key });
    expect((await t.app.inject({ url: body.url })).statusCode).toBe(200);
  }
  expect(await readsOf(supervisor)).toEqual([['open file', file.id, own()]]);
  expect(await readsOf(customer)).toEqual([]);
});

it('a line of a read has the type that the person had then, and the hour', async () => {
  await get(supervisor, `/orders/${order.id}`);
  const [line] = await t.db
    .select()
    .from(audit)
    .where(and(eq(audit.actorId, supervisor.row.id), eq(audit.action, 'read')));
  expect(line).toMatchObject({ actorType: 'supervisor', at: t.clock.now(), details: {} });
  expect(line?.hour?.getTime()).toBe(Math.floor(t.clock.now().getTime() / 3600_000) * 3600_000);
});
