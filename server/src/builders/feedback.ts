import type { Database } from '../database/database.ts';
import { type FeedbackRow, feedback } from '../database/schema/feedback.ts';
import { type ReportRow, reports } from '../database/schema/reports.ts';
import { buildOrder, type OrderFields } from './order.ts';

/** A customer's answer about a delivered order (default: a medicine was missing). */
export async function buildFeedback(
  db: Database,
  given: Partial<FeedbackRow> & { order?: Partial<OrderFields> } = {},
): Promise<FeedbackRow> {
  const { order, ...fields } = given;
  const orderId = given.orderId ?? (await buildOrder(db, { state: 'delivered', ...order })).id;
  const [row] = await db
    .insert(feedback)
    .values({ answeredAt: new Date('2026-11-20T09:30:00Z'), wrongs: ['missing'], ...fields, orderId })
    .returning();
  if (row === undefined) throw new Error('the answer was not inserted');
  return row;
}

/** A report about a delivered order (default: a new one of a reaction). */
export async function buildReport(
  db: Database,
  given: Partial<ReportRow> & { order?: Partial<OrderFields> } = {},
): Promise<ReportRow> {
  const { order, ...fields } = given;
  const orderId = given.orderId ?? (await buildOrder(db, { state: 'delivered', ...order })).id;
  const ofKind =
    given.kind === 'box'
      ? { fault: 'look' as const }
      : { words: 'Des boutons sur les bras', since: '2026-11-19', taker: 'self' as const, stopped: true };
  const [row] = await db
    .insert(reports)
    .values({
      kind: 'reaction',
      createdAt: new Date('2026-11-20T09:30:00Z'),
      medicines: [{ label: 'Paracétamol 500 mg', quantity: 2 }],
      ...ofKind,
      ...fields,
      orderId,
    })
    .returning();
  if (row === undefined) throw new Error('the report was not inserted');
  return row;
}

/** All that a pharmacist may write for the authority. */
export const wholeFacts = {
  initials: 'A.K.',
  sex: 'female',
  age: 34,
  weight: 61,
  batch: 'LOT-77',
  dose: '1 comprimé matin et soir',
  from: '2026-11-18',
  to: '2026-11-19',
  description: 'Urticaire des avant-bras',
  seriousness: 'not-serious',
  outcome: 'recovering',
  otherMedicines: 'Fer',
  cause: 'Allergie connue',
} as const;
