import type { CallInput } from '@amasin/domain/contract/endpoint.ts';
import type { PaymentChoice } from '@amasin/domain/payments/choice.ts';
import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import type { Payment } from '@amasin/domain/payments/payment.ts';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { call } from '../lib/call.ts';
import { withHealthConsent } from '../lib/consent.ts';
import { keys } from '../lib/keys.ts';
import { randomName } from '../lib/stored.ts';

export type PaymentRequest = CallInput<typeof paymentEndpoints.openPayment>['body'];

/** How the customer wants to pay. */
export type Means = Pick<PaymentRequest, 'provider' | 'operator' | 'payingPhone'>;

export type OpenedPayment = Awaited<ReturnType<typeof openPayment>>;

/** Freezes the order and opens the portal; the same portal while a payment of the same basket is open. */
export function openPayment(body: PaymentRequest) {
  const open = () => call(paymentEndpoints.openPayment, { body }, { idempotencyKey: randomName() });
  return usesHealthData(body) ? withHealthConsent(open) : open();
}

/** A prescription or an insurance card is about health. An order that was placed before goes on in any case. */
export const usesHealthData = ({ order }: Pick<PaymentRequest, 'order'>): boolean =>
  order != null && ('prescriptionNumber' in Object(order.prescription) || Boolean(order.insuranceCard));

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

type Choices = PaymentChoice[] | undefined;

/** The ways to pay, loaded with the payments; undefined when there is nothing to choose, or no response. */
export function loadChoices(queries: QueryClient): Choices | Promise<Choices> {
  const known = queries.getQueryData<CallOutput>(ongoing.queryKey);
  if (known !== undefined) return known.choices;
  return queries.ensureQueryData(ongoing).then(
    ({ choices }) => choices,
    () => undefined,
  );
}

type CallOutput = Awaited<ReturnType<typeof ongoing.queryFn>>;

const ongoing = { queryKey: keys.payments.lists, queryFn: () => call(paymentEndpoints.listPayments, {}) };

/** The user's payments that are pending or under review. */
export function useOngoingPayments() {
  return useQuery({ ...ongoing, select: ({ payments }) => payments }).data;
}
