import { reviewReasons } from '@amasin/domain/payments/lifecycle.ts';
import { payment } from '@amasin/domain/payments/payment.ts';
import { expect, it } from 'vitest';
import type { PaymentRow } from '../database/schema/payments.ts';
import { presentOngoing, presentPayment } from './present.ts';

const row: PaymentRow = {
  id: '0198a000-0000-7000-8000-0000000000e1',
  transactionId: 'TX-1',
  provider: 'sandbox',
  providerReference: null,
  providerTransactionId: null,
  customerId: '0198a000-0000-7000-8000-0000000000e2',
  status: 'pending',
  amount: 4825,
  draft: null,
  orderId: '0198a000-0000-7000-8000-0000000000e3',
  basketId: 'basket',
  contentDigest: 'digest',
  portal: null,
  prescriptionId: null,
  prescriptionVersion: null,
  uncheckedReduction: null,
  uncheckedPerson: null,
  reviewReason: null,
  reviewedAt: null,
  reviewedById: null,
  reviewNote: null,
  createdAt: new Date('2026-11-22T08:00:00Z'),
  settledAt: null,
  nextCheckAt: null,
  checks: 0,
  operator: null,
  payingPhone: null,
};
const known = { transactionId: 'TX-1', amount: 4825, orderId: row.orderId };

it.each(reviewReasons)('presents the reason of a review: %s', (reviewReason) => {
  const reviewed: PaymentRow = { ...row, status: 'review', reviewReason };
  expect(payment.parse(presentPayment(reviewed))).toEqual({ ...known, status: 'review', reviewReason });
  expect(presentOngoing({ payment: reviewed, refund: null })).toEqual({
    ...known,
    status: 'review',
    reviewReason,
    basketId: 'basket',
    openedAt: '2026-11-22T08:00:00.000Z',
  });
});

it('presents no reason without a review', () => {
  expect(presentPayment(row)).toEqual({ ...known, status: 'pending' });
});
