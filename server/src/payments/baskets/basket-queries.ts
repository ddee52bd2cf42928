import { openStatuses, SHOWN_MS } from '@amasin/domain/payments/lifecycle.ts';
import { and, desc, eq, gt, inArray, ne, or, type SQLWrapper, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type PaymentRow, payments } from '../../database/schema/payments.ts';
import { users } from '../../database/schema/users.ts';

/**
 * Locks a customer until the transaction ends: their payments are opened and settled one after another. False where the
 * account was removed. Taken before any payment: a removal locks the person, then erases what their payments store.
 */
export async function lockCustomer(tx: Database, customerId: string | SQLWrapper): Promise<boolean> {
  const [row] = await tx
    .select({ phone: users.phone })
    .from(users)
    .where(eq(users.id, customerId))
    .for('no key update');
  return row !== undefined && row.phone !== null;
}

/** What a customer has paid or tried to pay lately, and whenever it was in this basket; the latest first. */
export async function findEarlierPayments(
  db: Database,
  { customerId, basketId }: { customerId: string; basketId: string },
  now: Date,
): Promise<PaymentRow[]> {
  const since = new Date(now.getTime() - SHOWN_MS.review);
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.customerId, customerId),
        or(gt(payments.createdAt, since), eq(payments.basketId, basketId)),
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id));
}

/**
 * Makes one basket of two names, and cancels what is pending in it but for one payment. Money that arrives for a cancelled
 * payment still buys the basket if it is the first.
 */
export async function cancelOthers(
  tx: Database,
  { customerId, basketId, but, alias = basketId }: OneBasket,
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
        but === null ? undefined : ne(payments.id, but),
      ),
    );
}

interface OneBasket {
  readonly customerId: string;
  readonly basketId: string;
  /** Another name of it. */
  readonly alias?: string;
  /** The payment that is left as it is. */
  readonly but: string | null;
}

/** Whether another payment has bought the basket of this one. */
export async function isBasketPaid(tx: Database, { customerId, basketId, id }: PaymentRow): Promise<boolean> {
  const [row] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.customerId, customerId),
        eq(payments.basketId, basketId),
        eq(payments.status, 'paid'),
        ne(payments.id, id),
      ),
    );
  return row !== undefined;
}

/** What a customer still has to know of: payments open for an hour, those under review for two weeks. */
export async function findOngoingPayments(
  db: Database,
  customerId: string,
  now: Date,
): Promise<PaymentRow[]> {
  const lately = (status: keyof typeof SHOWN_MS) =>
    and(eq(payments.status, status), gt(payments.createdAt, new Date(now.getTime() - SHOWN_MS[status])));
  return db
    .select()
    .from(payments)
    .where(and(eq(payments.customerId, customerId), or(lately('pending'), lately('review'))))
    .orderBy(desc(payments.createdAt), desc(payments.id));
}
