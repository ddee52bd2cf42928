import type { PaymentStatus } from './payment-status.ts';

/** What somebody tells us of a payment. */
export type PaymentReport = 'paid' | 'failed' | 'cancelled' | 'expired';

/**
 * Statuses a confirmed payment may still be accepted from. A provider may first decline, or stay silent for a day, and
 * then confirm: money that arrived is never refused. Paid, review and refunded are never left by a report (R8).
 */
export const openStatuses: readonly PaymentStatus[] = ['pending', 'failed', 'cancelled', 'expired'];

/** The status after a report, or null where the report changes nothing. */
export function afterReport(status: PaymentStatus, report: PaymentReport): PaymentStatus | null {
  if (!openStatuses.includes(status)) return null;
  if (report === 'paid') return 'paid';
  return status === 'pending' ? report : null;
}
