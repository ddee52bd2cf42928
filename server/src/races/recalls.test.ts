import { expect } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { tellRecalls } from '../recalls/tell.ts';
import { times } from '../testing/http.ts';
import { fillBasket, openPayment, providerDoes, reportOf, reportOverHttp } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let customer: Visitor;
let supervisor: Visitor;
let colleague: Visitor;
let pharmacy: Visitor;
let courier: Visitor;

startServer({}, async () => {
  customer = await server.signIn('customer');
  supervisor = await server.signIn('supervisor');
  colleague = await server.signIn('superAdmin');
  pharmacy = await server.signIn('pharmacy', { isPartner: true });
  courier = await server.signIn('deliveryPerson');
});

const recall = (by: Visitor, medicationId: string, lots: string[] = []) =>
  call(by, 'POST', '/recalls', {
    medicationId,
    lots,
    advice: 'call-us',
    source: 'ABMed',
    day: '2026-11-19',
  });
const orderOf = async (id: string) =>
  (await rowsOf('select state, problem, ready_at is not null as ready from orders where id = $1', [id]))[0];

/** An order of a new medicine, which its pharmacy prepares. */
async function preparing() {
  const medication = await buildMedication(server.db);
  const { id } = await buildOrder(server.db, {
    customerId: customer.row.id,
    pharmacyId: pharmacy.row.id,
    deliveryPersonId: courier.row.id,
    items: [{ medication, quantity: 1 }],
  });
  return { id, medicationId: medication.id };
}

race('a recall while the money arrives: the order exists, and waits', {
  eitherFirst: true,
  given: async () => {
    const { order, medication } = await fillBasket(server);
    const opened = await openPayment(server, customer, { order });
    await providerDoes(server, opened.transactionId, 'silent');
    return { opened, medicationId: medication.id };
  },
  callers: ({ opened, medicationId }) => [
    () => recall(supervisor, medicationId),
    () => reportOverHttp(call, server, reportOf(opened)),
  ],
  invariant: async ([recalled], { opened }) => {
    expect(recalled?.status).toBe(201);
    const rows = await rowsOf('select state, problem from orders where transaction_id = $1', [
      opened.transactionId,
    ]);
    expect(rows).toEqual([{ state: 'pending', problem: 'recalled' }]);
  },
});

race('a recall while an unpaid order is paid: it waits', {
  eitherFirst: true,
  given: async () => {
    const medication = await buildMedication(server.db);
    const items = [{ medication, quantity: 1 }];
    const order = { state: 'pre-treatment', customerId: customer.row.id, items } as const;
    const { id } = await buildOrder(server.db, order);
    const opened = await openPayment(server, customer, { orderId: id });
    await providerDoes(server, opened.transactionId, 'silent');
    return { id, opened, medicationId: medication.id };
  },
  callers: ({ opened, medicationId }) => [
    () => recall(supervisor, medicationId),
    () => reportOverHttp(call, server, reportOf(opened)),
  ],
  invariant: async ([recalled], { id }) => {
    expect(recalled?.status).toBe(201);
    expect(await orderOf(id)).toEqual({ state: 'pending', problem: 'recalled', ready: false });
  },
});

race('a recall while the order is prepared: it waits, and is not ready', {
  eitherFirst: true,
  given: preparing,
  callers: ({ id, medicationId }) => [
    () => recall(supervisor, medicationId),
    () => call(pharmacy, 'POST', `/orders/${id}/ready`, { ready: true }),
  ],
  invariant: async ([recalled, ready], { id }) => {
    expect(recalled?.status).toBe(201);
    expect([200, 409]).toContain(ready?.status);
    expect(await orderOf(id)).toEqual({ state: 'pending', problem: 'recalled', ready: false });
  },
});

race('a recall while the courier leaves: it stays, or is stopped on its way', {
  eitherFirst: true,
  given: preparing,
  callers: ({ id, medicationId }) => [
    () => recall(supervisor, medicationId),
    () => call(courier, 'PATCH', `/orders/${id}/status`, { status: 'delivering' }),
  ],
  invariant: async ([recalled, left], { id }) => {
    expect(recalled?.status).toBe(201);
    const state = left?.status === 200 ? 'delivering' : 'pending';
    expect(await orderOf(id)).toMatchObject({ state, problem: 'recalled' });
  },
});

race('a recall of a lot while it is written: it is refused, or makes the order wait', {
  eitherFirst: true,
  given: preparing,
  callers: ({ id, medicationId }) => [
    () => recall(supervisor, medicationId, ['A1']),
    () =>
      call(pharmacy, 'PUT', `/orders/${id}/lines/${medicationId}/batch`, { batch: 'A1', expiresOn: null }),
  ],
  invariant: async ([recalled, written], { id }) => {
    expect(recalled?.status).toBe(201);
    expect([200, 409]).toContain(written?.status);
    expect((await orderOf(id)).problem).toBe('recalled');
  },
});

race('the same recall by two, each twice: once', {
  given: preparing,
  callers: ({ medicationId }) =>
    times(4, (n) => () => recall(n % 2 === 0 ? supervisor : colleague, medicationId)),
  invariant: async (results, { id, medicationId }) => {
    expect(codesOf(results)).toEqual([201, 'RECALL_EXISTS', 'RECALL_EXISTS', 'RECALL_EXISTS']);
    expect(await count('recalls where medication_id = $1', [medicationId])).toBe(1);
    expect(await count(`order_events where order_id = $1 and to_value = 'recalled'`, [id])).toBe(1);
  },
});

race('those who received it, told by four processes: each once', {
  given: async () => {
    const medication = await buildMedication(server.db);
    const buyers = await Promise.all(times(3, () => server.signIn('customer')));
    for (const { row } of buyers)
      await buildOrder(server.db, {
        state: 'ended',
        customerId: row.id,
        items: [{ medication, quantity: 1 }],
      });
    await recall(supervisor, medication.id);
    return buyers.map(({ row }) => row.id);
  },
  callers: () => times(4, () => () => tellRecalls(server.ctx)),
  invariant: async (_told, ids) => {
    const messages = `sms_messages s join recall_recipients r on r.id = s.about where s.kind = 'recall' and r.customer_id = any($1)`;
    expect(await count(messages, [ids])).toBe(3);
    expect(await count('notifications where user_id = any($1)', [ids])).toBe(3);
  },
});
