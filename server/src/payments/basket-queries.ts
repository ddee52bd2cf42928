import type { RefundState } from '@amasin/domain/orders/refund.ts';
import { openStatuses, SHOWN_MS } from '@amasin/domain/payments/lifecycle.ts';
import { and, desc, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { oneOf } from '../database/schema/columns.ts';
import { type PaymentRow, payments } from '../database/schema/payments.ts';
import { refunds } from '../database/schema/refunds.ts';
import { users } from '../database/schema/users.ts';
import { preparedOnce, unseen } from '../database/sql.ts';

/**
 * Locks a customer until the transaction ends, so that their payments are opened and settled one at a time. Always locked
 * before any payment row, because deleting an account locks the user first, then erases data from their payments.
 * @returns false when the account was removed
 */
export async function lockCustomer(tx: Database, customerId: string): Promise<boolean> {
  const [row] = await prepared(tx).customer.execute({ customerId });
  return row !== undefined && row.phone !== null;
}

/**
 * A customer's payments of this basket, whatever their age, and of the baskets that had the same content in the last two weeks; latest
 * first. Found by index: a customer may have thousands of others.
 */
export async function findEarlierPayments(
  db: Database,
  { customerId, basketId, contentDigest }: { customerId: string; basketId: string; contentDigest: string },
  now: Date,
): Promise<PaymentRow[]> {
  const since = new Date(now.getTime() - SHOWN_MS.review);
  return prepared(db).earlier.execute({
    customerId,
    basketId,
    contentDigest,
    since: since.toISOString(),
  });
}

/** Hides a value from the planner, which would plan the statement again for each customer (decision 8). */
const hidden = (name: string, type: string) => sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;

const prepared = preparedOnce((db) => {
  const sameContent = sql`select same.basket_id from ${payments} same where same.customer_id = ${hidden('customerId', 'uuid')}
    and same.content_digest = ${hidden('contentDigest', 'text')} and same.created_at > ${hidden('since', 'timestamptz')}`;
  // The planner expects a customer to have few payments. `offset 0` makes it read the baskets first, each by the index.
  const ofBaskets = db
    .select()
    .from(payments)
    .where(
      sql`${payments.basketId} = any(array(select ${sql.placeholder('basketId')}::text union ${sameContent})) offset 0`,
    )
    .as('of_baskets');
  return {
    customer: db
      .select({ phone: users.phone })
      .from(users)
      .where(eq(users.id, sql.placeholder('customerId')))
      .for('no key update')
      .prepare('customer_locked'),
    earlier: db
      .select()
      .from(ofBaskets)
      .where(eq(ofBaskets.customerId, hidden('customerId', 'uuid')))
      .orderBy(desc(ofBaskets.createdAt), desc(ofBaskets.id))
      .prepare('earlier_payments'),
  };
});

/**
 * Cancels the pending payments of a basket except one, and moves unsettled payments of its alias into it. The first
 * confirmed payment of a basket still buys it, even a cancelled one.
 */
export async function cancelOtherPayments(
  tx: Database,
  { customerId, basketId, except, alias = basketId }: OtherPayments,
  now: Date,
): Promise<void> {
  await tx
    .update(payments)
    .set({
      basketId,
      status: sql`case ${payments.status} when 'pending' then 'cancelled' else ${payments.status} end`,
      settledAt: sql`coalesce(${payments.settledAt}, ${now})`,
    })
    .where(
      and(
        eq(payments.customerId, customerId),
        inArray(payments.basketId, [basketId, alias]),
        inArray(payments.status, openStatuses),
        except === null ? undefined : ne(payments.id, except),
      ),
    );
}

interface OtherPayments {
  readonly customerId: string;
  readonly basketId: string;
  /** Another id of the same basket. */
  readonly alias?: string;
  /** The id of the payment that is not changed. */
  readonly except: string | null;
}

/** A payment that is still shown to its customer. */
export interface Ongoing {
  readonly payment: PaymentRow;
  /** The refund of money that bought nothing. */
  readonly refund: { readonly amount: number; readonly state: RefundState } | null;
}

/**
 * A customer's pending payments of the last hour, and those under review or refunded of the last two weeks. The refund of a cancelled
 * order is shown with the order.
 */
export async function findOngoingPayments(db: Database, customerId: string, now: Date): Promise<Ongoing[]> {
  const since = (status: keyof typeof SHOWN_MS) =>
    unseen(new Date(now.getTime() - SHOWN_MS[status]), 'timestamptz');
  const recent = (status: keyof typeof SHOWN_MS) =>
    and(oneOf(payments.status, [status]), gt(payments.createdAt, since(status)));
  return db
    .select({ payment: payments, refund: { amount: refunds.amount, state: refunds.state } })
    .from(payments)
    .leftJoin(refunds, and(eq(refunds.paymentId, payments.id), eq(refunds.debit, payments.providerReference)))
    .where(
      and(
        eq(payments.customerId, customerId),
        // The longest time of all. Without it, the payments of everyone that are pending or under review are read.
        gt(payments.createdAt, since('review')),
        or(recent('pending'), recent('review'), and(recent('refunded'), isNull(refunds.orderId))),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id));
}
