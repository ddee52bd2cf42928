import type { PayeeDue } from '@amasin/domain/benefits/settlement.ts';
import { bearers } from '@amasin/domain/claims/lifecycle.ts';
import type { StatementMonth } from '@amasin/domain/statements/statement.ts';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildInsuranceCard } from '../builders/insurance-card.ts';
import { buildInsurer } from '../builders/insurer.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { type RefundBehaviour, refundBehaviours } from '../payments/providers/sandbox.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, place, providerDoes, refundBehaves } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

// Random histories of a whole house through its calls: orders with and without insurance and prescriber, deliveries, returns,
// cancellations, lines given back, settlements, payouts that come back, claims refused and sent again, months that end. Afterwards the
// ledger is compared with what the provider has booked, and the statements with what the orders say.

const RUNS = casesOf(8, 200);
const TIMEOUT_MS = Math.max(300_000, RUNS * 10_000);
const KEPT_PERCENT = 10;

let server: TestApp;
let calls = 0;
/** Payouts that the provider has sent, FCFA by its own id. */
const sentOut = new Map<string, number>();

beforeAll(async () => {
  server = await startTestApp({
    settings: {
      payouts: 'provider',
      courierFeeKeptPercent: KEPT_PERCENT,
      returnFeePercent: 50,
      handoverCode: false,
    },
  });
  const { payouts } = server.ctx.payments;
  if (payouts === undefined) throw new Error('the sandbox makes payouts');
  const { send } = payouts;
  Object.assign(payouts, {
    send: async (...[id, request]: Parameters<typeof send>) => {
      const status = await send(id, request);
      if (status.state === 'done') sentOut.set(id, request.amount);
      return status;
    },
  });
});
afterAll(() => server.close());

