import { eq } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { medications } from '../../database/schema/medications.ts';
import { prescriptionItems, prescriptions } from '../../database/schema/prescriptions.ts';
import { users } from '../../database/schema/users.ts';

/** The title of the prescription's author. */
export async function findAuthorTitle(db: Database, id: string) {
  const [row] = await db
    .select({ title: users.titrePartenaire })
    .from(prescriptions)
    .innerJoin(users, eq(users.id, prescriptions.authorId))
    .where(eq(prescriptions.id, id));
  return row?.title ?? null;
}

/** The form of each medicine of a prescription, by medicine id. */
export async function findForms(db: Database, id: string) {
  const rows = await db
    .select({ id: medications.id, form: medications.form })
    .from(prescriptionItems)
    .innerJoin(medications, eq(medications.id, prescriptionItems.medicationId))
    .where(eq(prescriptionItems.prescriptionId, id));
  return new Map(rows.map(({ id: medicationId, form }) => [medicationId, form]));
}
