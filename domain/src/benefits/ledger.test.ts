import fc from 'fast-check';
import { expect, it } from 'vitest';
import { quoteMedicines } from '../orders/pricing.ts';
import {
  type Balance,
  type Entry,
  entriesTowards,
  NOTHING,
  type OrderFacts,
  owedFor,
  paymentEntries,
  payoutEntries,
  remainingOf,
  splitRemaining,
} from './journal.ts';

// A model test: random steps change a ledger and an independent count; both must always be equal.

const partners = ['dr-1', 'dr-2', 'dr-3'] as const;
type Partner = (typeof partners)[number];

const step = fc.oneof(
  fc.record({
    do: fc.constant('pay' as const),
    medicines: fc.integer({ min: 1, max: 100_000_000 }),
    fee: fc.nat(5_000),
    rate: fc.oneof(fc.constant(0), fc.integer({ min: 5, max: 100 })),
    partner: fc.constantFrom(...partners, null),
  }),
  fc.record({ do: fc.constant('end' as const), which: fc.nat(20) }),
  fc.record({
    do: fc.constant('payout' as const),
    to: fc.constantFrom(...partners, null),
    /** Percent of the remaining amount; above 100, the payout is refused. */
    share: fc.integer({ min: 1, max: 130 }),
  }),
  fc.record({
    do: fc.constant('verify' as const),
    partner: fc.constantFrom(...partners),
    verified: fc.boolean(),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class Ledger {
  readonly sums = new Map<string, number>();
  readonly earned = new Map<Partner | null, number>();
  readonly paid = new Map<Partner | null, number>();
  readonly verified = new Set<Partner>();
  readonly open: { commission: number; partner: Partner | null; facts: OrderFacts }[] = [];
  split = 0;

  post(entries: readonly Entry[]) {
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    for (const { account, amount, beneficiaryId = '' } of entries) {
      const key = `${account} ${beneficiaryId}`;
      this.sums.set(key, (this.sums.get(key) ?? 0) + amount);
      const owner =
        account === 'partner' ? (beneficiaryId as Partner) : account === 'platform' ? null : undefined;
      if (owner === undefined) continue;
      const sums = amount < 0 ? this.earned : this.paid;
      sums.set(owner, (sums.get(owner) ?? 0) + Math.abs(amount));
    }
  }

  balance(of: Partner | null): Balance {
    return { total: this.earned.get(of) ?? 0, totalPaid: this.paid.get(of) ?? 0 };
  }

  payable(to: Partner | null): number {
    const balance = this.balance(to);
    return to === null ? remainingOf(balance) : splitRemaining(balance, this.verified.has(to)).payable;
  }

  run(current: Step) {
    if (current.do === 'pay') {
      const quote = quoteMedicines(current.medicines, current.fee, current.rate);
      this.post(paymentEntries(quote));
      const facts = { quote, givenBack: NOTHING, pharmacyId: null, delivery: null, ending: null };
      this.open.push({ commission: quote.commission, partner: current.partner, facts });
    } else if (current.do === 'end') {
      const [order] = this.open.splice(current.which % (this.open.length || 1), 1);
      if (order === undefined) return;
      this.post(
        entriesTowards(
          owedFor({ ...order.facts, ending: { partnerId: order.partner } }),
          owedFor(order.facts),
        ),
      );
      this.split += order.commission;
    } else if (current.do === 'payout') {
      const amount = Math.max(1, Math.floor((remainingOf(this.balance(current.to)) * current.share) / 100));
      if (amount <= this.payable(current.to))
        this.post(payoutEntries(current.to && { id: current.to, type: 'partnerDoctor' }, amount));
    } else if (current.verified) this.verified.add(current.partner);
    else this.verified.delete(current.partner);
  }

  check() {
    let all = 0;
    for (const [account, sum] of this.sums) {
      all += sum;
      expect(Number.isSafeInteger(sum)).toBe(true);
      const isOwed = !/^(customer|insurer) /.test(account);
      if (isOwed) expect(sum, account).toBeLessThanOrEqual(0);
    }
    expect(all).toBe(0);
    let earned = 0;
    let paid = 0;
    for (const owner of [...partners, null]) {
      const balance = this.balance(owner);
      const key = owner === null ? 'platform ' : `partner ${owner}`;
      expect(remainingOf(balance)).toBe(-(this.sums.get(key) ?? 0) + 0);
      const { payable, held } = splitRemaining(balance, owner === null || this.verified.has(owner));
      expect(payable + held).toBe(balance.total - balance.totalPaid);
      expect(payable === 0 || held === 0).toBe(true);
      earned += balance.total;
      paid += balance.totalPaid;
    }
    expect(earned).toBe(this.split);
    expect(-(this.sums.get('bank ') ?? 0) + 0).toBe(paid);
    const unsplit = this.open.reduce((sum, { commission }) => sum + commission, 0);
    expect(-(this.sums.get('commission ') ?? 0) + 0).toBe(unsplit);
  }
}

it('computes every balance to the exact franc after any sequence of steps', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 30 }), (steps) => {
      const ledger = new Ledger();
      for (const current of steps) {
        ledger.run(current);
        ledger.check();
      }
    }),
    { numRuns: 3_000 },
  );
});
