import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';
import { onStored, readStored, store } from '../lib/stored.ts';
import type { PaymentRequest } from './api.ts';

const DAY_MS = 24 * 3600_000;

/** A payment opened on this device, in local storage until it is settled; or one from another device. */
export type StoredPayment = Pick<OngoingPayment, 'transactionId' | 'amount' | 'openedAt'> &
  /** What was ordered, to compare with the draft. */
  Pick<PaymentRequest, 'order'>;

const nameOf = (purpose: string) => `payment:${purpose}`;

/**
 * Returns null for a payment opened more than a day ago: the server has settled it.
 * @param purpose `new` for a new order, else the id of the order
 */
export function readStoredPayment(personId: string, purpose: string): StoredPayment | null {
  const stored = readStored(personId, nameOf(purpose));
  return isStoredPayment(stored) && Date.now() - Date.parse(stored.openedAt) < DAY_MS ? stored : null;
}

export function storePayment(personId: string, purpose: string, payment: StoredPayment): void {
  store(personId, nameOf(purpose), payment);
}

/** Removes this payment, unless another tab has stored another one. */
export function removePayment(personId: string, purpose: string, { transactionId }: StoredPayment): void {
  if (readStoredPayment(personId, purpose)?.transactionId === transactionId)
    store(personId, nameOf(purpose), null);
}

/** Subscribes to payments opened or settled in another tab. */
export const onStoredPayment = (personId: string, purpose: string, changed: () => void) =>
  onStored(personId, nameOf(purpose), changed);

function isStoredPayment(value: unknown): value is StoredPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { transactionId, amount, openedAt } = value as Partial<Record<keyof StoredPayment, unknown>>;
  return typeof transactionId === 'string' && typeof amount === 'number' && typeof openedAt === 'string';
}
