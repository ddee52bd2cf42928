import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  openStatuses,
  type PaymentReport,
  type PaymentStatus,
  paymentStatuses,
} from './lifecycle.ts';

const reports = [
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
] as const satisfies readonly PaymentReport[];

/** The status after each report, in the order above; null for no change. */
const table: Readonly<Record<PaymentStatus, readonly (PaymentStatus | null)[]>> = {
  pending: ['paid', 'failed', 'cancelled', 'expired', 'cancelled'],
  failed: ['paid', null, null, null, null],
  cancelled: ['paid', null, null, null, null],
  expired: ['paid', null, null, null, null],
  paid: [null, null, null, null, null],
  review: [null, null, null, null, null],
  refunded: [null, null, null, null, null],
};

const follow = (received: readonly PaymentReport[], from: PaymentStatus = 'pending'): PaymentStatus =>
  received.reduce((status, report) => afterReport(status, report) ?? status, from);

describe('a report about a payment', () => {
  it.each([...paymentStatuses])('follows the table from %s', (status) => {
    expect(reports.map((report) => afterReport(status, report))).toEqual(table[status]);
  });

  it('confirms a payment from every open status', () => {
    expect([...openStatuses].sort()).toEqual(
      paymentStatuses.filter((status) => table[status][0] === 'paid').sort(),
    );
  });
});

describe('any sequence of reports', () => {
  const sequence = fc.array(fc.constantFrom(...reports), { maxLength: 12 });

  it('ends in paid if and only if one report is paid', () => {
    fc.assert(
      fc.property(sequence, (list) => {
        expect(follow(list) === 'paid').toBe(list.includes('paid'));
      }),
    );
  });

  it('ignores a repeated report', () => {
    fc.assert(
      fc.property(sequence, fc.constantFrom(...reports), (list, report) => {
        const status = follow([...list, report]);
        expect(afterReport(status, report)).toBeNull();
      }),
    );
  });

  it('never leaves paid, review or refunded', () => {
    fc.assert(
      fc.property(fc.constantFrom('paid', 'review', 'refunded'), sequence, (settled, list) => {
        expect(follow(list, settled)).toBe(settled);
      }),
    );
  });
});
