import { v7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { bookOrder } from '../benefits/record-journals.ts';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder, type OrderFields } from '../builders/order.ts';
import { transact } from '../database/transaction.ts';
import { times } from '../testing/http.ts';
import { providerDoes } from '../testing/pay.ts';
import type { Visitor } from '../testing/test-app.ts';
import { whileLocked } from '../testing/while-locked.ts';
import { call, count, race, rowsOf, server, startServer } from './race.ts';

const CALLERS = 10;

let customer: Visitor;
let supervisors: Visitor[];
let supervisor: Visitor;
let agent: Visitor;
const people: Record<'pharmacy' | 'deliveryPerson', Visitor[]> = { pharmacy: [], deliveryPerson: [] };
let parts: Partial<OrderFields>;

startServer({}, async () => {
  customer = await server.signIn('customer');
  supervisors = [await server.signIn('supervisor'), await server.signIn('supervisor')];
  supervisor = supervisors[0]!;
  agent = await server.signIn('agent');
  for (const type of ['pharmacy', 'deliveryPerson'] as const) {
    for (let n = 0; n < CALLERS; n += 1) people[type].push(await server.signIn(type));
  }
  const medication = await buildMedication(server.db);
  const zone = await buildZone(server.db);
  parts = { zone, customerId: customer.row.id, items: [{ medication, quantity: 3 }] };
});

const setState = (by: Visitor, id: string, status: string) =>
  call(by, 'PATCH', `/orders/${id}/status`, { status });
const assign = (by: Visitor, id: string, body: object) => call(by, 'PATCH', `/orders/${id}/assign`, body);

/** Opens the portal and pays; the status of the opening. */
async function pay(id: string): Promise<number> {
  const { status, body } = await call(customer, 'POST', '/payments', { orderId: id });
  if (status === 201) await providerDoes(server, body.transactionId, 'approve');
  return status;
}

describe('assigning', () => {
  const idOf = (role: keyof typeof people, n: number) => people[role][n]!.row.id;

  // Two supervisors in ten tabs. One user gets the order; calls that name another get 409 with the name of the assigned one.
  race('ten tabs that name nine users or two, with or without a previous assignee: one change', {
    together: 2,
    given: async (round) => {
      const role = round % 2 === 0 ? 'pharmacy' : 'deliveryPerson';
      const replaces = round % 8 < 4 ? null : idOf(role, 9);
      // With two users for ten tabs, all calls that named the winner return 200.
      const named = times(CALLERS, (n) => idOf(role, n % (round % 4 < 2 ? 9 : 2)));
      const order = await buildOrder(server.db, {
        ...parts,
        pharmacyId: role === 'pharmacy' ? replaces : idOf('pharmacy', 0),
        deliveryPersonId: role === 'pharmacy' ? null : replaces,
      });
      return { role, replaces, named, order } as const;
    },
    callers: ({ role, replaces, named, order }) =>
      named.map(
        (id, n) => () => assign(supervisors[n % 2]!, order.id, { [role]: id, ...(replaces && { replaces }) }),
      ),
    invariant: async (responses, { role, named, order }) => {
      const seen = await Promise.all(supervisors.map((by) => call(by, 'GET', `/orders/${order.id}`)));
      const [winner, other] = seen.map(({ body }) => body.order[role]);
      expect(other).toEqual(winner);
      for (const [n, { status, body }] of responses.entries()) {
        if (named[n] === winner._id) expect(status).toBe(200);
        else expect([status, body.message]).toEqual([409, `Commande déjà assignée à ${winner.name}`]);
      }
      const by = supervisors.map(({ row }) => row.id);
      const line = `order_events where order_id = $1 and action ~ '^(assign|replace)-' and to_value = $2 and actor_id = any($3)`;
      expect(await count(line, [order.id, winner._id, by])).toBe(1);
      const notice = `notifications where message like '%' || $1 || ' vous est confiée.'`;
      expect(await count(notice, [order.number])).toBe(1);
    },
  });
});

