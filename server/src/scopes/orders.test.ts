import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { isPaidState, type OrderState, orderStates } from '@amasin/domain/orders/lifecycle.ts';
import { canSeeOrder } from '@amasin/domain/orders/permissions.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { factsOf } from '../orders/present.ts';
import { findOrder, type OrderView } from '../orders/queries.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// `ordersSeenBy` (SQL) and `canSeeOrder` (domain) implement the same rule: check that they agree.

const ORDERS = 80;

let server: TestApp;
let readers: Visitor[];
const views: OrderView[] = [];

beforeAll(async () => {
  server = await startTestApp();
  readers = [];
  for (const type of userTypes) readers.push(await server.signIn(type), await server.signIn(type));
  const one = (type: (typeof userTypes)[number]) =>
    fc.constantFrom(...readers.filter(({ row }) => row.type === type).map(({ row }) => row.id));
  const perhaps = (type: (typeof userTypes)[number]) => fc.option(one(type), { freq: 2 });
  const shape = fc.record({
    state: fc.constantFrom(...orderStates),
    customerId: one('customer'),
    pharmacyId: perhaps('pharmacy'),
    deliveryPersonId: perhaps('deliveryPerson'),
    agentId: perhaps('agent'),
    itemsWrittenById: fc.option(fc.oneof(one('agent'), one('supervisor'))),
    isUnread: fc.boolean(),
  });
  const zone = await buildZone(server.db);
  const medication = await buildMedication(server.db);
  for (const { isUnread, ...plan } of fc.sample(shape, ORDERS)) {
    const order = await buildOrder(server.db, {
      ...legal(plan),
      zone,
      items: isUnread && plan.state === 'pre-treatment' ? [] : [{ medication, quantity: 1 }],
      ...(isUnread && plan.state === 'pre-treatment' && { itemsWrittenById: null }),
    });
    views.push((await findOrder(server.db, order.id))!);
  }
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

interface Plan {
  readonly state: OrderState;
  readonly pharmacyId: string | null;
  readonly deliveryPersonId: string | null;
}

/** Applies the database constraints: no assignment before payment, no courier without a pharmacy. */
function legal<P extends Plan>(plan: P): P {
  const pharmacyId = isPaidState(plan.state) ? plan.pharmacyId : null;
  const isFetched = plan.state === 'pending' && pharmacyId === null;
  const deliveryPersonId = !isPaidState(plan.state) || isFetched ? null : plan.deliveryPersonId;
  return { ...plan, pharmacyId, deliveryPersonId };
}

const idsSeen = async (reader: Visitor, query = '') =>
  (await server.call(reader, 'GET', `/orders?limit=200${query}`)).body.orders.map(
    ({ _id }: { _id: string }) => _id,
  ) as string[];
const idsAllowed = ({ row }: Visitor) =>
  views
    .filter((view) => canSeeOrder(factsOf(view), { _id: row.id, type: row.type }))
    .map(({ order }) => order.id);
const sorted = (ids: string[]) => [...ids].sort();

describe('visibility of orders (rule 10)', () => {
  it('lists exactly the orders that the domain allows', async () => {
    for (const reader of readers) {
      if (reader.row.type === 'partnerDoctor') {
        expect((await server.call(reader, 'GET', '/orders')).status).toBe(403);
        expect(idsAllowed(reader)).toEqual([]);
        continue;
      }
      // A courier's list contains only open orders unless it filters by state.
      const seen =
        reader.row.type === 'deliveryPerson'
          ? (await Promise.all(orderStates.map((state) => idsSeen(reader, `&state=${state}`)))).flat()
          : await idsSeen(reader);
      expect(sorted(seen)).toEqual(sorted(idsAllowed(reader)));
    }
  });

  it('opens exactly the orders that the domain allows; any other returns the same 404 as an unknown id', async () => {
    for (const reader of readers.filter(({ row }) => row.type !== 'partnerDoctor')) {
      const allowed = new Set(idsAllowed(reader));
      const missing = await server.call(reader, 'GET', '/orders/01930000-0000-7000-8000-000000000000');
      expect(missing.body).toEqual({ success: false, code: 'NOT_FOUND', message: 'Élément introuvable' });
      for (const [index, { order }] of views.entries()) {
        // Alternates between the order and its timeline: both are loaded by the same scope.
        const path = index % 2 === 0 ? `/orders/${order.id}` : `/orders/${order.id}/timeline`;
        const response = await server.call(reader, 'GET', path);
        if (allowed.has(order.id)) expect(response.status).toBe(200);
        else expect([response.status, response.body]).toEqual([404, missing.body]);
      }
    }
  });

  it('has both visible and hidden orders in the sample for every type that may see only some', () => {
    for (const reader of readers) {
      const { length } = idsAllowed(reader);
      const { type } = reader.row;
      if (type === 'partnerDoctor') expect(length).toBe(0);
      else if (type === 'supervisor' || type === 'superAdmin') expect(length).toBe(ORDERS);
      else expect(length > 0 && length < ORDERS).toBe(true);
    }
  });

  it.each([
    'x',
    '%00',
    '..%2Fme',
    "1'%20or%201=1--",
    '01930000-0000-7000-8000-00000000000g',
    'x'.repeat(400),
  ])('returns 404 for a malformed id (%s)', async (id) => {
    for (const reader of readers.filter(({ row }) => row.type !== 'partnerDoctor')) {
      for (const path of [`/orders/${id}`, `/orders/${id}/timeline`]) {
        const response = await server.call(reader, 'GET', path);
        expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
      }
    }
  });
});
