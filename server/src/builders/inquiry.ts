import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { HELD_MINUTES } from '@amasin/domain/inquiries/inquiry.ts';
import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type InquiryLineRow, type InquiryRow, inquiries } from '../database/schema/inquiries.ts';
import { insertInquiry } from '../orders/inquiry-queries.ts';
import { findOrder } from '../orders/queries.ts';
import { buildOrder, type OrderFields } from './order.ts';

interface InquiryFields extends Partial<InquiryRow> {
  readonly pharmacyId: string;
  /** Of the order that is asked about; a new unpaid one by default. */
  readonly order?: Partial<OrderFields>;
  /** What the pharmacy answers about each line; nothing yet by default. */
  readonly answer?: Partial<InquiryLineRow>;
}

/** An inquiry about an unpaid order, which waits for its pharmacy by default. */
export async function buildInquiry(
  db: Database,
  { order, answer, ...fields }: InquiryFields,
): Promise<InquiryRow> {
  const orderId = fields.orderId ?? (await buildOrder(db, { state: 'pre-treatment', ...order })).id;
  const view = await findOrder(db, orderId);
  if (view === null) throw new Error('the order does not exist');
  const askedAt = fields.askedAt ?? view.order.createdAt;
  const until = new Date(askedAt.getTime() + HELD_MINUTES * MINUTE_MS);
  const isAnswered = fields.state === 'answered' && { answeredAt: askedAt, heldUntil: until };
  const row = {
    id: v7(),
    round: 1,
    state: 'asked' as const,
    nextAt: until,
    ...isAnswered,
    ...fields,
    orderId,
    askedAt,
  };
  const lines = view.items.map(({ medicationId, label, quantity, price }) => {
    return { medicationId, label, quantity, price, known: null, answer: null, ...answer };
  });
  await insertInquiry(db, row, lines);
  const [inserted] = await db.select().from(inquiries).where(eq(inquiries.id, row.id));
  if (inserted === undefined) throw new Error('the inquiry was not inserted');
  return inserted;
}
