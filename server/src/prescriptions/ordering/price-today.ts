import { pricesAreValid } from '@amasin/domain/prescriptions/prescription.ts';
import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { findNamedMedications } from '../../medications/queries.ts';
import { Refusal } from '../../refusal.ts';
import { isVerified } from '../present.ts';
import type { PrescriptionItem, PrescriptionView, ShownItem } from '../queries.ts';
import { waitingOf } from '../reviewing/ask-review.ts';
import { refuseWaiting } from '../reviewing/refuse-waiting.ts';

interface PricedToday {
  readonly items: ShownItem[];
  /** Why it cannot be ordered: a medicine was deleted, has no price, or waits for a check. */
  readonly problem: 'MEDICATION_UNAVAILABLE' | 'MEDICATION_NOT_PRICED' | 'MEDICATION_TO_REVIEW' | null;
}

/**
 * Prices a prescription: frozen for 30 days, then by the catalogue (rule 2). A medicine that was deleted from the catalogue
 * (for example after a recall) cannot be ordered, frozen or not (rule 3). On prescription only, and prescribed by someone who is
 * not verified, it waits until an in-house pharmacist has approved the prescription (rule 39).
 */
export async function priceToday(db: Database, view: PrescriptionView, now: Date): Promise<PricedToday> {
  const { prescription, author, items } = view;
  const isFrozen = pricesAreValid(prescription.pricedAt, now);
  const isUnchecked = !isVerified(author) && prescription.checkedAt === null;
  const rows = await findNamedMedications(
    db,
    items.map((item) => item.medicationId),
    [],
  );
  let problem: PricedToday['problem'] = null;
  const priced = items.map((item) => {
    const medication = rows.find((row) => row.id === item.medicationId);
    if (medication === undefined || medication.deletedAt !== null) {
      problem = 'MEDICATION_UNAVAILABLE';
      return { ...item, review: 'unavailable' as const };
    }
    const awaitsCheck = isUnchecked && medication.requiresPrescription;
    if (awaitsCheck || medication.awaitsReview || item.review === 'waiting') {
      problem ??= 'MEDICATION_TO_REVIEW';
      return { ...item, price: 0, review: 'waiting' as const };
    }
    if (isFrozen && item.price > 0) return item;
    if (medication.price > 0) return { ...item, price: medication.price };
    problem ??= 'MEDICATION_NOT_PRICED';
    return item;
  });
  return { items: priced, problem };
}

/**
 * Prices a prescription that is to be paid or attached to an order. The lines are as orders copy them.
 * @throws 409 with the problem that priceToday finds
 */
export async function priceOrRefuse(
  ctx: Ctx,
  view: PrescriptionView,
  now: Date,
): Promise<PrescriptionItem[]> {
  const { items, problem } = await priceToday(ctx.db, view, now);
  if (problem === 'MEDICATION_TO_REVIEW')
    throw await refuseWaiting(ctx, waitingOf(items), view.prescription.id);
  if (problem !== null) throw new Refusal(problem);
  return items.map(({ form: _, review: __, ...item }) => item);
}
