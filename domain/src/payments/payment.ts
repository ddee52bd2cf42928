import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id } from '../contract/text.ts';

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

export const payment = z.object({
  transactionId: z.string(),
  status: z.enum(paymentStatuses),
  amount: fcfa,
  orderId: id.nullable(),
});

export type Payment = z.output<typeof payment>;

/** What the browser needs to open the portal; `token` is short-lived and worth nothing else (RULES 16). */
export const portal = z.object({
  url: z.string(),
  token: z.string(),
  clientId: z.string(),
  productId: z.string(),
  message: z.string(),
  minAmount: fcfa,
});

export type Portal = z.output<typeof portal>;
