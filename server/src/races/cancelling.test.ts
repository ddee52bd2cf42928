import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// An order that is cancelled or changed while it is paid, or while its photograph is read.

let server: TestApp;
let call: Caller;
let customer: Visitor;
let supervisor: Visitor;
let agent: Visitor;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  [customer, supervisor, agent] = await Promise.all([
    server.signIn('customer'),
    server.signIn('supervisor'),
    server.signIn('agent'),
  ]);
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const cancelBy = async (visitor: Visitor, id: string) =>
  (await call(visitor, 'PATCH', `/orders/${id}/status`, { status: 'cancelled' })).status;

/** Opens the portal and pays; the status of the opening. */
async function pay(id: string): Promise<number> {
  const { status, body } = await call(customer, 'POST', '/payments', { orderId: id });
  if (status === 201) {
    const url = `/sandbox-pay/transactions/${body.transactionId}/approve`;
    await server.app.inject({ method: 'POST', url });
  }
  return status;
}

it(
  'an order paid and cancelled concurrently is one or the other, and no money is left over',
  async () => {
    await inRounds(1, async (round) => {
      const { id } = await buildOrder(server.db, {
        state: 'pre-treatment',
        customerId: customer.row.id,
        itemsWrittenById: agent.row.id,
      });
      const seen: Record<string, number> = {};
      const callers = [
        async () => (seen.paid = await pay(id)),
        async () => (seen.customer = await cancelBy(customer, id)),
        async () => (seen.supervisor = await cancelBy(supervisor, id)),
      ];
      await Promise.all(shuffled(callers, round).map((one) => one()));
      const { rows } = await server.pool.query(
        `select state, paid_fcfa > 0 as "isPaid", (select count(*)::int from payments p where p.order_id = o.id
           and status = 'review') as reviews from orders o where id = $1`,
        [id],
      );
      const cancelled = [seen.customer, seen.supervisor].filter((status) => status === 200).length;
      if (seen.paid === 201) {
        expect([cancelled, rows[0]]).toEqual([0, { state: 'pending', isPaid: true, reviews: 0 }]);
      } else {
        expect([cancelled, rows[0]]).toEqual([1, { state: 'cancelled', isPaid: false, reviews: 0 }]);
      }
    });
  },
  RACE_MS,
);

it(
  'an order cancelled while its items are written is cancelled once, with or without them',
  async () => {
    await inRounds(1, async (round) => {
      const [unread, example] = await Promise.all([
        buildOrder(server.db, { state: 'pre-treatment', customerId: customer.row.id, items: [] }),
        buildOrder(server.db, { customerId: customer.row.id }),
      ]);
      const { rows: lines } = await server.pool.query(
        'select medication_id from order_items where order_id = $1',
        [example.id],
      );
      const prescription = {
        type: 'numerical',
        items: [{ medicationId: lines[0].medication_id, quantity: 1 }],
      };
      const seen: Record<string, number> = {};
      const callers = [
        async () =>
          (seen.written = (await call(agent, 'PUT', `/orders/${unread.id}`, { prescription })).status),
        async () => (seen.cancelled = await cancelBy(customer, unread.id)),
      ];
      await Promise.all(shuffled(callers, round).map((one) => one()));
      const { rows } = await server.pool.query('select state, items_count from orders where id = $1', [
        unread.id,
      ]);
      // A cancel that met the written items is refused: the customer may want to pay them.
      expect(rows[0].state).toBe(seen.cancelled === 200 ? 'cancelled' : 'pre-treatment');
      expect(rows[0].items_count > 0).toBe(seen.written === 200);
      if (seen.cancelled !== 200) expect([seen.cancelled, seen.written]).toEqual([409, 200]);
    });
  },
  RACE_MS,
);

// She leaves out medicines on one device and pays on another, while a pharmacist corrects the prescription.
it(
  'an order paid while its medicines are chosen is paid for exactly what it contains',
  async () => {
    await inRounds(1, async (round) => {
      const items: { medication: MedicationRow; quantity: number }[] = [];
      for (const price of [700, 1100, 1900])
        items.push({ medication: await buildMedication(server.db, { price }), quantity: 1 });
      const { id, prescriptionId } = await buildOrder(server.db, {
        state: 'pre-treatment',
        customerId: customer.row.id,
        itemsWrittenById: agent.row.id,
        items,
      });
      const leaveOut = async (...lines: number[]) => {
        const medications = lines.map((n) => items[n]!.medication.id);
        return (await call(customer, 'PUT', `/orders/${id}/left-out`, { medications })).status;
      };
      const pay = async () => {
        const { status, body } = await call(customer, 'POST', '/payments', { orderId: id });
        if (status !== 201) return status;
        await server.app.inject({
          method: 'POST',
          url: `/sandbox-pay/transactions/${body.transactionId}/approve`,
        });
        return status;
      };
      const correct = async () => {
        const { medication: one } = items[0]!;
        const { medication: other } = items[1]!;
        const lines = [one, other].map(({ id: medicationId }) => ({ medicationId, quantity: 2 }));
        return (await call(agent, 'PUT', `/prescriptions/${prescriptionId}`, { items: lines })).status;
      };
      const callers = [() => leaveOut(0), pay, () => leaveOut(1, 2), correct, pay, () => leaveOut()];
      const statuses = await Promise.all(shuffled(callers, round).map((one) => one()));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const { rows } = await server.pool.query(
        `select state, paid_fcfa, total_fcfa, (select sum(quantity * price_fcfa)::int from order_items where order_id = o.id)
           as medicines, medicines_fcfa,
           (select count(*)::int from payments p where p.order_id = o.id and status = 'review') as reviews
         from orders o where id = $1`,
        [id],
      );
      const { state, paid_fcfa: paid, total_fcfa: total, medicines, medicines_fcfa: told, reviews } = rows[0];
      expect([told, reviews]).toEqual([medicines, 0]);
      expect(paid).toBe(state === 'pending' ? total : 0);
    });
  },
  RACE_MS,
);
