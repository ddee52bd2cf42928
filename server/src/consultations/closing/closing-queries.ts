import { and, asc, eq, or } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type ConsultationRow, consultations } from '../../database/schema/consultations.ts';

/** Locks the active consultations of a patient or a doctor until the transaction ends. */
export function lockActiveOf(tx: Database, userId: string): Promise<ConsultationRow[]> {
  return tx
    .select()
    .from(consultations)
    .where(
      and(
        eq(consultations.status, 'active'),
        or(eq(consultations.patientId, userId), eq(consultations.doctorId, userId)),
      ),
    )
    .orderBy(asc(consultations.id))
    .for('no key update');
}

/** Deletes the requests of a patient that no doctor has accepted, with their messages. */
export async function deletePendingOf(tx: Database, patientId: string): Promise<void> {
  await tx
    .delete(consultations)
    .where(and(eq(consultations.patientId, patientId), eq(consultations.status, 'pending')));
}

/** Replaces the name that a removed patient gave; what was written remains the doctor’s record (decision 16). */
export async function renamePatient(tx: Database, patientId: string, name: string): Promise<void> {
  await tx.update(consultations).set({ patientName: name }).where(eq(consultations.patientId, patientId));
}