describe('moving', () => {
  const moves = ['delivering', 'delivered', 'ended'] as const;
  /** An order that is one step before this state. */
  const before = async (to: (typeof moves)[number]) => {
    const { id } = await buildOrder(server.db, {
      ...parts,
      pharmacyId: people.pharmacy[0]!.row.id,
      deliveryPersonId: people.deliveryPerson[0]!.row.id,
    });
    for (const state of moves.slice(0, moves.indexOf(to))) {
      await setState(state === 'ended' ? supervisor : people.deliveryPerson[0]!, id, state);
    }
    return id;
  };
  /** One change, one event, one notice to the customer for each of its moves. */
  const expectOneMove = async (id: string, to: (typeof moves)[number]) => {
    const rows = await rowsOf(
      `select (select state from orders where id = $1) as state,
        (select count(*)::int from order_events where order_id = $1 and to_value = $2) as lines,
        (select 1 + jsonb_array_length(earlier) from notifications where user_id = $3 and order_id = $1) as notices,
        (select count(*)::int from journals where order_id = $1) as journals`,
      [id, to, customer.row.id],
    );
    // The payment, then one for each move.
    const journals = 1 + moves.indexOf(to) + 1;
    expect(rows).toEqual([{ state: to, lines: 1, notices: moves.indexOf(to) + 1, journals }]);
  };

  for (const { title, to, phones, rounds } of [
    { title: '« Commencer la livraison » from four phones', to: 'delivering', phones: 4 },
    { title: '« Commencer la livraison » from twenty phones', to: 'delivering', phones: 20, rounds: 1 },
    { title: '« Marquer comme livrée » from two phones', to: 'delivered', phones: 2 },
  ] as const) {
    race(`${title}: one change, and 200 for each`, {
      together: 3,
      ...(rounds && { rounds }),
      given: () => before(to),
      callers: (id) => times(phones, () => () => setState(people.deliveryPerson[0]!, id, to)),
      invariant: async (responses, id) => {
        for (const { status, body } of responses) expect([status, body.order.state]).toEqual([200, to]);
        await expectOneMove(id, to);
      },
    });
  }

  /** Hands an order over from one of the courier's phones. */
  const handOver = (id: string, proof: object) =>
    call(people.deliveryPerson[0]!, 'PATCH', `/orders/${id}/status`, { status: 'delivered', ...proof });
  const codeOf = async (id: string): Promise<string> =>
    (await call(customer, 'GET', `/orders/${id}`)).body.order.handoverCode;
  const wrongCode = (code: string, n: number) => `${(Number(code) + n + 1) % 10_000}`.padStart(4, '0');

  race('the code against « sans code », each from two phones: one handover, proven or not', {
    together: 3,
    eitherFirst: true,
    given: async () => {
      const id = await before('delivered');
      return { id, code: await codeOf(id) };
    },
    callers: ({ id, code }) => [
      () => handOver(id, { handoverCode: code }),
      () => handOver(id, { handoverCode: code }),
      () => handOver(id, { handoverReason: 'no-phone' }),
      () => handOver(id, { handoverReason: 'no-phone' }),
    ],
    invariant: async (responses, { id }) => {
      for (const { status, body } of responses)
        expect([status, body.order.state]).toEqual([200, 'delivered']);
      await expectOneMove(id, 'delivered');
      const [row] = await rowsOf(
        `select proven, unproven_reason as reason, (select count(*)::int from order_events
           where order_id = orders.id and action = 'hand-over-without-code') as without from orders where id = $1`,
        [id],
      );
      expect([
        { proven: true, reason: null, without: 0 },
        { proven: false, reason: 'no-phone', without: 1 },
      ]).toContainEqual(row);
    },
  });

  race('eight wrong codes and the right one from nine phones: five are counted at most, and told once', {
    together: 2,
    given: async () => {
      const id = await before('delivered');
      return { id, code: await codeOf(id) };
    },
    callers: ({ id, code }) => [
      ...times(8, (n) => () => handOver(id, { handoverCode: wrongCode(code, n) })),
      () => handOver(id, { handoverCode: code }),
    ],
    invariant: async (responses, { id }) => {
      const [row] = await rowsOf(
        `select state, cardinality(wrong_codes) as wrong, (select count(*)::int from order_events
           where order_id = orders.id and action = 'fail-handover-codes') as told from orders where id = $1`,
        [id],
      );
      const isRefused = responses.at(-1)?.status === 409;
      if (isRefused) expect(row).toEqual({ state: 'delivering', wrong: 5, told: 1 });
      else expect(row).toMatchObject({ state: 'delivered', wrong: 0 });
      for (const { status } of responses.slice(0, -1))
        expect(isRefused ? [409] : [200, 409]).toContain(status);
    },
  });

  race('« Terminer » from two supervisors in two tabs: 200 for the one who did it, 409 for the other', {
    together: 3,
    given: () => before('ended'),
    callers: (id) => times(4, (n) => () => setState(supervisors[n % 2]!, id, 'ended')),
    invariant: async (responses, id) => {
      const won = responses.findIndex(({ status }) => status === 200) % 2;
      for (const [n, { status, body }] of responses.entries()) {
        if (n % 2 === won) expect(status).toBe(200);
        else
          expect([status, body.message]).toEqual([
            409,
            'Action impossible : la commande est déjà « Terminée »',
          ]);
      }
      await expectOneMove(id, 'ended');
    },
  });
});

