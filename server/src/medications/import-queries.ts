import type { Fcfa } from '@amasin/domain/contract/money.ts';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import type { Candidate, ImportReport } from '../importing/import-lines.ts';

/** A medicine in a list; null for a value that the list lacks. */
export interface ImportedMedication {
  readonly label: string;
  readonly form: MedicationForm;
  readonly price: Fcfa | null;
  readonly requiresPrescription: boolean | null;
  readonly substances: string | null;
  readonly dosage: string | null;
}

export interface Source {
  /** Priced medicines of our own list are approved; those of other sources wait for review and never change approved ones. */
  readonly isOurs: boolean;
  readonly at: Date;
}

const REMOVED = 'Retiré du catalogue : il le reste (ajoutez-le à la main pour le vendre de nouveau)';

/** Identifies a medicine in a list. */
export const keyOf = ({ label, form }: Pick<ImportedMedication, 'label' | 'form'>): string =>
  `${searchText(label)} (${form})`;

/** Adds or updates these medicines; deleted ones remain deleted. */
export async function upsertMedications(
  tx: Database,
  batch: readonly Candidate<ImportedMedication>[],
  source: Source,
): Promise<Omit<ImportReport, 'read'>> {
  const removed = await findRemoved(
    tx,
    batch.map(({ value }) => value),
  );
  const present = batch.filter(({ value }) => !removed.has(keyOf(value))).map(({ value }) => value);
  const counts = { added: 0, updated: 0 };
  for (const hasPrescription of [true, false]) {
    const alike = present.filter(
      ({ requiresPrescription }) => (requiresPrescription !== null) === hasPrescription,
    );
    const { added, updated } = await write(tx, alike, hasPrescription, source);
    counts.added += added;
    counts.updated += updated;
  }
  const refused = batch
    .filter(({ value }) => removed.has(keyOf(value)))
    .map(({ line }) => ({ line, reason: REMOVED }));
  return { ...counts, refused };
}

/** Finds the keys of the medicines that were deleted and not added again. */
async function findRemoved(tx: Database, medicines: readonly ImportedMedication[]): Promise<Set<string>> {
  const stored = await tx
    .select({ label: medications.searchText, form: medications.form, exists: isNull(medications.deletedAt) })
    .from(medications)
    .where(
      inArray(
        medications.searchText,
        medicines.map(({ label }) => searchText(label)),
      ),
    );
  const names = (exists: boolean) => stored.filter((row) => row.exists === exists).map(keyOf);
  const existing = new Set(names(true));
  return new Set(names(false).filter((name) => !existing.has(name)));
}

/** @param hasPrescription whether these lines specify if a prescription is required */
async function write(
  tx: Database,
  medicines: readonly ImportedMedication[],
  hasPrescription: boolean,
  { isOurs, at }: Source,
) {
  if (medicines.length === 0) return { added: 0, updated: 0 };
  const set: Record<string, SQL> = {
    price: sql`case when excluded.price_fcfa > 0 then excluded.price_fcfa else ${medications.price} end`,
    reviewed: sql`${medications.reviewed} or excluded.reviewed`,
    substances: sql`coalesce(excluded.substances, ${medications.substances})`,
    substanceText: sql`coalesce(excluded.substance_text, ${medications.substanceText})`,
    // A list without doses changes none, but that of other substances would be wrong.
    dosage: sql`case when coalesce(excluded.substances, ${medications.substances}) is not distinct from ${medications.substances}
      then coalesce(excluded.dosage, ${medications.dosage}) else excluded.dosage end`,
    ...(hasPrescription && { requiresPrescription: sql`excluded.requires_prescription` }),
  };
  const next = sql.join(Object.values(set), sql`, `);
  const current = sql`${medications.price}, ${medications.reviewed}, ${medications.substances}, ${medications.substanceText}, ${medications.dosage}${hasPrescription ? sql`, ${medications.requiresPrescription}` : sql``}`;
  const rows = medicines.map(({ label, form, price, requiresPrescription, substances, dosage }) => ({
    id: v7(),
    label,
    form,
    price: price ?? 0,
    requiresPrescription: requiresPrescription === true,
    reviewed: isOurs && price !== null,
    searchText: searchText(label),
    substances,
    substanceText: substances === null ? null : searchText(substances),
    dosage,
    createdAt: at,
  }));
  const written = await tx
    .insert(medications)
    .values(rows)
    .onConflictDoUpdate({
      target: [medications.searchText, medications.form],
      targetWhere: isNull(medications.deletedAt),
      // A price of our own list is a checked one.
      set: { ...set, awaitsReview: sql`${medications.awaitsReview} and not excluded.reviewed` },
      setWhere: sql`(${isOurs} or not ${medications.reviewed}) and (${current}) is distinct from (${next})`,
    })
    .returning({ id: medications.id });
  const ids = new Set(rows.map(({ id }) => id));
  const added = written.filter(({ id }) => ids.has(id)).length;
  return { added, updated: written.length - added };
}
