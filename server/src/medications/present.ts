import type { Medication } from '@amasin/domain/medications/medication.ts';
import type { Actor } from '../ctx.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { keepsCatalogue } from './managing/keeps-catalogue.ts';

/** Every field of a medicine that leaves the server: who added it only for those who keep the catalogue. */
export function presentMedication(viewer: Actor, row: MedicationRow, author: string | null): Medication {
  return {
    _id: row.id,
    label: row.label,
    form: row.form,
    price: row.price,
    requiresPrescription: row.requiresPrescription,
    reviewed: row.reviewed,
    ...(keepsCatalogue(viewer) && { createdBy: author }),
    createdAt: row.createdAt.toISOString(),
  };
}