describe('cancelling an unpaid order', () => {
  const unpaid = (change: Partial<OrderFields> = {}) =>
    buildOrder(server.db, {
      ...parts,
      state: 'pre-treatment',
      ...(change.items?.length !== 0 && { itemsWrittenById: agent.row.id }),
      ...change,
    });
  const cancel = async (by: Visitor, id: string) => (await setState(by, id, 'cancelled')).status;

  race('while it is paid: one or the other, and no money is left over', {
    given: () => unpaid(),
    callers: ({ id }) => [() => pay(id), () => cancel(customer, id), () => cancel(supervisor, id)],
    invariant: async ([paid, ...cancelling], { id }) => {
      const rows = await rowsOf(
        `select state, paid_fcfa > 0 as "isPaid", (select count(*)::int from payments p where p.order_id = o.id
           and status = 'review') as reviews from orders o where id = $1`,
        [id],
      );
      const cancelled = cancelling.filter((status) => status === 200).length;
      if (paid === 201) {
        expect([cancelled, rows[0]]).toEqual([0, { state: 'pending', isPaid: true, reviews: 0 }]);
      } else {
        expect([cancelled, rows[0]]).toEqual([1, { state: 'cancelled', isPaid: false, reviews: 0 }]);
      }
    },
  });

  race('while its items are written: cancelled once, with or without them', {
    given: () => unpaid({ items: [] }),
    callers: ({ id }) => [
      async () => {
        const items = [{ medicationId: parts.items![0]!.medication.id, quantity: 1 }];
        return (await call(agent, 'PUT', `/orders/${id}`, { prescription: { type: 'numerical', items } }))
          .status;
      },
      () => cancel(customer, id),
    ],
    invariant: async ([written, cancelled], { id }) => {
      const rows = await rowsOf('select state, items_count from orders where id = $1', [id]);
      // A cancel that met the written items is refused: the customer may want to pay them.
      expect(rows[0].state).toBe(cancelled === 200 ? 'cancelled' : 'pre-treatment');
      expect(rows[0].items_count > 0).toBe(written === 200);
      if (cancelled !== 200) expect([cancelled, written]).toEqual([409, 200]);
    },
  });

  // The customer leaves out medicines on one device and pays on another, while a pharmacist corrects the prescription.
  race('paid while its medicines are chosen: paid for exactly what it contains', {
    given: async () => {
      const items: OrderFields['items'][number][] = [];
      for (const price of [700, 1100, 1900])
        items.push({ medication: await buildMedication(server.db, { price }), quantity: 1 });
      const medications = items.map(({ medication }) => medication.id);
      return { ...(await unpaid({ items })), medications };
    },
    callers: ({ id, prescriptionId, medications }) => {
      const leaveOut = (left: string[]) => async () =>
        (await call(customer, 'PUT', `/orders/${id}/left-out`, { medications: left })).status;
      const correct = async () => {
        const items = medications.slice(0, 2).map((medicationId) => ({ medicationId, quantity: 2 }));
        return (await call(agent, 'PUT', `/prescriptions/${prescriptionId}`, { items })).status;
      };
      const [leaveFirst, leaveOthers] = [leaveOut(medications.slice(0, 1)), leaveOut(medications.slice(1))];
      return [leaveFirst, () => pay(id), leaveOthers, correct, () => pay(id), leaveOut([])];
    },
    invariant: async (statuses, { id }) => {
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      const [row] = await rowsOf(
        `select state, paid_fcfa as paid, total_fcfa as total, medicines_fcfa as stated,
           (select sum(quantity * price_fcfa)::int from order_items where order_id = o.id) as medicines,
           (select count(*)::int from payments p where p.order_id = o.id and status = 'review') as reviews
         from orders o where id = $1`,
        [id],
      );
      expect([row.stated, row.reviews]).toEqual([row.medicines, 0]);
      expect(row.paid).toBe(row.state === 'pending' ? row.total : 0);
    },
  });
});

