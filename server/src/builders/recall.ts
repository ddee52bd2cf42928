import type { Database } from '../database/database.ts';
import { type RecallRow, recallPharmacies, recallRecipients, recalls } from '../database/schema/recalls.ts';
import { buildMedication } from './catalogue.ts';
import { buildOrder } from './order.ts';
import { buildUser } from './user.ts';

/** A recall of all lots of a new medicine, whose orders do not wait. */
export async function buildRecall(db: Database, given: Partial<RecallRow> = {}): Promise<RecallRow> {
  const [row] = await db
    .insert(recalls)
    .values({
      medicationId: given.medicationId ?? (await buildMedication(db)).id,
      lots: ['AB12'],
      advice: 'bring-back',
      note: 'Votre pharmacien vous en donnera un autre.',
      source: 'ABMed, note 12 du 19 novembre',
      day: '2026-11-19',
      createdAt: new Date('2026-11-20T09:00:00Z'),
      createdById: given.createdById ?? (await buildUser(db, { type: 'supervisor' })).id,
      ...given,
    })
    .returning();
  if (row === undefined) throw new Error('the recall was not inserted');
  return row;
}

/** Notes that a customer received the medicine of a recall, with a delivered order. */
export async function buildRecipient(
  db: Database,
  recall: RecallRow,
  given: Partial<typeof recallRecipients.$inferInsert> = {},
) {
  const { customerId, orderId } = given;
  const order =
    customerId !== undefined && orderId !== undefined
      ? { id: orderId, customerId }
      : await buildOrder(db, { state: 'delivered', ...(customerId !== undefined && { customerId }) });
  const [row] = await db
    .insert(recallRecipients)
    .values({ recallId: recall.id, customerId: order.customerId, orderId: order.id, maybe: true, ...given })
    .returning();
  if (row === undefined) throw new Error('the recipient was not inserted');
  return row;
}

/** Asks a pharmacy about a recall. */
export async function buildAskedPharmacy(
  db: Database,
  recall: RecallRow,
  given: Partial<typeof recallPharmacies.$inferInsert> = {},
): Promise<void> {
  const pharmacyId = given.pharmacyId ?? (await buildUser(db, { type: 'pharmacy' })).id;
  await db.insert(recallPharmacies).values({ recallId: recall.id, pharmacyId, ...given });
}
