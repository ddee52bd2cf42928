import type { MedicineToReview } from '@amasin/domain/medications/review.ts';
import type { findToReview } from './queries.ts';

type Row = Awaited<ReturnType<typeof findToReview>>[number];

/** A medicine whose price is to be checked. Nothing about the patients. */
export function presentToReview({ medication, author, prescriptions, alike }: Row): MedicineToReview {
  return {
    _id: medication.id,
    label: medication.label,
    form: medication.form,
    price: medication.price,
    createdAt: medication.createdAt.toISOString(),
    author,
    askedAt: medication.reviewAskedAt?.toISOString() ?? null,
    prescriptions,
    alike,
  };
}
