import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import type { Database } from '../../database/database.ts';
import { findNamedMedications } from '../../medications/queries.ts';
import { Refusal } from '../../refusal.ts';
import type { PrescriptionItemRow, PrescriptionView } from '../queries.ts';

interface PricedToday {
  readonly items: PrescriptionItemRow[];
  /** Why it cannot be ordered as it is: a medicine that has gone, or lost its price. */
  readonly problem: 'MEDICATION_UNAVAILABLE' | 'MEDICATION_NOT_PRICED' | null;
}

/**
 * What a prescription costs now: as frozen for 30 days, then by the catalogue (RULES 2). A medicine that has left the
 * catalogue meanwhile (recalled, say) is sold at no price (RULES 3).
 */
export async function priceToday(db: Database, view: PrescriptionView, now: Date): Promise<PricedToday> {
  const { prescription, items } = view;
  const hold = pricesAreValid(prescription.pricedAt, now);
  const rows = await findNamedMedications(
    db,
    items.map((item) => item.medicationId),
    [],
  );
  let problem: PricedToday['problem'] = null;
  const priced = items.map((item) => {
    const medication = rows.find((row) => row.id === item.medicationId);
    if (medication === undefined || medication.deletedAt !== null) problem = 'MEDICATION_UNAVAILABLE';
    else if (hold) return item;
    else if (medication.price === 0) problem ??= 'MEDICATION_NOT_PRICED';
    else return { ...item, price: medication.price };
    return item;
  });
  return { items: priced, problem };
}

/** The same, of a prescription that is to be paid. */
export async function priceOrRefuse(
  db: Database,
  view: PrescriptionView,
  now: Date,
): Promise<PrescriptionItemRow[]> {
  const { items, problem } = await priceToday(db, view, now);
  if (problem !== null) throw new Refusal(problem);
  return items;
}