// The second of two different changes waits for the first's lock between reading and writing, and must then see its result.
describe('two changes that cross', () => {
  let courier: Visitor;
  let next: Visitor;
  beforeAll(() => {
    [courier, next] = people.deliveryPerson as [Visitor, Visitor];
  });
  const order = (deliveryPersonId: string | null = courier.row.id) =>
    buildOrder(server.db, { pharmacyId: people.pharmacy[0]!.row.id, deliveryPersonId });
  const addEvent = `insert into order_events (id, order_id, at, actor_id, action, from_value, to_value)
    select $3::uuid, $1, now(), $4`;

  it('replacing a courier who starts the delivery meanwhile succeeds (rule 9)', async () => {
    const { id } = await order();
    const setOut = `with event as (${addEvent}, 'start-delivery', 'pending', 'delivering')
      update orders set state = $2 where id = $1`;
    const { status, body } = await whileLocked(server.pool, {
      first: { text: setOut, values: [id, 'delivering', v7(), courier.row.id] },
      second: () => assign(supervisor, id, { deliveryPerson: next.row.id, replaces: courier.row.id }),
    });
    const { state, deliveryPerson } = body.order;
    expect([status, state, deliveryPerson._id]).toEqual([200, 'delivering', next.row.id]);
    // The statement above set it out without what a departure books.
    await transact(server.db, (tx) =>
      bookOrder(tx, { orderId: id, kind: 'handover', at: server.clock.now() }),
    );
  });

  it('starting a delivery after being replaced returns 404', async () => {
    const { id } = await order();
    const replaced = `with event as (${addEvent}, 'replace-delivery-person', null, $2::uuid::text)
      update orders set delivery_person_id = $2 where id = $1`;
    const { status, body } = await whileLocked(server.pool, {
      first: { text: replaced, values: [id, next.row.id, v7(), supervisor.row.id] },
      second: () => setState(courier, id, 'delivering'),
    });
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it('assigning a pharmacist while a supervisor writes the items returns 409', async () => {
    const { id } = await buildOrder(server.db, { state: 'pre-treatment', items: [] });
    const written = `with event as (insert into order_events (id, order_id, at, actor_id, action)
        select $5::uuid, $1, now(), $2, 'write-prescription'),
      item as (insert into order_items select $1, 0, $3, 'x', 1, 1000),
      paper as (insert into prescriptions (id, type, number, author_id, patient_name, patient_phone, priced_at, created_at)
        select $4::uuid, 'numerical', 'ORD-00000001', $2, 'x', 'x', now(), now()),
      line as (insert into prescription_items select $4, 0, $3, 'x', 1, 1000)
      update orders set items_count = 1, medicines_fcfa = 1000, commission_fcfa = 100, reduction_fcfa = 0,
        total_fcfa = 1600, items_written_by_id = $2, prescription_id = $4 where id = $1`;
    const medication = await buildMedication(server.db);
    const { status, body } = await whileLocked(server.pool, {
      first: { text: written, values: [id, supervisor.row.id, medication.id, v7(), v7()] },
      second: () => assign(supervisor, id, { agent: agent.row.id }),
    });
    expect([status, body.code]).toEqual([409, 'ALREADY_TREATED']);
  });

  it('assigning a user who is deactivated meanwhile returns 422', async () => {
    const gone = await server.signIn('deliveryPerson');
    const { id } = await order(null);
    const { status, body } = await whileLocked(server.pool, {
      first: { text: 'update users set active = false where id = $1', values: [gone.row.id] },
      second: () => assign(supervisor, id, { deliveryPerson: gone.row.id }),
    });
    expect([status, body.code]).toEqual([422, 'NOT_ASSIGNABLE']);
  });
});
