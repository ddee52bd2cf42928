import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';

export type PaymentRequest = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OpenedPayment = Awaited<ReturnType<typeof openPayment>>;

/** Freezes what is to be paid and opens the portal; the same key and body give the same portal again. */
export function openPayment(body: PaymentRequest, idempotencyKey: string) {
  return call(paymentEndpoints.openPayment, { body }, { idempotencyKey });
}

/** Where a payment is; while it is open the server asks the provider. */
export function readPayment(transactionId: string, signal?: AbortSignal): Promise<Payment> {
  return call(paymentEndpoints.readPayment, { params: { transactionId } }, signal ? { signal } : {}).then(
    ({ payment }) => payment,
  );
}

/** The caller's payments that are open or under review, on every screen that offers to pay. */
export function useOngoingPayments() {
  return useQuery({
    queryKey: keys.payments.lists,
    queryFn: async () => (await call(paymentEndpoints.listPayments, {})).payments,
  }).data;
}
