/** Payment statuses (WIRE.md). `review`: set aside for staff to check or refund; the order has not moved. */
export const paymentStatuses = [
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'review',
  'refunded',
] as const;

export type PaymentStatus = (typeof paymentStatuses)[number];

/** What a provider, or our own expiry job, reports about a payment. */
export type PaymentReport = 'paid' | 'failed' | 'cancelled' | 'expired';

/**
 * Statuses from which a confirmation is still accepted: a provider may decline a payment, or not respond for a day, and
 * confirm it afterwards. No report changes paid, review or refunded (R8).
 */
export const openStatuses: readonly PaymentStatus[] = ['pending', 'failed', 'cancelled', 'expired'];

/** The status after a report, or null if the report changes nothing. */
export function afterReport(status: PaymentStatus, report: PaymentReport): PaymentStatus | null {
  if (!openStatuses.includes(status)) return null;
  if (report === 'paid') return 'paid';
  return status === 'pending' ? report : null;
}

/** How long the portal can be opened, minutes (RULES 19). A payment confirmed later still counts. */
export const PORTAL_MINUTES = 15;

/** Height of the portal's frame, px (SPEC 9). */
export const PORTAL_HEIGHT = 600;
