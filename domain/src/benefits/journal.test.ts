import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteMedicines } from '../orders/pricing.ts';
import { accounts, type Entry, endingEntries, paymentEntries, payoutEntries } from './journal.ts';

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.amount, 0);
const on = (entries: readonly Entry[], account: string) =>
  sum(entries.filter((entry) => entry.account === account));

describe('the journal of a confirmed payment (RULES 5)', () => {
  it('sets what came in against what is owed', () => {
    // 10 000 F of medicines, 1 000 F of fee, a card of 80 %: 4 000 F paid, 8 000 F from the insurer.
    expect(paymentEntries(quoteMedicines(10_000, 1_000, 80))).toEqual([
      { account: 'customer', amount: 4_000 },
      { account: 'insurer', amount: 8_000 },
      { account: 'pharmacy', amount: -10_000 },
      { account: 'courier', amount: -1_000 },
      { account: 'commission', amount: -1_000 },
    ]);
  });

  it('has no line of the insurer without a card', () => {
    const entries = paymentEntries(quoteMedicines(10_000, 1_000, 0));
    expect(entries.map((entry) => entry.account)).toEqual(['customer', 'pharmacy', 'courier', 'commission']);
  });
});

describe('the journal of an ended order (RULES 4)', () => {
  it('splits the commission with the partner, the odd franc to the platform', () => {
    expect(endingEntries(1_235, 'dr-1')).toEqual([
      { account: 'commission', amount: 1_235 },
      { account: 'platform', amount: -618 },
      { account: 'partner', amount: -617, beneficiaryId: 'dr-1' },
    ]);
  });

  it('leaves it whole to the platform without a partner', () => {
    expect(endingEntries(1_235, null)).toEqual([
      { account: 'commission', amount: 1_235 },
      { account: 'platform', amount: -1_235 },
    ]);
  });
});

it('the journal of a payout takes from what is owed, and from the bank', () => {
  expect(payoutEntries('dr-1', 617)).toEqual([
    { account: 'partner', amount: 617, beneficiaryId: 'dr-1' },
    { account: 'bank', amount: -617 },
  ]);
  expect(payoutEntries(null, 618)).toEqual([
    { account: 'platform', amount: 618 },
    { account: 'bank', amount: -618 },
  ]);
});

it('every journal sums to 0 without empty lines, and the two together leave no commission (I6)', () => {
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 100 }));
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000),
      fc.nat(10_000),
      rate,
      fc.constantFrom('dr-1', null),
      (medicines, fee, percent, partner) => {
        const quote = quoteMedicines(medicines, fee, percent);
        const [paid, ended] = [paymentEntries(quote), endingEntries(quote.commission, partner)];
        for (const entries of [paid, ended]) {
          expect(sum(entries)).toBe(0);
          for (const { account, amount } of entries) {
            expect(accounts).toContain(account);
            expect(Number.isSafeInteger(amount) && amount !== 0).toBe(true);
          }
        }
        expect(on([...paid, ...ended], 'commission')).toBe(0);
      },
    ),
    { numRuns: 2_000 },
  );
});
