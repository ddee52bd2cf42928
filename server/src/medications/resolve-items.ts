import type { Instructions } from '@amasin/domain/medications/instructions.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { DraftItem } from '@amasin/domain/orders/draft.ts';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { medicineRecalled, Refusal } from '../refusal.ts';
import { findNamedMedications } from './queries.ts';

export interface ResolvedItem {
  readonly medicationId: string;
  readonly label: string;
  readonly quantity: number;
  /** The catalogue's current price, FCFA. */
  readonly price: number;
  /** Null when nothing was written. */
  readonly posology: string | null;
  readonly duration: string | null;
  /** Whether the browser sent another price. */
  readonly priceDiffers: boolean;
  /** A prescriber typed its price, which is not checked: never for a customer. */
  readonly awaitsReview: boolean;
}

interface Options {
  /** Customers cannot order unreviewed medicines nor, without a prescription, those that require one. */
  readonly forCustomer: boolean;
  /** Path of the list in the body, for the fields of a 422. */
  readonly path: string;
}

const NEEDS_PRESCRIPTION = 'Ce médicament demande une ordonnance';

/**
 * Resolves the items of a draft to medicines (rule 3) with the catalogue's prices.
 * @throws 422 INVALID for unknown or ambiguous items, 422 PRESCRIPTION_NEEDED, 409 MEDICATION_UNAVAILABLE,
 * 409 MEDICATION_NOT_PRICED, 409 MEDICINE_RECALLED
 */
export async function resolveItems(
  db: Database,
  items: readonly (DraftItem & Instructions)[],
  { forCustomer, path }: Options,
): Promise<ResolvedItem[]> {
  const ids = items.flatMap((item) => item.medicationId ?? []);
  const labels = items.flatMap((item) => (item.label ? [searchText(item.label)] : []));
  const candidates = await findNamedMedications(db, ids, labels);
  const visible = candidates.filter((row) => row.reviewed || !forCustomer);

  const found = items.map((item, index) => {
    const matches = matching(visible, item);
    const available = matches.filter((row) => row.deletedAt === null);
    return { item, field: `${path}.${index}.label`, available, matches };
  });

  const fields: Record<string, string> = {};
  for (const { field, available, matches } of found) {
    const [only] = available;
    if (matches.length === 0) fields[field] = 'Médicament inconnu';
    else if (available.length > 1) fields[field] = 'Précisez la forme';
    else if (only?.requiresPrescription && forCustomer) fields[field] = NEEDS_PRESCRIPTION;
  }
  if (Object.values(fields).includes(NEEDS_PRESCRIPTION)) {
    throw new Refusal('PRESCRIPTION_NEEDED', { fields });
  }
  if (Object.keys(fields).length > 0) throw new Refusal('INVALID', { fields });

  return found.map(({ item, available: [row] }) => {
    if (row === undefined) throw new Refusal('MEDICATION_UNAVAILABLE');
    if (row.recalled) throw medicineRecalled(row.label);
    // A price that is to be checked may still be unknown.
    if (row.price === 0 && !row.awaitsReview) throw new Refusal('MEDICATION_NOT_PRICED');
    return {
      medicationId: row.id,
      label: row.label,
      quantity: item.quantity,
      price: row.price,
      posology: item.posology || null,
      duration: item.duration || null,
      priceDiffers: item.price != null && item.price !== row.price,
      awaitsReview: row.awaitsReview,
    };
  });
}

function matching(rows: MedicationRow[], item: DraftItem): MedicationRow[] {
  if (item.medicationId) return rows.filter((row) => row.id === item.medicationId);
  const text = searchText(item.label ?? '');
  return rows.filter((row) => row.searchText === text && (!item.form || row.form === item.form));
}
