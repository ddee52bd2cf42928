import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { call } from '../lib/call.ts';
import { keys } from '../lib/keys.ts';
import { useLongList } from '../lib/lists.ts';

type Page = Awaited<ReturnType<typeof fetchReviews>>;

const fetchReviews = (page: number, signal: AbortSignal) =>
  call(paymentEndpoints.listReviews, { query: { page } }, { signal });

const paymentsOf = ({ payments }: Page) => payments;

/** The payments to review, the longest under review first. */
export function useReviews() {
  return useLongList({ queryKey: keys.payments.of('reviews'), fetchPage: fetchReviews, rowsOf: paymentsOf });
}

export const closeReview = (transactionId: string, note: string) =>
  call(paymentEndpoints.closeReview, { params: { transactionId }, body: { note } });

export const refundReview = (transactionId: string) =>
  call(paymentEndpoints.refundReview, { params: { transactionId } });

export const attachReview = (transactionId: string, order: string) =>
  call(paymentEndpoints.attachReview, { params: { transactionId }, body: { order } });

export const settleRefund = (id: string, note: string) =>
  call(paymentEndpoints.settleRefund, { params: { id }, body: { note } });
export const retryRefund = (id: string) => call(paymentEndpoints.retryRefund, { params: { id } });

export const refundDebit = (id: string) => call(paymentEndpoints.refundDebit, { params: { id } });

export const closeDebit = (id: string, note: string) =>
  call(paymentEndpoints.closeDebit, { params: { id }, body: { note } });
