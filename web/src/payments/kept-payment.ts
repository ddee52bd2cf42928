import { PORTAL_MINUTES } from '@amasin/domain/payments/lifecycle.ts';
import { onStored, readStored, store } from '../lib/storage/storage.ts';

/** A payment that was opened on this device and is not known to be decided. */
export type KeptPayment = {
  transactionId: string;
  /** FCFA. */
  amount: number;
  /** What was sent to open it, and under which key: sent again, they open the same portal. */
  request: string;
  key: string;
  /** When, ms since 1970. */
  openedAt: number;
};

/** A portal is not reopened in its last minutes: one needs them to pay. */
const REOPEN_MS = (PORTAL_MINUTES - 5) * 60_000;

const nameOf = (purpose: string) => `payment:${purpose}`;

/** @param purpose `new` for an order being written, else the id of the order that is paid */
export function readKeptPayment(personId: string, purpose: string): KeptPayment | null {
  const kept = readStored(personId, nameOf(purpose));
  return isKeptPayment(kept) ? kept : null;
}

export function keepPayment(personId: string, purpose: string, payment: KeptPayment): void {
  store(personId, nameOf(purpose), payment);
}

/** Leaves the payment that another tab has opened meanwhile. */
export function forgetPayment(personId: string, purpose: string, { transactionId }: KeptPayment): void {
  if (readKeptPayment(personId, purpose)?.transactionId === transactionId)
    store(personId, nameOf(purpose), null);
}

/** Calls back when another tab opens or settles the payment. */
export const onKeptPayment = (personId: string, purpose: string, changed: () => void) =>
  onStored(personId, nameOf(purpose), changed);

/** Whether paying this again means going on with that payment rather than opening a second one. */
export function canReopen(kept: KeptPayment, request: string, now: number): boolean {
  return kept.request === request && now >= kept.openedAt && now - kept.openedAt < REOPEN_MS;
}

function isKeptPayment(value: unknown): value is KeptPayment {
  if (typeof value !== 'object' || value === null) return false;
  const { transactionId, amount, request, key, openedAt } = value as Partial<
    Record<keyof KeptPayment, unknown>
  >;
  return (
    typeof transactionId === 'string' &&
    typeof amount === 'number' &&
    typeof request === 'string' &&
    typeof key === 'string' &&
    typeof openedAt === 'number'
  );
}
