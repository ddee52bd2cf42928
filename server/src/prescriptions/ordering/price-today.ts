import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import type { Database } from '../../database/database.ts';
import { findNamedMedications } from '../../medications/queries.ts';
import { Refusal } from '../../refusal.ts';
import type { PrescriptionItem, PrescriptionView } from '../queries.ts';

interface PricedToday {
  readonly items: PrescriptionItem[];
  /** Why it cannot be ordered: a medicine was deleted or has no price. */
  readonly problem: 'MEDICATION_UNAVAILABLE' | 'MEDICATION_NOT_PRICED' | null;
}

/**
 * Prices a prescription: frozen for 30 days, then by the catalogue (RULES 2). A medicine that was deleted from the catalogue
 * (for example after a recall) cannot be ordered, frozen or not (RULES 3).
 */
export async function priceToday(db: Database, view: PrescriptionView, now: Date): Promise<PricedToday> {
  const { prescription, items } = view;
  const isFrozen = pricesAreValid(prescription.pricedAt, now);
  const rows = await findNamedMedications(
    db,
    items.map((item) => item.medicationId),
    [],
  );
  let problem: PricedToday['problem'] = null;
  const priced = items.map((item) => {
    const medication = rows.find((row) => row.id === item.medicationId);
    if (medication === undefined || medication.deletedAt !== null) problem = 'MEDICATION_UNAVAILABLE';
    else if (isFrozen) return item;
    else if (medication.price === 0) problem ??= 'MEDICATION_NOT_PRICED';
    else return { ...item, price: medication.price };
    return item;
  });
  return { items: priced, problem };
}

/** Prices a prescription that is to be paid. @throws 409 with the problem that priceToday finds */
export async function priceOrRefuse(
  db: Database,
  view: PrescriptionView,
  now: Date,
): Promise<PrescriptionItem[]> {
  const { items, problem } = await priceToday(db, view, now);
  if (problem !== null) throw new Refusal(problem);
  return items;
}
