import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { medications } from '../database/schema/medications.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

let server: TestApp;
let customer: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  customer = await server.signIn('customer');
});
afterAll(() => server.close());

const again = async (id: string, visitor = customer) => server.call(visitor, 'GET', `/orders/${id}/again`);
const change = (id: string, fields: Partial<typeof medications.$inferInsert>) =>
  server.db.update(medications).set(fields).where(eq(medications.id, id));

test('an order again: what is sold today, at its price, and what is not or needs a prescription', async () => {
  const zone = await buildZone(server.db);
  const [sold, gone, hidden, unpriced, prescribed] = await Promise.all(
    ['Sold', 'Gone', 'Hidden', 'Unpriced', 'Prescribed'].map((label) =>
      buildMedication(server.db, { label, price: 500 }),
    ),
  );
  const items = [sold, gone, hidden, unpriced, prescribed].map((medication, index) => ({
    medication: medication!,
    quantity: index + 2,
  }));
  const order = await buildOrder(server.db, {
    customerId: customer.row.id,
    zone,
    items,
    state: 'ended',
    address: 'Haie Vive, portail gris',
  });
  await change(sold!.id, { price: 650 });
  await change(gone!.id, { deletedAt: server.clock.now() });
  await change(hidden!.id, { reviewed: false });
  await change(unpriced!.id, { price: 0 });
  await change(prescribed!.id, { requiresPrescription: true });
  expect(await again(order.id)).toMatchObject({
    status: 200,
    body: {
      again: {
        items: [{ medicationId: sold!.id, label: 'Sold', form: sold!.form, price: 650, quantity: 2 }],
        gone: ['Gone', 'Hidden', 'Unpriced'],
        prescribed: ['Prescribed'],
        zone: zone.id,
        address: 'Haie Vive, portail gris',
        insured: false,
      },
    },
  });
});

test('one medicine on two lines becomes one line', async () => {
  const medication = await buildMedication(server.db);
  const items = [
    { medication, quantity: 1 },
    { medication, quantity: 2 },
  ];
  const { id } = await buildOrder(server.db, { customerId: customer.row.id, items });
  expect((await again(id)).body.again.items).toMatchObject([{ medicationId: medication.id, quantity: 3 }]);
});

test('a zone that is no longer served is not given; an unread photograph has no medicines', async () => {
  const zone = await buildZone(server.db);
  const { id } = await buildOrder(server.db, {
    customerId: customer.row.id,
    zone,
    state: 'pre-treatment',
    items: [],
  });
  const admin = await server.signIn('superAdmin');
  await server.call(admin, 'DELETE', `/zones/${zone.id}`);
  expect((await again(id)).body.again).toMatchObject({ items: [], gone: [], prescribed: [], zone: null });
});

test('the order of another customer is not found', async () => {
  const { id } = await buildOrder(server.db);
  expect((await again(id)).status).toBe(404);
});
