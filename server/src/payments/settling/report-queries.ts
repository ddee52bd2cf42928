import { and, eq, ne, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { constantLimit } from '../../database/lists/paging.ts';
import { refunds } from '../../database/schema/money/refunds.ts';
import { orders } from '../../database/schema/orders.ts';
import { type PaymentRow, paymentEvents, payments } from '../../database/schema/payments.ts';
import { lockByName } from '../../database/statements/lock-by-name.ts';
import { preparedOnce } from '../../database/statements/prepared.ts';
import { preparedInsert } from '../../database/statements/prepared-insert.ts';
import { unseenPlaceholder } from '../../database/statements/unseen.ts';
import { together } from '../../database/transaction.ts';

const insertRows = preparedInsert(paymentEvents, (insert) =>
  insert.onConflictDoNothing().returning({ id: paymentEvents.id }),
);

/** Stores a report; false when the same event was already received. */
export async function insertPaymentEvent(
  db: Database,
  event: typeof paymentEvents.$inferInsert,
): Promise<boolean> {
  const inserted = await insertRows(db, [event]);
  return inserted.length > 0;
}

/**
 * Whether the provider's reference already belongs to another payment, or was reported for one. An advisory lock on the
 * reference lasts until the transaction ends, so that of two concurrent reports the second one sees the first.
 */
export async function isReferenceTaken(
  tx: Database,
  { id, provider, transactionId }: PaymentRow,
  reference: string,
): Promise<boolean> {
  const [, found] = await together(
    lockByName(tx, `${provider} ${reference}`),
    prepared(tx).taken.execute({ id, provider, transactionId, reference }),
  );
  return found.length > 0;
}

const prepared = preparedOnce((db) => {
  const reference = unseenPlaceholder('reference', 'text');
  const provider = sql.placeholder('provider');
  const settled = db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.providerReference, reference),
        ne(payments.id, sql.placeholder('id')),
      ),
    );
  const reported = db
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(isReportOf(provider, reference), ne(paymentEvents.transactionId, sql.placeholder('transactionId'))),
    );
  return { taken: settled.unionAll(reported).limit(constantLimit(1)).prepare('reference_taken') };
});

/** Whether another event already reported this reference for this payment. */
export async function isAlreadyReported(
  tx: Database,
  { provider, transactionId }: PaymentRow,
  { reference, eventId }: { reference: string; eventId: string },
): Promise<boolean> {
  const [earlier] = await tx
    .select({ id: paymentEvents.id })
    .from(paymentEvents)
    .where(
      and(
        isReportOf(provider, reference),
        eq(paymentEvents.transactionId, transactionId),
        ne(paymentEvents.eventId, eventId),
      ),
    )
    .limit(1);
  return earlier !== undefined;
}

const isReportOf = (provider: string | Placeholder, reference: string | SQL) =>
  and(
    eq(paymentEvents.provider, provider),
    eq(paymentEvents.reference, reference),
    eq(paymentEvents.report, 'paid'),
  );

/** Whether a supervisor has decided here to pay back the money with this reference; without a reference, any money of the payment. */
export async function isRefundDecided(
  tx: Database,
  { id }: PaymentRow,
  reference: string | null,
): Promise<boolean> {
  const [decided] = await tx
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.paymentId, id), reference === null ? undefined : eq(refunds.debit, reference)))
    .limit(1);
  return decided !== undefined;
}

/** The number of the order that a payment pays, if it pays one. */
export async function findOrderNumber(tx: Database, { orderId }: PaymentRow): Promise<string | null> {
  if (orderId === null) return null;
  const [order] = await tx.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId));
  return order?.number ?? null;
}
