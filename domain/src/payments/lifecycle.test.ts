import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  afterReport,
  openStatuses,
  type PaymentReport,
  type PaymentStatus,
  paymentStatuses,
} from './lifecycle.ts';

const reports = ['paid', 'failed', 'cancelled', 'expired'] as const satisfies readonly PaymentReport[];

/** Status after each report in the order above; null where it changes nothing (RELIABILITY R7, R8). */
const table: Readonly<Record<PaymentStatus, readonly (PaymentStatus | null)[]>> = {
  pending: ['paid', 'failed', 'cancelled', 'expired'],
  failed: ['paid', null, null, null],
  cancelled: ['paid', null, null, null],
  expired: ['paid', null, null, null],
  paid: [null, null, null, null],
  review: [null, null, null, null],
  refunded: [null, null, null, null],
};

const follow = (told: readonly PaymentReport[], from: PaymentStatus = 'pending'): PaymentStatus =>
  told.reduce((status, report) => afterReport(status, report) ?? status, from);

describe('what a report makes of a payment', () => {
  it.each([...paymentStatuses])('%s', (status) => {
    expect(reports.map((report) => afterReport(status, report))).toEqual(table[status]);
  });

  it('accepts money from every status that is not settled', () => {
    expect(openStatuses.toSorted()).toEqual(
      paymentStatuses.filter((status) => table[status][0] === 'paid').toSorted(),
    );
  });
});

describe('laws over any order of reports (R7, R8)', () => {
  const told = fc.array(fc.constantFrom(...reports), { maxLength: 12 });

  it('is paid exactly when one report said so, first, late, or a hundred times', () => {
    fc.assert(
      fc.property(told, (list) => {
        expect(follow(list) === 'paid').toBe(list.includes('paid'));
      }),
    );
  });

  it('moves to paid once: the same report again changes nothing', () => {
    fc.assert(
      fc.property(told, fc.constantFrom(...reports), (list, report) => {
        const status = follow([...list, report]);
        expect(afterReport(status, report)).toBeNull();
      }),
    );
  });

  it('never leaves paid, review or refunded', () => {
    fc.assert(
      fc.property(fc.constantFrom('paid', 'review', 'refunded'), told, (settled, list) => {
        expect(follow(list, settled)).toBe(settled);
      }),
    );
  });
});
