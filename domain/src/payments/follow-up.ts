import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../contract/time.ts';
import { type PaymentStatus, PORTAL_MINUTES, SHOWN_MS } from './lifecycle.ts';

/** Delay before the first check of a payment with its provider, ms after it was opened. */
export const FIRST_CHECK_MS = 30 * SECOND_MS;

/** A payment is checked with its provider at these times after it was opened, ms; then every hour. */
const CHECKS_MS = [FIRST_CHECK_MS, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS];

/** The longest delay between two checks of a pending payment, ms. */
export const LONGEST_WAIT_MS = HOUR_MS;

/**
 * A payment expires when the provider still reports it as `pending` this long after it was opened, ms; an unreachable
 * provider does not count. A later confirmation is still accepted.
 */
export const GIVE_UP_MS = DAY_MS;

/**
 * Money may be on its way for this long after a payment was opened, ms: while its customer may be answering her operator, and after a
 * refusal while the portal lets her try again. What comes later is put under review, and paid back.
 */
export const UNDER_WAY_MS = {
  pending: SHOWN_MS.pending,
  failed: PORTAL_MINUTES * MINUTE_MS,
  cancelled: PORTAL_MINUTES * MINUTE_MS,
} as const satisfies Partial<Record<PaymentStatus, number>>;

interface Followed {
  readonly status: PaymentStatus;
  readonly createdAt: Date;
}

/**
 * Returns when to check the payment with its provider again; null for never.
 * - pending: 30 s, 1, 2, 5, 10 and 30 min after it was opened, then every hour
 * - failed, cancelled: the same for two hours, because the customer may retry in the same portal
 * - expired: once a day for a week
 * - paid, review, refunded: never
 */
export function nextCheckAfter({ status, createdAt }: Followed, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const wait = (CHECKS_MS.find((at) => at > age) ?? age + LONGEST_WAIT_MS) - age;
  switch (status) {
    case 'pending':
      return new Date(now.getTime() + wait);
    case 'failed':
    case 'cancelled':
      return age < 2 * HOUR_MS ? new Date(now.getTime() + wait) : null;
    case 'expired':
      return age < 7 * DAY_MS ? new Date(now.getTime() + DAY_MS) : null;
    case 'paid':
    case 'review':
    case 'refunded':
      return null;
  }
}
