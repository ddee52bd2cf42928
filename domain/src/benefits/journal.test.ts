import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { quoteMedicines } from '../orders/pricing.ts';
import {
  accounts,
  type Entry,
  endingEntries,
  paymentEntries,
  payoutEntries,
  remainingOf,
  splitCommission,
  splitRemaining,
} from './journal.ts';

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.amount, 0);
const on = (entries: readonly Entry[], account: string) =>
  sum(entries.filter((entry) => entry.account === account));

describe('the journal of a confirmed payment (rule 5)', () => {
  it('balances money received against money owed', () => {
    // 10 000 F of medicines, fee of 1 000 F, card of 80 %: the customer pays 4 000 F, the insurer 8 000 F.
    expect(paymentEntries(quoteMedicines(10_000, 1_000, 80))).toEqual([
      { account: 'customer', amount: 4_000 },
      { account: 'insurer', amount: 8_000 },
      { account: 'pharmacy', amount: -10_000 },
      { account: 'courier', amount: -1_000 },
      { account: 'commission', amount: -1_000 },
    ]);
  });

  it('has no insurer entry without a card', () => {
    const entries = paymentEntries(quoteMedicines(10_000, 1_000, 0));
    expect(entries.map((entry) => entry.account)).toEqual(['customer', 'pharmacy', 'courier', 'commission']);
  });
});

describe('the journal of an ended order (rule 4)', () => {
  it('splits the commission with the partner and credits the odd franc to the platform', () => {
    expect(endingEntries(1_235, 'dr-1')).toEqual([
      { account: 'commission', amount: 1_235 },
      { account: 'platform', amount: -618 },
      { account: 'partner', amount: -617, beneficiaryId: 'dr-1' },
    ]);
  });

  it('credits the whole commission to the platform without a partner', () => {
    expect(endingEntries(1_235, null)).toEqual([
      { account: 'commission', amount: 1_235 },
      { account: 'platform', amount: -1_235 },
    ]);
  });
});

it('the journal of a payout debits the beneficiary and credits the bank', () => {
  expect(payoutEntries('dr-1', 617)).toEqual([
    { account: 'partner', amount: 617, beneficiaryId: 'dr-1' },
    { account: 'bank', amount: -617 },
  ]);
  expect(payoutEntries(null, 618)).toEqual([
    { account: 'platform', amount: 618 },
    { account: 'bank', amount: -618 },
  ]);
});

it('every journal sums to 0 and has no zero entry; no commission is left after payment and ending', () => {
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 100 }));
  fc.assert(
    fc.property(
      fc.nat(1_000_000_000),
      fc.nat(10_000),
      rate,
      fc.constantFrom('dr-1', null),
      (medicines, fee, percent, partner) => {
        const quote = quoteMedicines(medicines, fee, percent);
        const paid = paymentEntries(quote);
        const ended = endingEntries(quote.commission, partner);
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

describe('the split of the commission (rule 4)', () => {
  it.each([
    [1_000, true, 500, 500],
    [1_235, true, 617, 618],
    [1, true, 0, 1],
    [0, true, 0, 0],
    [1_235, false, 0, 1_235],
  ])(
    '%i F, partner %s: %i to the partner, %i to the platform',
    (commission, hasPartner, partner, platform) => {
      expect(splitCommission(commission, hasPartner)).toEqual({ partner, platform });
    },
  );

  it('adds up to the franc, is never negative, and rounds in favour of the platform', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), fc.boolean(), (commission, hasPartner) => {
        const { partner, platform } = splitCommission(commission, hasPartner);
        expect(partner + platform).toBe(commission);
        expect(Number.isInteger(partner) && partner >= 0).toBe(true);
        expect(platform - partner).toBe(hasPartner ? commission % 2 : commission);
      }),
    );
  });
});

describe('a balance', () => {
  it.each([
    [0, 0, true, { payable: 0, held: 0 }],
    [1_500, 0, true, { payable: 1_500, held: 0 }],
    [1_500, 600, true, { payable: 900, held: 0 }],
    [1_500, 1_500, true, { payable: 0, held: 0 }],
    [1_500, 0, false, { payable: 0, held: 1_500 }],
    // The partner was verified and paid, and is no longer verified: later earnings are not payable.
    [1_500, 600, false, { payable: 0, held: 900 }],
  ])('%i F earned, %i F paid, verified %s: %o', (total, totalPaid, verified, expected) => {
    expect(splitRemaining({ total, totalPaid }, verified)).toEqual(expected);
    expect(remainingOf({ total, totalPaid })).toBe(expected.payable + expected.held);
  });
});