const which = fc.nat(5);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      insured: fc.boolean(),
      prescribed: fc.boolean(),
      price: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('move on' as const), which }) },
  fc.record({ do: fc.constant('bring back' as const), which }),
  fc.record({ do: fc.constant('cancel' as const), which }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give back' as const),
      which,
      boxes: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({
    do: fc.constant('refunds behave' as const),
    which,
    as: fc.constantFrom<RefundBehaviour>(...refundBehaviours),
  }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('send' as const) }) },
  fc.record({
    do: fc.constant('change account' as const),
    which,
    works: fc.constantFrom(true, true, false),
  }),
  fc.record({ do: fc.constant('pay by hand' as const), which }),
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('claim' as const),
      state: fc.constantFrom('sent', 'sent', 'accepted', 'paid'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refuse' as const), which }) },
  fc.record({ do: fc.constant('bearer' as const), bearer: fc.constantFrom(...bearers) }),
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 500 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

interface Placed {
  readonly id: string;
  readonly medicationId: string;
  readonly transactionId: string;
}

/** The calls that bring an order from a state to the next one. */
const NEXT: Readonly<Record<string, string>> = {
  pending: 'delivering',
  delivering: 'delivered',
  delivered: 'ended',
};

/** A telephone for payouts; the sandbox refuses those that end in 99. */
const accountOf = (nth: number, works: boolean) => `+22901${66_000_000 + nth * 100 + (works ? 1 : 99)}`;

/** The state of an order, as its row has it. */
async function stateOf({ id }: Placed): Promise<string> {
  return (await server.pool.query('select state from orders where id = $1', [id])).rows[0].state;
}

/** Sums one number of one row. */
async function sum(query: string, values: readonly unknown[] = []): Promise<number> {
  const { rows } = await server.pool.query(query, [...values]);
  return Number(Object.values(rows[0])[0] ?? 0);
}

async function play(steps: readonly Step[]) {
  const customer = await server.signIn('customer');
  const pharmacy = await server.signIn('pharmacy', { isPartner: true });
  const courier = await server.signIn('deliveryPerson');
  const prescriber = await server.signIn('partnerDoctor', { verified: true });
  const { row: supervisor } = await server.signIn('supervisor');
  const { row: owner } = await server.signIn('superAdmin');
  const payees = [pharmacy, courier, prescriber];
  const insurer = await buildInsurer(server.db);
  const card = await buildInsuranceCard(server.db, {
    ownerId: customer.row.id,
    verified: true,
    insurerId: insurer.id,
    rate: 37,
  });
  const zone = await buildZone(server.db, { price: 705 });
  const placed: Placed[] = [];
  const one = (at: number): Placed | undefined => placed[at % (placed.length || 1)];

  // Time passes over the end of sessions: each call is made by one who has just signed in.
  const as = async ({ row }: Pick<Visitor, 'row'>, method: string, path: string, body?: unknown) => {
    calls += 1;
    const seen = await server.call(await server.session(row), method, path, body, {
      'idempotency-key': `house ${calls}`,
    });
    expect(seen.status, `${method} ${path}: ${JSON.stringify(seen.body)}`).toBeLessThan(500);
    return seen;
  };
  const asSupervisor = (method: string, path: string, body?: unknown) =>
    as({ row: supervisor }, method, path, body);
  const asOwner = (method: string, path: string, body?: unknown) => as({ row: owner }, method, path, body);

  const order = async ({ insured, prescribed, price }: Extract<Step, { do: 'order' }>) => {
    const medication = await buildMedication(server.db, { price });
    const items = [
      { medication, quantity: 2 },
      { medication: await buildMedication(server.db, { price: 333 }), quantity: 1 },
    ];
    const prescription = prescribed
      ? {
          type: 'numerical',
          prescriptionNumber: (await buildPrescription(server.db, { authorId: prescriber.row.id, items }))
            .number,
        }
      : {
          type: 'numerical',
          items: items.map(({ medication: { id }, quantity }) => ({ medicationId: id, quantity })),
        };
    const draft = {
      prescription,
      deliveryZone: zone.id,
      deliveryAddress: `Lot ${calls}, Akpakpa`,
      ...(insured && { insuranceCard: card.id }),
    };
    const buyer = await server.session(customer.row);
    const { transactionId } = await openPayment(server, buyer, { order: draft });
    await providerDoes(server, transactionId, 'approve');
    const { body } = await place(server, buyer, draft, transactionId);
    const { _id: id } = body.order;
    placed.push({ id, medicationId: medication.id, transactionId });
    await asSupervisor('PATCH', `/orders/${id}/assign`, { pharmacy: pharmacy.row.id });
  };

  const moveOn = async (moved: Placed) => {
    const status = NEXT[await stateOf(moved)];
    if (status === undefined) return;
    const courierIs = { deliveryPerson: courier.row.id };
    if (status === 'delivering') await asSupervisor('PATCH', `/orders/${moved.id}/assign`, courierIs);
    const by = status === 'ended' ? { row: supervisor } : courier;
    expect((await as(by, 'PATCH', `/orders/${moved.id}/status`, { status })).status).toBe(200);
  };

  const settle = async () => {
    const { payees: due } = (await asOwner('GET', '/benefics/settlement')).body;
    const payouts = due
      .filter(({ now }: PayeeDue) => now > 0)
      .map(({ payee, now }: PayeeDue) => ({ payee: payee._id, amount: now }));
    if (payouts.length > 0)
      expect((await asOwner('POST', '/benefics/settlement', { payouts })).status).toBe(200);
  };

  /** The months in which it has lines, as paths. */
  const claims = async (): Promise<string[]> => {
    const all = (await asOwner('GET', '/claims?limit=200')).body.claims;
    const own = all.filter((claim: { insurer: { _id: string } }) => claim.insurer._id === insurer.id);
    return own.map(({ month }: { month: string }) => `/insurers/${insurer.id}/claims/${month}`);
  };

  for (const { row } of payees)
    await upsertPayoutAccount(server.db, row.id, { operator: 'mtn', phone: accountOf(calls, true) });

  for (const current of steps) {
    const named = 'which' in current ? one(current.which) : undefined;
    if (current.do === 'order') await order(current);
    else if (current.do === 'settle') await settle();
    else if (current.do === 'send') {
      await sendRefunds(server.ctx);
      await sendPayouts(server.ctx);
    } else if (current.do === 'change account') {
      const { row } = payees[current.which % payees.length]!;
      const phone = accountOf(calls, current.works);
      await upsertPayoutAccount(server.db, row.id, { operator: 'mtn', phone });
    } else if (current.do === 'pay by hand') {
      const { row } = payees[current.which % payees.length]!;
      const { owed } = (await as({ row }, 'GET', '/benefics/own')).body;
      const amount = Math.ceil(owed / 2);
      if (amount > 0)
        await asOwner('POST', '/benefics/settlement/by-hand', {
          payee: row.id,
          amount,
          method: 'cash',
          reference: `Reçu ${calls}`,
        });
    } else if (current.do === 'claim') {
      for (const path of await claims()) await asOwner('POST', path, { state: current.state });
    } else if (current.do === 'refuse') {
      for (const path of await claims()) {
        const { lines } = (await asOwner('GET', `${path}?limit=200`)).body;
        const line = lines[current.which % lines.length];
        await asOwner('POST', `/claims/lines/${line._id}`, { state: 'refused', reason: 'late' });
      }
    } else if (current.do === 'bearer') server.ctx.settings.refusedClaim = current.bearer;
    else if (current.do === 'wait') server.clock.advance(current.hours * 3_600);
    else if (named === undefined) continue;
    else if (current.do === 'move on') await moveOn(named);
    else if (current.do === 'bring back')
      await asSupervisor('POST', `/orders/${named.id}/return`, {
        reason: 'customer-absent',
        medicinesAt: current.which % 2 === 0 ? 'pharmacy' : 'courier',
      });
    else if (current.do === 'cancel')
      await asSupervisor('POST', `/orders/${named.id}/cancellation`, { reason: 'unavailable' });
    else if (current.do === 'give back')
      await asSupervisor('POST', `/orders/${named.id}/give-back`, {
        lines: [{ medicationId: named.medicationId, givenBack: current.boxes }],
        reason: 'unavailable',
      });
    else await refundBehaves(server, named.transactionId, current.as);
  }

  // Whatever is under way arrives.
  for (const { transactionId } of placed) await refundBehaves(server, transactionId, 'approve');
  for (let round = 0; round < 3; round += 1) {
    server.clock.advance(3_600);
    await server.pool.query('update refunds set next_try_at = $1 where next_try_at is not null', [
      server.clock.now(),
    ]);
    await sendRefunds(server.ctx);
    await sendPayouts(server.ctx);
  }

  await expectSameBook();
  const ids = placed.map(({ id }) => id);
  const due = {
    pharmacy: await sum(PHARMACY_DUE, [ids]),
    deliveryPerson: await sum(COURIER_DUE, [ids, KEPT_PERCENT]),
    partnerDoctor: await sum(PRESCRIBER_DUE, [ids, prescriber.row.id]),
  };
  for (const { row } of payees) {
    const months: StatementMonth[] = (await as({ row }, 'GET', '/statements')).body.months.toReversed();
    expect(months.reduce((total, { amount }) => total + amount, 0)).toBe(due[row.type as keyof typeof due]);
    const { owed } = (await as({ row }, 'GET', '/benefics/own')).body;
    expect(months.at(-1)?.balance.closing ?? 0).toBe(owed);
    for (const [at, { balance }] of months.entries())
      expect(balance.opening).toBe(months[at - 1]?.balance.closing ?? 0);
  }
  expect((await asOwner('GET', '/benefics/money')).body.addsUp).toBe(true);
}

/** Compares the ledger with the money that the provider and the insurers have moved. */
async function expectSameBook(): Promise<void> {
  const received = await sum(`select sum(paid_amount_fcfa) from sandbox_transactions where status = 'paid'`);
  const returned = await sum(
    `select sum(amount_fcfa) from sandbox_refunds where status = 'done' and settles_at <= $1`,
    [server.clock.now()],
  );
  const booked = (account: string) =>
    sum(`select sum(amount_fcfa) from entries where account = $1`, [account]);
  expect(await booked('customer')).toBe(received - returned);
  const out = [...sentOut.values()].reduce((total, amount) => total + amount, 0);
  // A telephone gets three a day: others wait for their day.
  const waiting = await sum(`select sum(amount_fcfa) from payouts where state in ('asked', 'sent')`);
  const byHand = await sum(`select sum(amount_fcfa) from payouts where method is not null`);
  const insurers = await sum(`select sum(c.amount_fcfa) from claim_lines c where c.state = 'paid'`);
  expect(await booked('bank')).toBe(insurers - out - waiting - byHand);
}

const GIVEN_BACK = `lateral (select coalesce(sum(l.medicines_fcfa), 0) as medicines, coalesce(sum(l.commission_fcfa), 0) as commission
  from refund_lines l where l.order_id = o.id) b`;

/** The medicines that were taken and did not come back, less what it bears of refused claims. */
const PHARMACY_DUE = `select
  (select coalesce(sum(o.medicines_fcfa - b.medicines), 0) from orders o, ${GIVEN_BACK} where o.id = any($1)
    and (o.state in ('delivering', 'delivered', 'ended') or o.state = 'pending' and o.held_by_id is not null))
  - (select coalesce(sum(amount_fcfa), 0) from claim_lines
    where order_id = any($1) and state = 'refused' and bearer = 'pharmacy')`;

/** The fees of delivered orders, less the part that is kept, and the paid returns. */
const COURIER_DUE = `select
  (select coalesce(sum(delivery_fee_fcfa - delivery_fee_fcfa * $2::int / 100), 0) from orders
    where id = any($1) and state in ('delivered', 'ended'))
  + (select coalesce(sum(-e.amount_fcfa), 0) from entries e join journals j on j.id = e.journal_id
    where j.kind = 'return-fee' and j.order_id = any($1) and e.account = 'courier')`;

/** Half of the commission of what was not given back, of ended orders. */
const PRESCRIBER_DUE = `select coalesce(sum((o.commission_fcfa - b.commission) / 2), 0)
  from orders o join prescriptions p on p.id = o.prescription_id, ${GIVEN_BACK}
  where o.id = any($1) and o.state = 'ended' and p.author_id = $2`;

it(
  'whatever happens, the ledger is the provider’s book, and statements are the sums of their orders',
  async () => {
    // Without fast-check's bias towards short histories: an order needs many steps.
    const program = fc.noBias(fc.array(step, { minLength: 40, maxLength: 90, size: 'max' }));
    await fc.assert(fc.asyncProperty(program, play), { numRuns: RUNS });
    await expectInvariants(server.db);
  },
  TIMEOUT_MS,
);
