import { z } from 'zod';
import { fcfa } from '../contract/amount.ts';
import { id, moment } from '../contract/text.ts';
import { refundSummary } from '../orders/refund.ts';
import { person } from '../users/user.ts';
import { paymentStatuses, reviewReasons } from './lifecycle.ts';
import { operators } from './operators.ts';

export const payment = z.object({
  transactionId: z.string(),
  status: z.enum(paymentStatuses),
  amount: fcfa,
  orderId: id.nullable(),
  /** Absent unless the payment is or was under review. */
  reviewReason: z.enum(reviewReasons).optional(),
  /** The operator and the number, masked, that the customer chose; absent if she chose none. */
  operator: z.enum(operators).optional(),
  payingPhone: z.string().optional(),
  /** Somebody else opened it, by a link of the customer. */
  byLink: z.literal(true).optional(),
});

export type Payment = z.output<typeof payment>;

/** A payment that is still shown to its customer: open, under review or refunded. */
export const ongoingPayment = payment.extend({
  status: z.enum(['pending', 'review', 'refunded']),
  basketId: z.string(),
  openedAt: moment,
  /** Only for a refunded payment. */
  refund: refundSummary.optional(),
});

export type OngoingPayment = z.output<typeof ongoingPayment>;

/** A payment under review that is not marked as seen yet, for supervisors. */
export const reviewedPayment = z.object({
  _id: id,
  transactionId: z.string(),
  /** The amount due, FCFA. */
  amount: fcfa,
  reason: z.enum(reviewReasons),
  /** The amount and currency that the provider reported, even if absurd; null when it reported none. */
  received: z.object({ amount: z.number().nullable(), currency: z.string().nullable() }).nullable(),
  customer: person,
  /** The order that was being paid, if there is one. */
  order: z.object({ _id: id, number: z.string() }).nullable(),
  /** The amount received is certain, so it can be refunded. */
  canRefund: z.boolean(),
  /** Unpaid orders of the customer whose total is exactly what was received. */
  fits: z.array(z.object({ _id: id, number: z.string() })),
  /** Since when it is under review. */
  at: moment,
});

export type ReviewedPayment = z.output<typeof reviewedPayment>;

/**
 * `page`: the provider's own page, which returns to ours. `widget`: a frame that reports by messages. `phone`: the operator asks on
 * the telephone; `url` is the page to pay on instead.
 */
const portalModes = ['page', 'widget', 'phone'] as const;

/** The browser opens the portal with these; `token` is short-lived and gives no other access. */
export const portal = z.object({
  url: z.string(),
  token: z.string(),
  clientId: z.string(),
  productId: z.string(),
  message: z.string(),
  minAmount: fcfa,
  /** How it is opened; without it, in a frame with these parameters. */
  mode: z.enum(portalModes).optional(),
  /** The portal is of the provider's test environment: no money moves. */
  isTest: z.boolean().optional(),
  /** The number that pays, for a frame that starts with it. */
  phone: z.string().optional(),
});

export type Portal = z.output<typeof portal>;
