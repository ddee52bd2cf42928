import { describe, expect } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildFile } from '../builders/file.ts';
import { buildOrder } from '../builders/order.ts';
import { buildPrescription } from '../builders/prescription.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { times } from '../testing/http.ts';
import { reportOf, reportOverHttp } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { call, codesOf, count, race, rowsOf, server, startServer } from './race.ts';

let customers: Visitor[];
let agent: Visitor;
let colleague: Visitor;
let supervisor: Visitor;
let doctor: Visitor;
let zone: string;
let medication: MedicationRow;
let other: MedicationRow;

startServer({}, async () => {
  customers = [await server.signIn('customer'), await server.signIn('customer')];
  agent = await server.signIn('agent');
  colleague = await server.signIn('agent');
  supervisor = await server.signIn('supervisor');
  doctor = await server.signIn('partnerDoctor');
  zone = (await buildZone(server.db, { price: 500 })).id;
  medication = await buildMedication(server.db, { price: 1000 });
  other = await buildMedication(server.db, { price: 300 });
});

const lines = (quantity: number) => [{ medicationId: medication.id, quantity, price: 1000 }];
const newPrescription = (item = { medication, quantity: 2 }) =>
  buildPrescription(server.db, { authorId: doctor.row.id, items: [item] });
const orderOf = (prescriptionNumber: string, leftOut: string[] = []) => ({
  prescription: { type: 'numerical', prescriptionNumber, leftOut },
  deliveryZone: zone,
  deliveryAddress: 'Portail vert',
});
const open = (who: Visitor, number: string) => call(who, 'POST', '/payments', { order: orderOf(number) });
const webhook = (opened: { transactionId: string; amount: number }) =>
  reportOverHttp(call, server, reportOf(opened));
/** Opens a payment and, when it is opened, pays it; the status of the opening. */
async function pay(who: Visitor, body: object): Promise<number> {
  const opened = await call(who, 'POST', '/payments', body);
  if (opened.status === 201) await webhook(opened.body);
  return opened.status;
}

describe('one code', () => {
  race('only one of two accounts can open payments of it', {
    together: 3,
    given: () => newPrescription(),
    callers: ({ number }) => times(4, (n) => () => open(customers[n % 2]!, number)),
    invariant: async (responses, { id }) => {
      const [even, odd] = [codesOf([responses[0]!, responses[2]!]), codesOf([responses[1]!, responses[3]!])];
      const used = ['PRESCRIPTION_USED', 'PRESCRIPTION_USED'];
      expect([
        [even, odd],
        [odd, even],
      ]).toContainEqual([[201, 201], used]);
      // Both requests of that account get the same payment.
      expect(await count('payments where prescription_id = $1', [id])).toBe(1);
    },
  });

  race('paid by two accounts, reported by twenty calls: one order, one payment in review', {
    together: 3,
    given: async () => {
      const { number, id } = await newPrescription();
      const opened = [];
      for (const who of customers) {
        opened.push({ who, payment: (await open(who, number)).body });
        // The reservation of 15 minutes has expired.
        await rowsOf(`update prescriptions set reserved_until = '2026-01-01' where id = $1`, [id]);
      }
      return { id, opened };
    },
    callers: ({ opened }) =>
      opened.flatMap(({ who, payment }) => [
        ...times(5, () => () => webhook(payment)),
        ...times(5, () => () => call(who, 'GET', `/payments/${payment.transactionId}`)),
      ]),
    invariant: async (responses, { id }) => {
      expect(codesOf(responses)).toEqual(times(20, () => 200));
      expect(await count('orders where prescription_id = $1', [id])).toBe(1);
      const rows = await rowsOf('select status from payments where prescription_id = $1 order by status', [
        id,
      ]);
      expect(rows.map(({ status }) => status)).toEqual(['paid', 'review']);
    },
  });
});

race('one photograph read by agent and supervisor at once: one prescription', {
  together: 3,
  given: async () => {
    const ownerId = customers[0]!.row.id;
    const { key } = await buildFile(server.db, { ownerId, boundAt: server.clock.now() });
    const fields = { items: [], customerId: ownerId, prescriptionUrl: key };
    return { key, id: (await buildOrder(server.db, { state: 'pre-treatment', ...fields })).id };
  },
  callers: ({ id }) =>
    [agent, agent, supervisor, supervisor].map(
      (who, n) => () => call(who, 'PUT', `/orders/${id}`, { prescription: { items: lines(1 + n) } }),
    ),
  invariant: async (responses, { key, id }) => {
    expect(codesOf(responses)).toEqual([200, ...times(3, () => 'ALREADY_TREATED')]);
    expect(await count('prescriptions where url = $1', [key])).toBe(1);
    expect(await count(`order_events where order_id = $1 and action = 'write-prescription'`, [id])).toBe(1);
  },
});

