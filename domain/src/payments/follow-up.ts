import type { PaymentStatus } from './lifecycle.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** Delay before the first check of a payment with its provider, ms after it was opened. */
export const FIRST_CHECK_MS = 30 * SECOND;

/** The longest delay between two checks of a pending payment, ms. */
export const LONGEST_WAIT_MS = HOUR;

/**
 * A payment expires when the provider still reports it as `pending` this long after it was opened, ms; an unreachable
 * provider does not count. A later confirmation is still accepted.
 */
export const GIVE_UP_MS = DAY;

interface Followed {
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  /** How many times it was checked already. */
  readonly checks: number;
}

/**
 * When to check the payment with its provider again, or null for never.
 * - pending: after 30 s, doubled each time up to an hour
 * - failed, cancelled: the same for two hours, because the customer may retry in the same portal
 * - expired: once a day for a week
 * - paid, review, refunded: never
 */
export function nextCheckAfter({ status, createdAt, checks }: Followed, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const wait = Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 20), LONGEST_WAIT_MS);
  switch (status) {
    case 'pending':
      return new Date(now.getTime() + wait);
    case 'failed':
    case 'cancelled':
      return age < 2 * HOUR ? new Date(now.getTime() + wait) : null;
    case 'expired':
      return age < 7 * DAY ? new Date(now.getTime() + DAY) : null;
    case 'paid':
    case 'review':
    case 'refunded':
      return null;
  }
}
