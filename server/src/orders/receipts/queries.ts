import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { medications } from '../../database/schema/medications.ts';
import { orderItems } from '../../database/schema/orders.ts';

/** The form of each medicine of an order, by medicine id. */
export async function findForms(db: Database, orderId: string) {
  const rows = await db
    .select({ id: medications.id, form: medications.form })
    .from(orderItems)
    .innerJoin(medications, eq(medications.id, orderItems.medicationId))
    .where(eq(orderItems.orderId, orderId));
  return new Map(rows.map(({ id, form }) => [id, form]));
}
