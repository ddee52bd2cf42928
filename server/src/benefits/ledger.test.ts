import { accounts } from '@amasin/domain/benefits/journal.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { isDuplicate } from '../database/errors.ts';
import { transact } from '../database/transaction.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { insertJournals } from './queries.ts';
import { recordEnding, recordPayment } from './record-journals.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(async () => {
  await expectInvariants(server.db);
  await server.close();
});

const at = new Date('2026-11-20T10:00:00Z');
const quote = { medicines: 2000, deliveryFee: 500, commission: 200, reduction: 0, total: 2700 };

/** Balance of each account over these orders, FCFA, debits positive. */
async function balances(orderIds: readonly string[]): Promise<Record<string, number>> {
  const { rows } = await server.pool.query(
    `select account, sum(amount_fcfa)::int as balance from entries e join journals j on j.id = e.journal_id
     where j.order_id = any($1) group by account`,
    [orderIds],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}
const journalsOf = async (orderId: string) =>
  (await server.pool.query('select kind from journals where order_id = $1 order by kind', [orderId])).rows;

describe('the ledger of random orders (property)', () => {
  it('sums to zero, credits what was sold, and splits each commission to the franc', async () => {
    const cart = fc.record({
      fee: fc.integer({ min: 0, max: 5000 }),
      lines: fc.array(
        fc.record({ price: fc.integer({ min: 1, max: 90_000 }), quantity: fc.integer({ min: 1, max: 999 }) }),
        { minLength: 1, maxLength: 6 },
      ),
      state: fc.constantFrom('pending' as const, 'ended' as const),
    });
    await fc.assert(
      fc.asyncProperty(cart, async ({ fee, lines, state }) => {
        const items = [];
        for (const { price, quantity } of lines) {
          items.push({ medication: await buildMedication(server.db, { price }), quantity });
        }
        const zone = await buildZone(server.db, { price: fee });
        const { id } = await buildOrder(server.db, { state, zone, items });
        // Computed independently, from the cart alone.
        const medicines = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
        const commission = Math.floor((medicines + 5) / 10);
        const open =
          state === 'ended' ? { platform: -commission, commission: 0 } : { commission: -commission };
        const expected = {
          customer: medicines + fee + commission,
          pharmacy: -medicines,
          courier: -fee,
          ...open,
        };
        const found = await balances([id]);
        for (const account of accounts) {
          expect([account, found[account] ?? 0]).toEqual([
            account,
            ((expected as Record<string, number>)[account] ?? 0) + 0,
          ]);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('a journal', () => {
  it('exists once per order and kind: a second one rolls back its transaction', async () => {
    const order = await buildOrder(server.db, { state: 'ended' });
    for (const again of [
      () => transact(server.db, (tx) => recordPayment(tx, { orderId: order.id, quote, at })),
      () => transact(server.db, (tx) => recordEnding(tx, { orderId: order.id, commission: 200, at })),
    ]) {
      const error = await again().catch((thrown: unknown) => thrown);
      expect(isDuplicate(error, 'journals_order_kind_unique')).toBe(true);
    }
    expect(await journalsOf(order.id)).toEqual([{ kind: 'ending' }, { kind: 'payment' }]);
  });

  it('that does not sum to zero is rolled back', async () => {
    const order = await buildOrder(server.db);
    const before = await balances([order.id]);
    const unbalanced = transact(server.db, (tx) =>
      insertJournals(tx, [
        {
          kind: 'ending',
          orderId: order.id,
          at,
          entries: [
            { account: 'commission', amount: 200 },
            { account: 'platform', amount: -199 },
          ],
        },
      ]),
    );
    const refused = { cause: { message: expect.stringMatching(/does not sum to zero: 1$/) } };
    await expect(unbalanced).rejects.toMatchObject(refused);
    expect(await journalsOf(order.id)).toEqual([{ kind: 'payment' }]);
    expect(await balances([order.id])).toEqual(before);
  });

  it('of an order too cheap for a commission has no split, but still records the ending', async () => {
    const order = await buildOrder(server.db, {
      state: 'ended',
      items: [{ medication: await buildMedication(server.db, { price: 4 }), quantity: 1 }],
      zone: await buildZone(server.db, { price: 0 }),
    });
    expect(await journalsOf(order.id)).toEqual([{ kind: 'ending' }, { kind: 'payment' }]);
    expect(await balances([order.id])).toEqual({ customer: 4, pharmacy: -4 });
  });
});
