import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Quote, quoteMedicines } from '../orders/pricing.ts';
import {
  accounts,
  type Entry,
  entriesTowards,
  NOTHING,
  type OrderFacts,
  owedFor,
  paymentEntries,
  payoutEntries,
  remainingOf,
  splitCommission,
  splitRemaining,
} from './journal.ts';

const sum = (entries: readonly Entry[]) => entries.reduce((total, entry) => total + entry.amount, 0);

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

const order = (given: Partial<OrderFacts> = {}): OrderFacts => ({
  quote: quoteMedicines(12_350, 1_000, 0),
  givenBack: NOTHING,
  pharmacyId: null,
  delivery: null,
  ending: null,
  ...given,
});
const taken = { pharmacyId: 'ph-1' };
const delivered = { ...taken, delivery: { courierId: 'co-1', kept: 100 } };
const ended = { ...delivered, ending: { partnerId: 'dr-1' } };
const booked = (before: Partial<OrderFacts>, after: Partial<OrderFacts>) =>
  entriesTowards(owedFor(order(after)), owedFor(order(before)));

describe('the journals of an order (rules 4 and 57)', () => {
  it('books nothing on payment but what the payment says', () => {
    expect(owedFor(order())).toEqual(paymentEntries(order().quote));
  });

  it('owes the medicines to the pharmacy once a courier has taken them', () => {
    expect(booked({}, taken)).toEqual([
      { account: 'pharmacy', amount: -12_350, beneficiaryId: 'ph-1' },
      { account: 'pharmacy', amount: 12_350 },
    ]);
  });

  it('takes them off again when they come back, as a correction', () => {
    expect(booked(taken, {})).toEqual([
      { account: 'pharmacy', amount: -12_350 },
      { account: 'corrected', amount: 12_350, beneficiaryId: 'ph-1' },
    ]);
  });

  it('owes the fee to the courier who delivered, less what is kept', () => {
    expect(booked(taken, delivered)).toEqual([
      { account: 'courier', amount: -900, beneficiaryId: 'co-1' },
      { account: 'kept', amount: -100 },
      { account: 'courier', amount: 1_000 },
    ]);
  });

  it('splits the commission with the partner and credits the odd franc to the platform', () => {
    expect(booked(delivered, ended)).toEqual([
      { account: 'platform', amount: -618 },
      { account: 'partner', amount: -617, beneficiaryId: 'dr-1' },
      { account: 'commission', amount: 1_235 },
    ]);
    expect(booked(delivered, { ...delivered, ending: { partnerId: null } })).toEqual([
      { account: 'platform', amount: -1_235 },
      { account: 'commission', amount: 1_235 },
    ]);
  });

  it('owes everything to the customer when it is cancelled', () => {
    const { quote } = order();
    expect(booked(taken, { givenBack: quote })).toEqual([
      { account: 'refund', amount: -14_585 },
      { account: 'corrected', amount: 12_350, beneficiaryId: 'ph-1' },
      { account: 'courier', amount: 1_000 },
      { account: 'commission', amount: 1_235 },
    ]);
  });
});

it('the journal of a payout debits the beneficiary and credits the bank', () => {
  expect(payoutEntries({ id: 'dr-1', type: 'partnerDoctor' }, 617)).toEqual([
    { account: 'partner', amount: 617, beneficiaryId: 'dr-1' },
    { account: 'bank', amount: -617 },
  ]);
  expect(payoutEntries(null, 618)).toEqual([
    { account: 'platform', amount: 618 },
    { account: 'bank', amount: -618 },
  ]);
});

it('every journal sums to 0 and has no zero entry; the journals of an order sum to what is owed', () => {
  const rate = fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 100 }));
  const facts = fc
    .record({ medicines: fc.nat(1_000_000_000), fee: fc.nat(10_000), rate })
    .map(({ medicines, fee, rate: percent }) => quoteMedicines(medicines, fee, percent))
    .chain((quote) =>
      fc.array(
        fc.record({
          quote: fc.constant(quote),
          // What was given back is part of it, and adds up.
          givenBack: fc.integer({ min: 0, max: 3 }).map((part) => partOf(quote, part)),
          pharmacyId: fc.constantFrom('ph-1', 'ph-2', null),
          delivery: fc.constantFrom({ courierId: 'co-1', kept: 0 }, null),
          ending: fc.constantFrom({ partnerId: 'dr-1' }, { partnerId: null }, null),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    );
  fc.assert(
    fc.property(facts, (steps) => {
      let journals: Entry[] = [];
      for (const step of steps) {
        const entries = entriesTowards(owedFor(step), journals);
        expect(sum(entries)).toBe(0);
        for (const { account, amount } of entries) {
          expect(accounts).toContain(account);
          expect(Number.isSafeInteger(amount) && amount !== 0).toBe(true);
        }
        journals = [...journals, ...entries];
        expect(byOwner(journals)).toEqual(byOwner(owedFor(step)));
      }
    }),
    { numRuns: 1_000 },
  );
});

function partOf(quote: Quote, part: number): Quote {
  const medicines = Math.floor((quote.medicines * part) / 3);
  const commission = Math.floor((quote.commission * part) / 3);
  const reduction = Math.min(Math.floor((quote.reduction * part) / 3), medicines + commission);
  return { medicines, deliveryFee: 0, commission, reduction, total: medicines + commission - reduction };
}

/** What each owner has, whatever the account; an account without an owner by its name. */
function byOwner(entries: readonly Entry[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { account, amount, beneficiaryId } of entries) {
    const owner = beneficiaryId ?? (account === 'corrected' ? 'platform' : account);
    sums[owner] = (sums[owner] ?? 0) + amount;
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}

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
    // More was given back than is owed.
    [500, 600, true, { payable: 0, held: 0 }],
  ])('%i F earned, %i F paid, verified %s: %o', (total, totalPaid, verified, expected) => {
    expect(splitRemaining({ total, totalPaid }, verified)).toEqual(expected);
    expect(Math.max(0, remainingOf({ total, totalPaid }))).toBe(expected.payable + expected.held);
  });
});
