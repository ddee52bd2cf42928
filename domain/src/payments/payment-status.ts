/** What a payment can be (WIRE.md). `review`: put aside for people to look at or to refund; nothing moved. */
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
