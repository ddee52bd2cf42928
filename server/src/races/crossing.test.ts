import { v7 } from 'uuid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';

// Two different changes that concern one order. The second waits for the first's lock between reading and writing, and
// must then see its result.

let server: TestApp;
let supervisor: Visitor;
let courier: Visitor;
let next: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  supervisor = await server.signIn('supervisor');
  courier = await server.signIn('deliveryPerson');
  next = await server.signIn('deliveryPerson');
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const assigned = () =>
  server
    .signIn('pharmacy')
    .then(({ row }) => buildOrder(server.db, { pharmacyId: row.id, deliveryPersonId: courier.row.id }));
const replace = (id: string) =>
  server.call(supervisor, 'PATCH', `/orders/${id}/assign`, {
    deliveryPerson: next.row.id,
    replaces: courier.row.id,
  });

it('replacing a courier who starts the delivery meanwhile succeeds (rule 9)', async () => {
  const { id } = await assigned();
  const setOut = `with line as (insert into order_events (id, order_id, at, actor_id, action, from_value, to_value)
      select $3::uuid, $1, now(), $2, 'start-delivery', 'pending', 'delivering')
    update orders set state = 'delivering' where id = $1`;
  const { status, body } = await whileLocked(server.pool, {
    first: { text: setOut, values: [id, courier.row.id, v7()] },
    second: () => replace(id),
  });
  expect([status, body.order.state, body.order.deliveryPerson._id]).toEqual([200, 'delivering', next.row.id]);
});

it('starting a delivery after being replaced returns 404', async () => {
  const { id } = await assigned();
  const replaced = `with line as (insert into order_events (id, order_id, at, actor_id, action, from_value, to_value)
      select $4::uuid, $1, now(), $3, 'replace-delivery-person', null, $2::uuid::text)
    update orders set delivery_person_id = $2 where id = $1`;
  const response = await whileLocked(server.pool, {
    first: { text: replaced, values: [id, next.row.id, supervisor.row.id, v7()] },
    second: () => server.call(courier, 'PATCH', `/orders/${id}/status`, { status: 'delivering' }),
  });
  expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
});

it('assigning a pharmacist while a supervisor writes the items returns 409', async () => {
  const agent = await server.signIn('agent');
  const { id } = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
  const written = `with line as (insert into order_events (id, order_id, at, actor_id, action)
      select $5::uuid, $1, now(), $2, 'write-prescription'),
    item as (insert into order_items select $1, 0, $3, 'x', 1, 1000),
    paper as (insert into prescriptions (id, type, number, author_id, patient_name, patient_phone, priced_at, created_at)
      select $4::uuid, 'numerical', 'ORD-00000001', $2, 'x', 'x', now(), now()),
    line_of as (insert into prescription_items select $4, 0, $3, 'x', 1, 1000)
    update orders set items_count = 1, medicines_fcfa = 1000, commission_fcfa = 100, reduction_fcfa = 0,
      total_fcfa = 1600, items_written_by_id = $2, prescription_id = $4 where id = $1`;
  const medication = await buildMedication(server.db);
  const values = [id, supervisor.row.id, medication.id, v7(), v7()];
  const { status, body } = await whileLocked(server.pool, {
    first: { text: written, values },
    second: () => server.call(supervisor, 'PATCH', `/orders/${id}/assign`, { agent: agent.row.id }),
  });
  expect([status, body.code]).toEqual([409, 'ALREADY_TREATED']);
});

it('assigning a user who is deactivated meanwhile returns 422', async () => {
  const gone = await server.signIn('deliveryPerson');
  const order = await server
    .signIn('pharmacy')
    .then(({ row }) => buildOrder(server.db, { pharmacyId: row.id }));
  const off = 'update users set active = false where id = $1';
  const { status, body } = await whileLocked(server.pool, {
    first: { text: off, values: [gone.row.id] },
    second: () =>
      server.call(supervisor, 'PATCH', `/orders/${order.id}/assign`, { deliveryPerson: gone.row.id }),
  });
  expect([status, body.code]).toEqual([422, 'NOT_ASSIGNABLE']);
});
