import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { call } from '../lib/api/call.ts';

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

/** Names one try of paying, so that a request that is sent twice opens one portal. */
export function newAttemptKey(): string {
  // crypto.randomUUID exists only on https and localhost.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
