import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { onStored, readStored, store } from '../lib/storage/storage.ts';

/** A payment opened on this device, in local storage until it is settled. */
export type StoredPayment = {
  transactionId: string;
  /** FCFA. */
  amount: number;
  /** Body and idempotency key of the request: sent again, they open the same portal. */
  request: string;
  key: string;
  /** Timestamp, ms. */
  openedAt: number;
};

/** A portal is not reopened in its last minutes: the time would be too short to pay. */
const REOPEN_MS = (PORTAL_MINUTES - 5) * 60_000;

const nameOf = (purpose: string) => `payment:${purpose}`;

/** @param purpose `new` for a new order, else the id of the order */
export function readStoredPayment(personId: string, purpose: string): StoredPayment | null {
  const stored = readStored(personId, nameOf(purpose));
  return isStoredPayment(stored) ? stored : null;
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

/** Whether the same request reopens that payment instead of opening another one. */
export function canReopen(stored: StoredPayment, request: string, now: number): boolean {
  return stored.request === request && now >= stored.openedAt && now - stored.openedAt < REOPEN_MS;
}

function isStoredPayment(value: unknown): value is StoredPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { transactionId, amount, request, key, openedAt } = value as Partial<
    Record<keyof StoredPayment, unknown>
  >;
  return (
    typeof transactionId === 'string' &&
    typeof amount === 'number' &&
    typeof request === 'string' &&
    typeof key === 'string' &&
    typeof openedAt === 'number'
  );
}
