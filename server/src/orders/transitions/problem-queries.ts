import type { ShortageReason } from '@amasin/domain/orders/problems/shortage-reason.ts';
import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { orders } from '../../database/schema/orders.ts';
import { changeIf, noProblem } from '../change-queries.ts';

/** Sets why this pharmacy cannot prepare a pending order. @returns false when nothing changed */
export function setShortage(
  db: Database,
  id: string,
  pharmacyId: string,
  { reason, note, at }: { reason: ShortageReason; note: string | null; at: Date },
): Promise<boolean> {
  const isOther = sql`(${orders.problem}, ${orders.problemNote}) is distinct from (${reason}::text, ${note}::text)`;
  const change = { problem: reason, problemNote: note, problemAt: at };
  return changeIf(db, id, 'pending', and(eq(orders.pharmacyId, pharmacyId), isOther), change);
}

/** @returns false when the order has no problem */
export async function clearProblem(db: Database, id: string): Promise<boolean> {
  const changed = await db
    .update(orders)
    .set(noProblem)
    .where(and(eq(orders.id, id), isNotNull(orders.problem)))
    .returning({ id: orders.id });
  return changed.length === 1;
}
