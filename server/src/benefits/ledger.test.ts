import { accounts } from '@amasin/domain/benefits/journal.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMedication, buildZone } from '../builders/catalogue.ts';
import { buildOrder } from '../builders/order.ts';
import { isDuplicate } from '../database/errors.ts';
import { transact } from '../database/transaction.ts';
import { insertJournals } from '../payments/journal-queries.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
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

/** Balance of each account over an order, FCFA, debits positive. */
async function balances(orderId: string): Promise<Record<string, number>> {
  const { rows } = await server.pool.query(
    `select account, sum(amount_fcfa)::int as balance from entries e join journals j on j.id = e.journal_id
     where j.order_id = $1 group by account`,
    [orderId],
  );
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}
const kindsOf = async (orderId: string) => {
  const text = 'select kind from journals where order_id = $1 order by kind';
  return (await server.pool.query(text, [orderId])).rows.map(({ kind }) => kind);
};

it('sums to zero, credits what was sold, and splits each commission to the franc, for random orders', async () => {
  const line = fc.record({
    price: fc.integer({ min: 1, max: 90_000 }),
    quantity: fc.integer({ min: 1, max: 999 }),
  });
  const cart = fc.record({
    fee: fc.integer({ min: 0, max: 5000 }),
    lines: fc.array(line, { minLength: 1, maxLength: 6 }),
    state: fc.constantFrom('pending' as const, 'ended' as const),
  });
  await fc.assert(
    fc.asyncProperty(cart, async ({ fee, lines, state }) => {
      const items = [];
      for (const { price, quantity } of lines)
        items.push({ medication: await buildMedication(server.db, { price }), quantity });
      const zone = await buildZone(server.db, { price: fee });
      const { id } = await buildOrder(server.db, { state, zone, items });
      // Computed independently, from the cart alone.
      const medicines = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
      const commission = Math.floor((medicines + 5) / 10);
      const expected: Record<string, number> = {
        customer: medicines + fee + commission,
        pharmacy: -medicines,
        courier: 0 - fee,
        [state === 'ended' ? 'platform' : 'commission']: 0 - commission,
      };
      const found = await balances(id);
      for (const account of accounts)
        expect([account, found[account] ?? 0]).toEqual([account, expected[account] ?? 0]);
    }),
    { numRuns: 40 },
  );
});

describe('a journal', () => {
  it('exists once per order and kind: a second one rolls back its transaction', async () => {
    const { id: orderId } = await buildOrder(server.db, { state: 'ended' });
    for (const again of [
      () => transact(server.db, (tx) => recordPayment(tx, { orderId, quote, at })),
      () => transact(server.db, (tx) => recordEnding(tx, { orderId, at })),
    ]) {
      const error = await again().catch((thrown: unknown) => thrown);
      expect(isDuplicate(error, 'journals_order_kind_unique')).toBe(true);
    }
    expect(await kindsOf(orderId)).toEqual(['delivery', 'ending', 'handover', 'payment']);
  });

  it('that does not sum to zero is rolled back', async () => {
    const { id: orderId } = await buildOrder(server.db);
    const before = await balances(orderId);
    const entries = [
      { account: 'commission', amount: 200 },
      { account: 'platform', amount: -199 },
    ] as const;
    const unbalanced = transact(server.db, (tx) =>
      insertJournals(tx, [{ kind: 'ending', orderId, at, entries }]),
    );
    const message = expect.stringMatching(/does not sum to zero: 1$/);
    await expect(unbalanced).rejects.toMatchObject({ cause: { message } });
    expect(await kindsOf(orderId)).toEqual(['payment']);
    expect(await balances(orderId)).toEqual(before);
  });

  it('of an order too cheap for a commission has no split, but still records the ending', async () => {
    const { id } = await buildOrder(server.db, {
      state: 'ended',
      items: [{ medication: await buildMedication(server.db, { price: 4 }), quantity: 1 }],
      zone: await buildZone(server.db, { price: 0 }),
    });
    expect(await kindsOf(id)).toEqual(['ending', 'handover', 'payment']);
    expect(await balances(id)).toEqual({ customer: 4, pharmacy: -4 });
  });
});
