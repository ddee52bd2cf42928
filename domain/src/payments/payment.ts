import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { paymentStatuses, reviewReasons } from './lifecycle.ts';

export const payment = z.object({
  transactionId: z.string(),
  status: z.enum(paymentStatuses),
  amount: fcfa,
  orderId: id.nullable(),
  /** Only of a payment that is or was under review. */
  reviewReason: z.enum(reviewReasons).optional(),
});

export type Payment = z.output<typeof payment>;

/** A payment that is still shown to its customer: open or under review. */
export const ongoingPayment = payment.extend({
  status: z.enum(['pending', 'review']),
  basketId: z.string(),
  openedAt: moment,
});

export type OngoingPayment = z.output<typeof ongoingPayment>;

/** What the browser needs to open the portal; `token` is short-lived and gives no other access (RULES 16). */
export const portal = z.object({
  url: z.string(),
  token: z.string(),
  clientId: z.string(),
  productId: z.string(),
  message: z.string(),
  minAmount: fcfa,
});

export type Portal = z.output<typeof portal>;
