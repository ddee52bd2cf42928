import { record } from '../../audit/recording/record.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { findPayment } from '../queries.ts';
import { findReviewer, markSeen } from './review-queries.ts';

/** @throws 404 NOT_FOUND for a payment that is not under review */
export async function loadReview({ db }: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(db, transactionId);
  if (payment?.status !== 'review') throw new Refusal('NOT_FOUND');
  return payment;
}

/** The same for one that was under review and is decided. @throws 404 NOT_FOUND */
export async function loadDecided({ db }: Ctx, transactionId: string): Promise<PaymentRow> {
  const payment = await findPayment(db, transactionId);
  if (payment === null || payment.reviewReason === null) throw new Refusal('NOT_FOUND');
  return payment;
}

/**
 * Notes that a payment under review was seen: it leaves the list, its status and its money do not change.
 * @throws 409 REVIEW_CLOSED when another person has seen it
 */
export async function closeReview(
  ctx: Ctx,
  { id, customerId }: Pick<PaymentRow, 'id' | 'customerId'>,
  note: string,
): Promise<void> {
  const { db, actor, clock } = ctx;
  const isMarked = await transact(db, async (tx) => {
    const seen = { reviewedAt: clock.now(), reviewedById: actor._id, reviewNote: note };
    if (!(await markSeen(tx, id, seen))) return false;
    await record(ctx, tx, { action: 'review', kind: 'payment', id, customerId });
    return true;
  });
  if (isMarked) return;
  const reviewer = await findReviewer(db, id);
  // Sent again after a lost response.
  if (reviewer?.id === actor._id && reviewer.note === note) return;
  throw await reviewClosed(db, id);
}

/** 409 REVIEW_CLOSED with who decided, or 404 for a payment that no one has decided about. */
export async function reviewClosed(db: Database, id: string): Promise<Refusal> {
  const reviewer = await findReviewer(db, id);
  if (reviewer === null) return new Refusal('NOT_FOUND');
  return new Refusal('REVIEW_CLOSED', { values: { name: reviewer.name, note: reviewer.note ?? '' } });
}
