import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildClaimed, buildInsurer } from '../builders/insurer.ts';
import { buildOrder } from '../builders/order.ts';
import { sendRefunds } from '../payments/refund.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, placePaidOrder } from '../testing/pay.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { upsertPayoutAccount } from './payout-queries.ts';
import { sendPayouts } from './send.ts';

// A process that is killed says nothing more to its database, whose transactions then end undone. Here it says nothing after its first
// statement, its second one, and so on to the last; each time another process goes on, and the person asks again.

vi.setConfig({ testTimeout: 300_000 });

let server: TestApp;
let admin: Visitor;
/** How often the provider has sent each payout, by its own id. */
const sent = new Map<string, number>();

beforeAll(async () => {
  Object.assign(Client.prototype, { query: counting });
  server = await startTestApp({ settings: { payouts: 'provider' } });
  admin = await server.signIn('superAdmin');
  const { payouts } = server.ctx.payments;
  if (payouts === undefined) throw new Error('the sandbox makes payouts');
  const { send } = payouts;
  Object.assign(payouts, {
    send: (...[id, request]: Parameters<typeof send>) => {
      sent.set(id, request.amount);
      return send(id, request);
    },
  });
});
afterAll(async () => {
  Object.assign(Client.prototype, { query });
  await expectInvariants(server.db);
  await server.close();
});

/** How many statements of anybody are answered yet. */
let left = Number.POSITIVE_INFINITY;
const { query } = Client.prototype;
/** A connection takes it over when it opens. */
const counting = function (this: Client, ...args: unknown[]) {
  left -= 1;
  if (left >= 0) return Reflect.apply(query, this, args);
  const error = new Error('the process is gone');
  const callback: unknown = args.at(-1);
  if (typeof callback !== 'function') return Promise.reject(error);
  queueMicrotask(() => callback(error));
  return undefined;
};

const rowsOf = async (query: string, values: readonly unknown[]) =>
  (await server.pool.query(query, [...values])).rows;
let keys = 0;

interface Act {
  /** Makes the request, with the same key each time, and runs the job. */
  readonly work: () => Promise<unknown>;
  readonly expectDone: () => Promise<void>;
}

async function payout(): Promise<Act> {
  const pharmacy = await server.signIn('pharmacy');
  await buildOrder(server.db, {
    state: 'delivering',
    pharmacyId: pharmacy.row.id,
    items: [{ medication: await buildMedication(server.db, { price: 700 }), quantity: 2 }],
  });
  keys += 1;
  const [key, phone] = [`stopped ${keys}`, `+22901${66_000_000 + keys * 100}`];
  await upsertPayoutAccount(server.db, pharmacy.row.id, { operator: 'mtn', phone });
  const payouts = [{ payee: pharmacy.row.id, amount: 1_400 }];
  return {
    work: async () => {
      await server.call(admin, 'POST', '/benefics/settlement', { payouts }, { 'idempotency-key': key });
      await sendPayouts(server.ctx);
    },
    expectDone: async () => {
      const made = await rowsOf(
        'select state, amount_fcfa as amount, provider_payout_id as id from payouts where beneficiary_id = $1',
        [pharmacy.row.id],
      );
      expect(made).toEqual([{ state: 'done', amount: 1_400, id: expect.any(String) }]);
      expect(sent.get(made[0].id)).toBe(1_400);
      const [{ owed }] = await rowsOf(
        'select sum(-amount_fcfa)::int as owed from entries where beneficiary_id = $1',
        [pharmacy.row.id],
      );
      expect(owed).toBe(0);
    },
  };
}

async function refund(): Promise<Act> {
  const basket = await fillBasket(server);
  const { _id } = await placePaidOrder(server, await server.signIn('customer'), basket);
  const lines = [{ medicationId: basket.medication.id, givenBack: 1 }];
  return {
    work: async () => {
      await server.call(admin, 'POST', `/orders/${_id}/give-back`, { lines, reason: 'unavailable' });
      await sendRefunds(server.ctx);
    },
    expectDone: async () => {
      expect(
        await rowsOf(
          `select r.state, r.amount_fcfa as amount, (select count(*)::int from sandbox_refunds s where s.refund_id = r.id::text) as sent,
            (select count(*)::int from journals j where j.refund_id = r.id) as journals from refunds r where r.order_id = $1`,
          [_id],
        ),
      ).toEqual([{ state: 'done', amount: 1_375, sent: 1, journals: 2 }]);
    },
  };
}

async function claim(): Promise<Act> {
  const insurer = await buildInsurer(server.db);
  const { line, order } = await buildClaimed(server.db, insurer);
  return {
    work: async () => {
      for (const state of ['sent', 'accepted', 'paid'])
        await server.call(admin, 'POST', `/insurers/${insurer.id}/claims/2026-11`, { state });
    },
    expectDone: async () => {
      expect(
        await rowsOf(
          `select c.state, (select array_agg(j.kind || ' ' || e.account || ' ' || e.amount_fcfa order by e.account)
            from journals j join entries e on e.journal_id = j.id where j.claim_line_id = c.id) as booked
           from claim_lines c where c.id = $1`,
          [line.id],
        ),
      ).toEqual([
        {
          state: 'paid',
          booked: [`claim-paid bank ${order.reduction}`, `claim-paid insurer -${order.reduction}`],
        },
      ]);
    },
  };
}

/** The jobs are asked again at once, whatever pause they take. */
const hurry = () =>
  server.pool.query(
    'with a as (update payouts set next_try_at = $1 where next_try_at is not null) update refunds set next_try_at = $1 where next_try_at is not null',
    [server.clock.now()],
  );

it.each([
  ['a payout', payout],
  ['a refund', refund],
  ['a claim', claim],
])('%s whose process is killed after any statement is made once', async (_, prepare) => {
  for (let statements = 0; ; statements += 1) {
    const act = await prepare();
    left = statements;
    await act.work().catch(() => {});
    const isWhole = left >= 0;
    left = Number.POSITIVE_INFINITY;
    // A job that took this one stays away from it for a while; a request that died leaves its key for a while.
    for (let round = 0; round < 3; round += 1) {
      server.clock.advance(600);
      admin = await server.session(admin.row);
      await hurry();
      await act.work();
    }
    await act.expectDone();
    if (isWhole) return expect(statements).toBeGreaterThan(10);
  }
});
