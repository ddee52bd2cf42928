import { DAY_MS, HOUR_MS } from '../contract/time.ts';

/** Payment statuses. `review`: a supervisor has to check or refund it; the order is unchanged. */
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

/** Supervisors read these in exports. */
export const paymentStatusLabels: Readonly<Record<PaymentStatus, string>> = {
  pending: 'En cours',
  paid: 'Payé',
  failed: 'Échoué',
  cancelled: 'Abandonné',
  expired: 'Expiré',
  review: 'À vérifier',
  refunded: 'Remboursement',
};

/** Why received money is under review (rule 15). */
export const reviewReasons = [
  /** The provider's reference is missing, or belongs to another payment. */
  'reference',
  /** It is not the amount due, or not in XOF. */
  'amount',
  /** Another payment had already paid the basket. */
  'paid-twice',
  /** The prescription was used, edited or deleted since the payment was opened. */
  'prescription-changed',
  /** The order was paid or changed since the payment was opened. */
  'order-changed',
  'customer-removed',
] as const;

export type ReviewReason = (typeof reviewReasons)[number];

/**
 * A provider, or our own expiry job, reports this about a payment. `refunded`: the money came and went back at the provider; the
 * status `refunded` is another thing, a refund that was decided here.
 */
export type PaymentReport = 'paid' | 'failed' | 'cancelled' | 'expired' | 'refunded';

/**
 * Statuses from which a confirmation is still accepted: a provider may decline a payment, or not respond for a day, and
 * confirm it afterwards. No report changes paid, review or refunded.
 */
export const openStatuses: readonly PaymentStatus[] = ['pending', 'failed', 'cancelled', 'expired'];

/** The status after a report, or null if the report changes nothing. */
export function afterReport(status: PaymentStatus, report: PaymentReport): PaymentStatus | null {
  if (!openStatuses.includes(status)) return null;
  if (report === 'paid') return 'paid';
  if (status !== 'pending') return null;
  // Money that went back before we heard of it buys nothing.
  return report === 'refunded' ? 'cancelled' : report;
}

/** The portal can be opened for this long, minutes (rule 19). A payment that is confirmed afterwards still counts. */
export const PORTAL_MINUTES = 15;

/** The same content in another basket counts as already paid for this long, unless the customer confirms a second payment. */
export const SAME_CONTENT_MINUTES = 30;

/** A payment that is open, under review or refunded is shown to its customer for this long, ms. */
export const SHOWN_MS = {
  pending: HOUR_MS,
  review: 14 * DAY_MS,
  refunded: 14 * DAY_MS,
} as const;

/** Height of the portal's frame, px. */
export const PORTAL_HEIGHT = 600;
