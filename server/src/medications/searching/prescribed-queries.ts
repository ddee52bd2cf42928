import { and, eq, gte, isNull, ne, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { medications } from '../../database/schema/medications.ts';
import { prescriptionItems, prescriptions } from '../../database/schema/prescriptions.ts';

/** Sets `prescribed` to the number of lines in prescriptions since then. Rows that are right are not written. */
export async function updatePrescribed(db: Database, since: Date): Promise<void> {
  const lines = db
    .select({ medicationId: prescriptionItems.medicationId })
    .from(prescriptionItems)
    .innerJoin(
      prescriptions,
      and(
        eq(prescriptions.id, prescriptionItems.prescriptionId),
        gte(prescriptions.createdAt, since),
        isNull(prescriptions.deletedAt),
      ),
    )
    .as('lines');
  const counted = db
    .select({ id: medications.id, n: sql<number>`count(${lines.medicationId})::integer`.as('n') })
    .from(medications)
    .leftJoin(lines, eq(lines.medicationId, medications.id))
    .groupBy(medications.id)
    .as('counted');
  await db
    .update(medications)
    .set({ prescribed: sql`${counted.n}` })
    .from(counted)
    .where(and(eq(medications.id, counted.id), ne(medications.prescribed, counted.n)));
}
