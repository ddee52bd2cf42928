import type { ReviewReason } from '@amasin/domain/payments/lifecycle.ts';
import type { SmsMoment } from '@amasin/domain/sms/kinds.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { LinkSecrets } from '../env.ts';
import type { Jobs } from './jobs.ts';

/** The order of a purchase, or why it cannot be delivered (the payment is then reviewed). */
export type Delivered = { readonly orderId: string } | { readonly reviewReason: ReviewReason };

export interface Attached {
  readonly paymentId: string;
  readonly transactionId: string;
  readonly customerId: string;
  readonly orderId: string;
  readonly amount: number;
}

/** The means to notify the people whom a purchase concerns. */
export interface NoticeCtx {
  readonly jobs: Jobs;
  readonly clock: { now(): Date };
  readonly linkSecrets: LinkSecrets;
  readonly settings: { readonly smsMoments: readonly SmsMoment[] };
}

/** Delivers what a payment buys. The payments module stores the draft or the order id and passes it back. */
export interface Purchases {
  /** Runs in the transaction that settles the payment, so both are committed or neither. */
  deliver(ctx: NoticeCtx, tx: Database, payment: PaymentRow, now: Date): Promise<Delivered>;
  /**
   * Pays an unpaid order of this customer with received money, in the transaction that settles the payment.
   * @returns false, with nothing changed, when the order does not wait for exactly this amount
   */
  attach(ctx: NoticeCtx, tx: Database, purchase: Attached, now: Date): Promise<boolean>;
}
