import type { PaymentStatus } from './lifecycle.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;

/** The first time the repeated job asks about a payment, ms after it was opened. */
export const FIRST_CHECK_MS = 30 * SECOND;

/**
 * A payment that its provider does not confirm for a day is given up, once the provider says that it does not know: one
 * that is away has not spoken. Should the money come after all, it still counts.
 */
export const GIVE_UP_MS = DAY;

interface Followed {
  readonly status: PaymentStatus;
  readonly createdAt: Date;
  /** How often it was asked about already. */
  readonly checks: number;
}

/**
 * When to ask the provider again, or null where there is nothing more to ask. Pending: after 30 s, doubled each time, an
 * hour at the most. Refused: the customer may try again in the same portal, so on for two hours. Given up: once a day for
 * a week. Money that came in is never asked about.
 */
export function nextCheckAfter({ status, createdAt, checks }: Followed, now: Date): Date | null {
  const age = now.getTime() - createdAt.getTime();
  const wait = Math.min(FIRST_CHECK_MS * 2 ** Math.min(checks, 20), HOUR);
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