describe('paying while the prescription changes', () => {
  const seen = { paid: 0, edited: 0 };
  /** Both outcomes have occurred. */
  const afterwards = () => {
    expect(seen.paid).toBeGreaterThan(0);
    expect(seen.edited).toBeGreaterThan(0);
    Object.assign(seen, { paid: 0, edited: 0 });
  };

  race('an order whose items change: pays exactly what is sold, or nothing', {
    together: 3,
    eitherFirst: true,
    given: async (round) => {
      const customer = customers[round % 2]!;
      const order = await buildOrder(server.db, {
        state: 'pre-treatment',
        customerId: customer.row.id,
        agentId: agent.row.id,
        itemsWrittenById: agent.row.id,
        items: [{ medication, quantity: 2 }],
      });
      return { customer, order };
    },
    callers: ({ customer, order }, round) => {
      const editor = round % 4 < 2 ? agent : supervisor;
      const edit = async () =>
        (await call(editor, 'PUT', `/prescriptions/${order.prescriptionId}`, { items: lines(3) })).status;
      // An extra request delays one side, so that each is faster in half of the rounds.
      const delayed = (isDelayed: boolean, run: () => Promise<number>) => async () => {
        if (isDelayed) await call(customer, 'GET', `/orders/${order.id}`);
        return run();
      };
      const payOrder = delayed(round % 2 === 0, () => pay(customer, { orderId: order.id }));
      return [payOrder, payOrder, delayed(round % 2 === 1, edit)];
    },
    invariant: async (statuses, { customer, order }) => {
      expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
      const { state, totalAmount, finalAmount } = (await call(customer, 'GET', `/orders/${order.id}`)).body
        .order;
      if (state === 'pending') seen.paid += 1;
      expect(finalAmount).toBe(state === 'pending' ? totalAmount : 0);
      seen.edited += statuses.filter((status) => status === 200).length;
    },
    afterwards,
  });

  race('a code whose items change or that is deleted: never new items at the old price', {
    together: 3,
    eitherFirst: true,
    given: () => newPrescription(),
    callers: ({ number, id }, round) => {
      const edit = async () =>
        (await call(doctor, 'PUT', `/prescriptions/${id}`, { items: lines(5) })).status;
      const remove = async () => (await call(doctor, 'DELETE', `/prescriptions/${id}`)).status;
      const buy = () => pay(customers[round % 2]!, { order: orderOf(number) });
      return [buy, edit, edit, ...(round % 4 === 0 ? [remove] : [])];
    },
    invariant: async (_, { id }) => {
      const [row] = await rowsOf(
        `select o.total_fcfa::int as total, p.used_by_id as used, p.deleted_at as deleted,
           (select sum(quantity)::int from prescription_items where prescription_id = p.id) as quantity
         from prescriptions p left join orders o on o.prescription_id = p.id where p.id = $1`,
        [id],
      );
      expect(row.total !== null).toBe(row.used !== null);
      if (row.total !== null) {
        expect([row.total, row.deleted]).toEqual([500 + row.quantity * 1100, null]);
        seen.paid += 1;
      }
      if (row.quantity === 5) seen.edited += 1;
    },
    afterwards,
  });
});

