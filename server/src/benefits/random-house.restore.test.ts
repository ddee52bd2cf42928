import type { PayeeDue } from '@amasin/domain/benefits/settlement.ts';
import type { comparedBook } from '@amasin/domain/house/situation.ts';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildPrescription } from '../builders/prescription.ts';
import { followUpPayments } from '../payments/confirm.ts';
import { openProvider } from '../payments/open.ts';
import { type FakeFedapay, fedapayEnv, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { sendRefunds } from '../payments/refund.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { backupPath, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { openPayment, readPayment } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

// Random histories of a house that is restored from a backup of some steps ago, while its provider keeps its book. What an operator then
// does is in docs/exploitation/sauvegarde.md: compare, note what is known at the provider alone, resume. random-house.test.ts has the
// histories without a restore, races/restored.test.ts each state of money at the moment of the backup.

const RUNS = casesOf(8, 60);
const TIMEOUT_MS = Math.max(300_000, RUNS * 30_000);
/** The operator's own money on the balance, F. */
const TOPPED_UP = 100_000_000;

afterAll(() => removeBackups());

const which = fc.nat(9);
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      prescribed: fc.boolean(),
      /** Otherwise the customer closes her browser, and only the provider knows. */
      told: fc.boolean(),
      price: fc.integer({ min: 1, max: 9_999 }),
    }),
  },
  { weight: 12, arbitrary: fc.record({ do: fc.constant('move on' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('give back' as const),
      which,
      boxes: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('settle' as const) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      as: fc.constantFrom('sent', 'sent', 'started', 'lost'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('follow up' as const) }) },
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
type Difference = z.output<typeof comparedBook>['differences'][number];

interface Placed {
  readonly transactionId: string;
  readonly medicationId: string;
  readonly total: number;
}

/** What somebody did to an order, and does again when the house has forgotten it. */
interface Done {
  readonly order: Placed;
  readonly by: Visitor['row'];
  readonly method: string;
  readonly path: string;
  readonly body: object;
  /** The refund that it decided. */
  readonly refund?: string;
}

let keys = 0;

async function play(before: readonly Step[], lost: readonly Step[], after: readonly Step[]) {
  const open: { close(): Promise<void> }[] = [];
  try {
    await live(open, [before, lost, after]);
  } finally {
    for (const one of open) await one.close();
  }
}

/** @param open collects what is closed at the end */
async function live(
  open: { close(): Promise<void> }[],
  [before, lost, after]: readonly [readonly Step[], readonly Step[], readonly Step[]],
): Promise<void> {
  const clock = { now: () => house.clock.now() };
  const fedapay: FakeFedapay = await startFedapay(clock);
  open.push(fedapay);
  fedapay.toppedUp = TOPPED_UP;
  const start = async () => {
    const app = await startTestApp({
      payments: openProvider(readProviderSettings('fedapay', fedapayEnv(fedapay.url)), clock),
      settings: { payouts: 'provider', handoverCode: false },
    });
    open.push(app);
    return app;
  };
  let house: TestApp = await start();
  const first = house;
  const signIn = async (...given: Parameters<TestApp['signIn']>) => (await house.signIn(...given)).row;
  const customer = await signIn('customer');
  const pharmacy = await signIn('pharmacy');
  const courier = await signIn('deliveryPerson');
  const prescriber = await signIn('partnerDoctor');
  const supervisor = await signIn('supervisor');
  const owner = await signIn('superAdmin');
  const zone = await buildZone(house.db, { price: 705 });
  for (const [n, { id }] of [pharmacy, courier, prescriber].entries())
    await upsertPayoutAccount(house.db, id, { operator: 'mtn', phone: `+2290166000${100 + n}` });
  const placed: Placed[] = [];
  let done: Done[] = [];

  const rowsOf = async (text: string, values: readonly unknown[] = [], app = house) =>
    (await app.pool.query(text, [...values])).rows;
  const as = async (row: Visitor['row'], method: string, path: string, body?: object) => {
    keys += 1;
    const key = { 'idempotency-key': `restored ${keys}` };
    const seen = await house.call(await house.session(row), method, path, body, key);
    expect(seen.status, `${method} ${path}: ${JSON.stringify(seen.body)}`).toBeLessThan(500);
    return seen;
  };
  const orderOf = async ({ transactionId }: Placed): Promise<{ id: string; state: string } | undefined> =>
    (await rowsOf('select id, state from orders where transaction_id = $1', [transactionId]))[0];
  const change = async (one: Done) => {
    const order = await orderOf(one.order);
    if (order === undefined) return;
    const { status } = await as(one.by, one.method, `/orders/${order.id}/${one.path}`, one.body);
    if (status >= 300) return;
    const [last] = await rowsOf('select id from refunds where order_id = $1 order by id desc limit 1', [
      order.id,
    ]);
    done.push(one.method === 'POST' ? { ...one, refund: last.id } : one);
  };

  const order = async ({ prescribed, told, price }: Extract<Step, { do: 'order' }>) => {
    const medication = await buildMedication(house.db, { price });
    const items = [{ medication, quantity: 2 }];
    const prescription = prescribed
      ? {
          type: 'numerical',
          prescriptionNumber: (await buildPrescription(house.db, { authorId: prescriber.id, items })).number,
        }
      : { type: 'numerical', items: [{ medicationId: medication.id, quantity: 2 }] };
    keys += 1;
    const draft = {
      order: { prescription, deliveryZone: zone.id, deliveryAddress: `Lot ${keys}, Akpakpa` },
      operator: 'mtn',
      payingPhone: `+22901${67_000_000 + keys}`,
    };
    const buyer = await house.session(customer);
    const { transactionId, amount } = await openPayment(house, buyer, draft);
    fedapay.settle(transactionId, { status: 'paid' });
    placed.push({ transactionId, medicationId: medication.id, total: amount });
    if (told) await readPayment(house, buyer, transactionId);
  };

  const moveOn = async (one: Placed) => {
    const state = (await orderOf(one))?.state;
    const move = (by: Visitor['row'], path: string, body: object) =>
      change({ order: one, by, method: 'PATCH', path, body });
    if (state === 'pending') {
      await move(supervisor, 'assign', { pharmacy: pharmacy.id });
      await move(supervisor, 'assign', { deliveryPerson: courier.id });
      await move(courier, 'status', { status: 'delivering' });
    } else if (state === 'delivering') await move(courier, 'status', { status: 'delivered' });
    else if (state === 'delivered') await move(supervisor, 'status', { status: 'ended' });
  };

  /** The payouts that the house has forgotten, and that are not noted yet, FCFA by their payee. */
  let unnoted: { readonly payee: string; readonly amount: number; readonly id: string }[] = [];
  /** Notes forgotten payouts by hand, as soon as the house knows again that so much is owed. */
  const note = async () => {
    const left = [];
    for (const one of unnoted) {
      const body = { payee: one.payee, amount: one.amount, method: 'mobile', reference: one.id };
      const { status } = await as(owner, 'POST', '/benefics/settlement/by-hand', body);
      if (status !== 200) left.push(one);
    }
    unnoted = left;
  };

  const settle = async () => {
    await note();
    const { payees } = (await as(owner, 'GET', '/benefics/settlement')).body;
    // Whoever has got what the house does not know yet is left out.
    const payouts = (payees as PayeeDue[])
      .filter(({ payee, most }) => most > 0 && unnoted.every((one) => one.payee !== payee._id))
      .map(({ payee, most }) => ({ payee: payee._id, amount: most }));
    if (payouts.length > 0)
      expect((await as(owner, 'POST', '/benefics/settlement', { payouts })).status).toBe(200);
  };

  const run = async (steps: readonly Step[]) => {
    for (const one of steps) {
      const named = 'which' in one ? placed[one.which % (placed.length || 1)] : undefined;
      if (one.do === 'order') await order(one);
      else if (one.do === 'settle') await settle();
      else if (one.do === 'send') {
        fedapay.payoutBehaviour = one.as as FakeFedapay['payoutBehaviour'];
        await sendRefunds(house.ctx);
        await sendPayouts(house.ctx);
      } else if (one.do === 'follow up') await followUpPayments(house.ctx);
      else if (one.do === 'wait') house.clock.advance(one.hours * 3_600);
      else if (named === undefined) continue;
      else if (one.do === 'move on') await moveOn(named);
      else {
        const [path, body] =
          one.do === 'cancel'
            ? ['cancellation', {}]
            : ['give-back', { lines: [{ medicationId: named.medicationId, givenBack: one.boxes }] }];
        const by = supervisor;
        await change({ order: named, by, method: 'POST', path, body: { ...body, reason: 'unavailable' } });
      }
    }
  };

  const compare = async (): Promise<Difference[]> => {
    const { books } = (await as(owner, 'GET', '/situation/reconcile?since=2026-11-01')).body;
    expect(books).toMatchObject([{ state: 'compared' }]);
    return books[0].differences;
  };

  await run(before);
  const path = backupPath();
  await save(house, path);
  done = [];
  await run(lost);

  house = await start();
  house.clock.advance((first.clock.now().getTime() - house.clock.now().getTime()) / 1_000);
  await restoreInto(house, path);
  const refundsOf = (app: TestApp) =>
    rowsOf(
      'select r.id, r.amount_fcfa as amount, p.transaction_id as of from refunds r join payments p on p.id = r.payment_id',
      [],
      app,
    );
  const forgotten = {
    payouts: await rowsOf('select * from payouts', [], first),
    refunds: await refundsOf(first),
  };

  // What the provider alone has: a payment goes back, unless it did; a payout is noted, and so is what gave money back.
  let paidBack = 0;
  const sentBack = new Set<string | undefined>();
  for (const { kind, finding, ours, amount } of await compare()) {
    if (finding !== 'only-theirs' || ours === null) continue;
    if (kind === 'payment') {
      if (forgotten.refunds.some(({ of }) => of === ours)) continue;
      fedapay.payBack(ours);
      paidBack += Number(amount);
      continue;
    }
    const payout = forgotten.payouts.find(({ id }) => id === ours);
    if (payout === undefined) sentBack.add(ours);
    else unnoted.push({ payee: payout.beneficiary_id, amount: Number(amount), id: ours });
  }
  const again = done;
  done = [];
  for (const { transactionId } of placed) {
    const known = await rowsOf('select from payments where transaction_id = $1', [transactionId]);
    if (known.length > 0) await readPayment(house, await house.session(customer), transactionId);
  }
  // People do again what they did; a refund whose money has left is decided as one that is made by hand.
  for (const one of again) {
    Object.assign(house.ctx.settings, { payouts: sentBack.has(one.refund) ? 'manual' : 'provider' });
    await change(one);
    await note();
  }
  expect((await as(owner, 'POST', '/situation/resume-money')).body).toEqual({ resumed: true });
  await sendRefunds(house.ctx);
  for (const { id } of await rowsOf(`select id from refunds where way = 'hand' and state = 'failed'`))
    expect(
      (await as(supervisor, 'POST', `/refunds/${id}/by-hand`, { note: 'Rendu avant la restauration' }))
        .status,
    ).toBe(204);
  Object.assign(house.ctx.settings, { payouts: 'provider' });
  await note();

  await run(after);

  // Whatever is under way arrives.
  fedapay.payoutBehaviour = 'sent';
  for (let day = 0; day < 6; day += 1) {
    fedapay.settlePayouts('sent');
    house.clock.advance(25 * 3_600);
    await followUpPayments(house.ctx);
    await sendRefunds(house.ctx);
    await sendPayouts(house.ctx);
  }
  await note();

  const sum = (some: readonly { readonly amount: number | null }[]) =>
    some.reduce((total, { amount }) => total + Number(amount), 0);
  const started = fedapay.payouts.filter(({ starts }) => starts > 0);
  const book = started.map(
    ({ asked, starts, status }) => `${asked.merchant_reference} ${asked.amount} ${status} ${starts}`,
  );
  const own = await rowsOf(
    `select id, amount_fcfa as amount, state from payouts where provider is not null
     union all select id, amount_fcfa, state from refunds where way = 'payout'`,
  );
  const differences = await compare();
  const theirs = differences.filter(({ kind }) => kind === 'payout');
  // Each payout and refund that the house knows was made once, and the comparison names all others.
  expect(differences.map(({ finding }) => finding)).toEqual(differences.map(() => 'only-theirs'));
  expect(own.map(({ state }) => state)).toEqual(own.map(() => 'done'));
  expect(book.sort()).toEqual(
    [
      ...own.map(({ id, amount }) => `${id} ${amount} sent 1`),
      ...theirs.map(({ ours, amount }) => `${ours} ${amount} sent 1`),
    ].sort(),
  );
  const ids = new Set([...forgotten.payouts, ...forgotten.refunds].map(({ id }) => id));
  expect(theirs.filter(({ ours }) => !ids.has(ours))).toEqual([]);
  // Whoever paid got back what the house says, and of a forgotten order no more than was paid.
  const refunds = await refundsOf(house);
  const of = new Map([...forgotten.refunds, ...refunds].map((one) => [one.id, one.of]));
  for (const order of placed) {
    const sent = started.filter(({ asked }) => of.get(asked.merchant_reference) === order.transactionId);
    const back = sum(sent.map(({ asked }) => asked));
    if ((await orderOf(order)) === undefined) expect(back).toBeLessThanOrEqual(order.total);
    else expect(back).toBe(sum(refunds.filter((one) => one.of === order.transactionId)));
  }
  // The ledger is the provider's book, but for what the comparison names and nobody could note.
  const [{ money }] = await rowsOf(
    `select coalesce(sum(amount_fcfa), 0)::int as money from entries where account in ('customer', 'bank')`,
  );
  const byHand = await rowsOf(
    `select amount_fcfa as amount from payouts where method is not null
     union all select amount_fcfa from refunds where way = 'hand'`,
  );
  const unknownPayments = sum(differences.filter(({ kind }) => kind === 'payment')) - paidBack;
  expect(money).toBe(fedapay.held() - unknownPayments + sum(theirs) - sum(byHand));
  expect((await as(owner, 'GET', '/benefics/money')).body.addsUp).toBe(true);
  await expectInvariants(house.db);
}

it(
  'whenever the house is restored, each payout and refund is made once, and the comparison names what was forgotten',
  async () => {
    const steps = (minLength: number, maxLength: number) =>
      fc.noBias(fc.array(step, { minLength, maxLength, size: 'max' }));
    await fc.assert(fc.asyncProperty(steps(15, 40), steps(15, 40), steps(0, 20), play), { numRuns: RUNS });
  },
  TIMEOUT_MS,
);
