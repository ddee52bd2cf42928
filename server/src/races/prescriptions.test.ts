import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { type Caller, callOverHttp, inRounds, RACE_MS, shuffled, times } from '../testing/http.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { reportOf, reportOverHttp } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';

// Concurrent calls for one prescription, over HTTP.

let server: TestApp;
let call: Caller;
let customers: Visitor[];
let agent: Visitor;
let supervisor: Visitor;
let doctor: Visitor;
let zone: string;
let medication: MedicationRow;

beforeAll(async () => {
  server = await startTestApp();
  call = await callOverHttp(server);
  customers = [await server.signIn('customer'), await server.signIn('customer')];
  agent = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  doctor = await server.signIn('partnerDoctor');
  zone = (await buildZone(server.db, { price: 500 })).id;
  medication = await buildMedication(server.db, { price: 1000 });
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const lines = (quantity: number) => [{ medicationId: medication.id, quantity, price: 1000 }];
const newPrescription = () =>
  buildPrescription(server.db, { authorId: doctor.row.id, items: [{ medication, quantity: 2 }] });
const orderOf = (prescriptionNumber: string) => ({
  prescription: { type: 'numerical', prescriptionNumber },
  deliveryZone: zone,
  deliveryAddress: 'Portail vert',
});
const count = async (query: string, values: unknown[]) =>
  Number((await server.pool.query(`select count(*) as n from ${query}`, values)).rows[0].n);

const webhook = (opened: { transactionId: string; amount: number }) =>
  reportOverHttp(call, server, reportOf(opened));

/** Runs the calls concurrently; in the first two rounds one by one, in either order, so that both outcomes occur. */
async function race<T>(hands: readonly (() => Promise<T>)[], round: number): Promise<T[]> {
  if (round > 1) return Promise.all(shuffled(hands, round).map((one) => one()));
  const responses: T[] = [];
  for (const one of round === 0 ? hands : hands.toReversed()) responses.push(await one());
  return responses;
}

it(
  'only one of two accounts can open concurrent payments of one code',
  async () => {
    await inRounds(3, async (round) => {
      const { number, id } = await newPrescription();
      const asking = times(4, (n) => customers[n % 2]!);
      const responses = await Promise.all(
        shuffled(asking, round).map(async (who) => ({
          who: who.row.id,
          ...(await call(who, 'POST', '/payments', { order: orderOf(number) })),
        })),
      );
      const opened = responses.filter(({ status }) => status === 201);
      expect(new Set(opened.map(({ who }) => who)).size).toBe(1);
      expect(opened).toHaveLength(2);
      expect(responses.filter(({ body }) => body.code === 'PRESCRIPTION_USED')).toHaveLength(2);
      // Both requests of that account get the same payment.
      expect(await count('payments where prescription_id = $1', [id])).toBe(1);
    });
  },
  RACE_MS,
);

it(
  'one code paid by two accounts, reported by twenty concurrent calls: one order, one payment in review',
  async () => {
    await inRounds(3, async (round) => {
      const { number, id } = await newPrescription();
      const opened = [];
      for (const who of customers) {
        const { body } = await call(who, 'POST', '/payments', { order: orderOf(number) });
        opened.push({ ...body, who });
        // The reservation of 15 minutes has expired.
        await server.pool.query(`update prescriptions set reserved_until = '2026-01-01' where id = $1`, [id]);
      }
      const callers = opened.flatMap((payment) => [
        ...times(5, () => () => webhook(payment)),
        ...times(5, () => async () => {
          const { status } = await call(payment.who, 'GET', `/payments/${payment.transactionId}`);
          return { status };
        }),
      ]);
      const responses = await Promise.all(shuffled(callers, round).map((one) => one()));
      expect(responses.every(({ status }) => status === 200)).toBe(true);
      expect(await count('orders where prescription_id = $1', [id])).toBe(1);
      const { rows } = await server.pool.query(
        'select status from payments where prescription_id = $1 order by status',
        [id],
      );
      expect(rows.map(({ status }) => status)).toEqual(['paid', 'review']);
    });
  },
  RACE_MS,
);

it(
  'concurrent requests by agent and supervisor for one photograph create one prescription',
  async () => {
    await inRounds(3, async (round) => {
      const ownerId = customers[0]!.row.id;
      const { key } = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
      const { id } = await buildOrder(server.db, {
        state: 'pre-treatment',
        items: [],
        customerId: ownerId,
        prescriptionUrl: key,
      });
      const writers = shuffled([...times(2, () => agent), ...times(2, () => supervisor)], round);
      const responses = await Promise.all(
        writers.map((who, n) => call(who, 'PUT', `/orders/${id}`, { prescription: { items: lines(1 + n) } })),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = responses.filter(({ status }) => status !== 200);
      expect(new Set(others.map(({ body }) => body.code))).toEqual(new Set(['ALREADY_TREATED']));
      expect(await count('prescriptions where url = $1', [key])).toBe(1);
      expect(await count(`order_events where order_id = $1 and action = 'write-prescription'`, [id])).toBe(1);
    });
  },
  RACE_MS,
);

it(
  'a payment while the items change pays exactly what is sold, or nothing',
  async () => {
    let edited = 0;
    let paid = 0;
    await inRounds(3, async (round) => {
      const customer = customers[round % 2]!;
      const order = await buildOrder(server.db, {
        state: 'pre-treatment',
        customerId: customer.row.id,
        agentId: agent.row.id,
        itemsWrittenById: agent.row.id,
        items: [{ medication, quantity: 2 }],
      });
      const prescription = `/prescriptions/${order.prescriptionId}`;
      const pay = async () => {
        const { status, body } = await call(customer, 'POST', '/payments', { orderId: order.id });
        if (status === 201) await webhook(body);
        return { status };
      };
      const edit = (who: Visitor, n: number) => () => call(who, 'PUT', prescription, { items: lines(3 + n) });
      // An extra request delays one side, so that each is faster in half of the rounds.
      const later = (isLater: boolean, hand: () => Promise<{ status: number }>) => async () => {
        if (isLater) await call(customer, 'GET', `/orders/${order.id}`);
        return hand();
      };
      const editing = edit(round % 4 < 2 ? agent : supervisor, 0);
      const hands = [
        later(round % 2 === 0, pay),
        later(round % 2 === 0, pay),
        later(round % 2 === 1, editing),
      ];
      const statuses = (await race(hands, round)).map(({ status }) => status);
      expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      const { body } = await call(customer, 'GET', `/orders/${order.id}`);
      const { state, totalAmount, finalAmount } = body.order;
      if (state === 'pending') paid += 1;
      expect(finalAmount).toBe(state === 'pending' ? totalAmount : 0);
      edited += statuses.filter((status) => status === 200).length;
    });
    expect(paid).toBeGreaterThan(0);
    expect(edited).toBeGreaterThan(0);
  },
  RACE_MS,
);

it(
  'ordering a prescription while it is edited or deleted never sells new items at the old price',
  async () => {
    let bought = 0;
    let edited = 0;
    await inRounds(3, async (round) => {
      const customer = customers[round % 2]!;
      const { number, id } = await newPrescription();
      const buy = async () => {
        const { status, body } = await call(customer, 'POST', '/payments', { order: orderOf(number) });
        if (status === 201) await webhook(body);
        return { status };
      };
      const edit = () => call(doctor, 'PUT', `/prescriptions/${id}`, { items: lines(5) });
      const remove = () => call(doctor, 'DELETE', `/prescriptions/${id}`);
      await race([buy, edit, edit, ...(round % 4 === 0 ? [remove] : [])], round);
      const { rows } = await server.pool.query(
        `select o.total_fcfa::int as total, p.used_by_id, p.deleted_at, (select sum(quantity)::int from prescription_items where prescription_id = p.id) as quantity
       from prescriptions p left join orders o on o.prescription_id = p.id where p.id = $1`,
        [id],
      );
      const [{ total, used_by_id: used, deleted_at: deleted, quantity }] = rows;
      expect(total !== null).toBe(used !== null);
      if (total !== null) expect([total, deleted]).toEqual([500 + quantity * 1100, null]);
      if (total !== null) bought += 1;
      if (quantity === 5) edited += 1;
    });
    expect(bought).toBeGreaterThan(0);
    expect(edited).toBeGreaterThan(0);
  },
  RACE_MS,
);