describe('what remains of a prescription (rule 52)', () => {
  /** Two boxes that may be split and one of another medicine, of which an order took some. */
  async function begun(...taken: { medication: MedicationRow; quantity: number }[]) {
    const prescription = await buildPrescription(server.db, {
      authorId: doctor.row.id,
      items: [
        { medication, quantity: 2, maySplit: true },
        { medication: other, quantity: 1 },
      ],
    });
    const customerId = customers[0]!.row.id;
    const order = await buildOrder(server.db, { customerId, prescriptionId: prescription.id, items: taken });
    return { ...prescription, orderId: order.id };
  }
  const rowOf = async (id: string) =>
    (await rowsOf('select used_at as used, closing from prescriptions where id = $1', [id]))[0];
  const boxesOf = async (id: string) =>
    (await rowsOf('select boxes from given_of($1) order by medication_id', [id])).map(({ boxes }) => boxes);

  race('one box of it paid by two accounts at once: one order, one payment in review', {
    together: 3,
    given: async () => {
      const { number, id } = await begun({ medication, quantity: 1 });
      const order = orderOf(number, [other.id]);
      const opened: { transactionId: string; amount: number }[] = [];
      for (const who of customers) {
        opened.push((await call(who, 'POST', '/payments', { order })).body);
        // The reservation of 15 minutes has expired.
        await rowsOf(`update prescriptions set reserved_until = '2026-01-01' where id = $1`, [id]);
      }
      return { id, opened };
    },
    callers: ({ opened }) => opened.flatMap((payment) => times(3, () => () => webhook(payment))),
    invariant: async (responses, { id }) => {
      expect(codesOf(responses)).toEqual(times(6, () => 200));
      expect(await boxesOf(id)).toEqual([2]);
      const text = 'select status from payments where prescription_id = $1 order by status';
      expect(await rowsOf(text, [id])).toEqual([{ status: 'paid' }, { status: 'review' }]);
      expect(await rowOf(id)).toEqual({ used: null, closing: null });
    },
  });

  const seen = { paid: 0, other: 0 };
  const afterwards = () => {
    expect(seen.paid).toBeGreaterThan(0);
    expect(seen.other).toBeGreaterThan(0);
    Object.assign(seen, { paid: 0, other: 0 });
  };

  race('given up, twice, while somebody else pays for it: one of the two', {
    together: 3,
    eitherFirst: true,
    given: async () => ({
      ...(await begun({ medication, quantity: 2 })),
      buyer: await server.signIn('customer'),
    }),
    callers: ({ id, number, buyer }) => {
      const renounce = async () =>
        (await call(customers[0]!, 'POST', `/prescriptions/${id}/renounce`)).status;
      return [renounce, renounce, () => pay(buyer, { order: orderOf(number) })];
    },
    invariant: async ([one, again, paid], { id }) => {
      const { used, closing } = await rowOf(id);
      expect(used).not.toBeNull();
      const isPaid = paid === 201;
      expect([one, again, paid, closing]).toEqual(
        isPaid ? [409, 409, 201, null] : [204, 204, 409, 'renounced'],
      );
      expect(await boxesOf(id)).toEqual(isPaid ? [2, 1] : [2]);
      seen[isPaid ? 'paid' : 'other'] += 1;
    },
    afterwards,
  });

  race('ordered while a line of the first order is given back: nothing is lost, nothing given twice', {
    together: 3,
    eitherFirst: true,
    given: async () => ({
      ...(await begun({ medication, quantity: 2 })),
      buyer: await server.signIn('customer'),
    }),
    callers: ({ orderId, number, buyer }) => {
      const body = { lines: [{ medicationId: medication.id, givenBack: 1 }], reason: 'unavailable' };
      return [
        async () => (await call(supervisor, 'POST', `/orders/${orderId}/give-back`, body)).status,
        () => pay(buyer, { order: orderOf(number) }),
      ];
    },
    invariant: async (statuses, { id }) => {
      expect(statuses).toEqual([200, 201]);
      const [boxes, others] = await boxesOf(id);
      expect(others).toBe(1);
      // The second order took what came back, or did not know of it.
      expect((await rowOf(id)).used !== null).toBe(boxes === 2);
      seen[boxes === 2 ? 'other' : 'paid'] += 1;
    },
    afterwards,
  });
});

describe('approving a proposed medicine', () => {
  const proposed = async () => {
    const fields = { price: 1, reviewed: false, awaitsReview: true, createdById: doctor.row.id };
    const waiting = await buildMedication(server.db, fields);
    const prescription = await newPrescription({ medication: waiting, quantity: 3 });
    return { path: `/medications/${waiting.id}/review`, ...prescription };
  };
  const approve = (who: Visitor, path: string, price: number) =>
    call(who, 'POST', path, { decision: 'approve', price });

  race('twice at once, differently: one counts, and every waiting line has its price', {
    together: 3,
    given: proposed,
    callers: ({ path }) => [agent, colleague].map((who, n) => () => approve(who, path, 1000 + n)),
    invariant: async (answers, { id }) => {
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
      const approved = answers.find(({ status }) => status === 200)?.body.medication.price;
      const rows = await rowsOf('select price_fcfa from prescription_items where prescription_id = $1', [id]);
      expect(rows).toEqual([{ price_fcfa: approved }]);
    },
  });

  race('against paying: either nothing is opened, or the approved price is', {
    together: 3,
    given: async () => ({ ...(await proposed()), customer: await server.signIn('customer') }),
    callers: ({ path, number, customer }) => [
      () => approve(agent, path, 2000),
      ...times(3, () => () => open(customer, number)),
    ],
    invariant: async ([approved, ...paid], { customer }) => {
      expect(approved?.status).toBe(200);
      const amount = 500 + 6000 + 600;
      for (const { status, body } of paid) {
        if (status === 409) expect(body.code).toBe('MEDICATION_TO_REVIEW');
        else expect([status, body.amount]).toEqual([201, amount]);
      }
      const rows = await rowsOf('select distinct amount_fcfa from payments where customer_id = $1', [
        customer.row.id,
      ]);
      expect([[], [{ amount_fcfa: amount }]]).toContainEqual(rows);
    },
  });
});
