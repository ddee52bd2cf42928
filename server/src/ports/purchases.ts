import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';

/** What was made of a purchase, or why it cannot be delivered (people then review the payment). */
export type Delivered = { readonly orderId: string } | { readonly reviewReason: string };

/** What the money of a payment buys. Payments stores the reference and passes it back unread. */
export interface Purchases {
  /** Runs in the transaction that settles the payment: what it writes is committed with it, or not at all. */
  deliver(tx: Database, payment: PaymentRow, now: Date): Promise<Delivered>;
}
