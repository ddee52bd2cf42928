import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api/call.ts';
import { keys } from '../lib/api/keys.ts';
import { randomName } from '../lib/storage/storage.ts';

export type PaymentRequest = CallInput<typeof paymentEndpoints.openPayment>['body'];

export type OpenedPayment = Awaited<ReturnType<typeof openPayment>>;

/** Freezes the order and opens the portal; the same portal while a payment of the same basket is open. */
export function openPayment(body: PaymentRequest) {
  return call(paymentEndpoints.openPayment, { body }, { idempotencyKey: randomName() });
}

/** Loads a payment; while it is pending the server polls the provider. */
export function readPayment(transactionId: string, signal?: AbortSignal): Promise<Payment> {
  return call(paymentEndpoints.readPayment, { params: { transactionId } }, signal ? { signal } : {}).then(
    ({ payment }) => payment,
  );
}

/** Reports the provider’s own id of a transaction, as its widget said it; the server checks it with the provider. */
export function namePayment(transactionId: string, providerTransactionId: string) {
  return call(paymentEndpoints.namePayment, { params: { transactionId }, body: { providerTransactionId } });
}

/** The user's payments that are pending or under review. */
export function useOngoingPayments() {
  return useQuery({
    queryKey: keys.payments.lists,
    queryFn: async () => (await call(paymentEndpoints.listPayments, {})).payments,
  }).data;
}
