import type { Medication, PublicMedication } from '@amasin/domain/medications/medication.ts';
import type { Actor } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';

/** Whether this user manages the catalogue. */
export function managesCatalogue({ type }: Pick<Actor, 'type'>): boolean {
  return type === 'supervisor' || type === 'superAdmin';
}

/** Every field of a medicine that leaves the server; its author only for catalogue managers. */
export function presentMedication(viewer: Actor, row: MedicationRow, author: string | null): Medication {
  return {
    ...presentPublicly(row),
    reviewed: row.reviewed,
    ...(row.awaitsReview && { awaitsReview: true as const }),
    ...(row.recalled && { recalled: true as const }),
    ...(managesCatalogue(viewer) && { createdBy: author }),
    createdAt: row.createdAt.toISOString(),
  };
}

/** Every field of a medicine that a visitor reads: neither its author nor its review. */
export function presentPublicly(row: MedicationRow): PublicMedication {
  return {
    _id: row.id,
    label: row.label,
    form: row.form,
    price: row.price,
    requiresPrescription: row.requiresPrescription,
    substances: row.substances,
    dosage: row.dosage,
  };
}
