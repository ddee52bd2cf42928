import type { Fcfa } from '@amasin/domain/contract/money.ts';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../../database/database.ts';
import { medications } from '../../database/schema/medications.ts';
import type { Candidate, ImportReport } from '../../importing/import-lines.ts';

/** What a list says of a medicine; null: nothing. */
export interface ImportedMedication {
  readonly label: string;
  readonly form: MedicationForm;
  readonly price: Fcfa | null;
  readonly requiresPrescription: boolean | null;
}

export interface Source {
  /** A list of ours: what it prices may be sold. What another source brings waits for a supervisor and never touches what one has approved. */
  readonly isOurs: boolean;
  readonly at: Date;
}

const REMOVED = 'Retiré du catalogue : il le reste (ajoutez-le à la main pour le vendre de nouveau)';

/** What tells two medicines apart. */
export const keyOf = ({ label, form }: ImportedMedication): string => `${searchText(label)} (${form})`;

/** Adds these medicines, or brings up to date those that stand; what was removed stays so. */
export async function upsertMedications(
  tx: Database,
  batch: readonly Candidate<ImportedMedication>[],
  source: Source,
): Promise<Omit<ImportReport, 'read'>> {
  const removed = await findRemoved(
    tx,
    batch.map(({ value }) => value),
  );
  const wanted = batch.filter(({ value }) => !removed.has(keyOf(value))).map(({ value }) => value);
  const counts = { added: 0, updated: 0 };
  for (const says of [true, false]) {
    const alike = wanted.filter(({ requiresPrescription }) => (requiresPrescription !== null) === says);
    const { added, updated } = await write(tx, alike, says, source);
    counts.added += added;
    counts.updated += updated;
  }
  const refused = batch
    .filter(({ value }) => removed.has(keyOf(value)))
    .map(({ line }) => ({ line, reason: REMOVED }));
  return { ...counts, refused };
}

/** Those of them that stood once and stand no more. */
async function findRemoved(tx: Database, medicines: readonly ImportedMedication[]): Promise<Set<string>> {
  const known = await tx
    .select({ label: medications.searchText, form: medications.form, stands: isNull(medications.deletedAt) })
    .from(medications)
    .where(
      inArray(
        medications.searchText,
        medicines.map(({ label }) => searchText(label)),
      ),
    );
  const names = (stands: boolean) =>
    known
      .filter((row) => row.stands === stands)
      .map(({ label, form }) => keyOf({ label, form, price: null, requiresPrescription: null }));
  const standing = new Set(names(true));
  return new Set(names(false).filter((name) => !standing.has(name)));
}

/** @param says whether these say if they need a prescription */
async function write(
  tx: Database,
  medicines: readonly ImportedMedication[],
  says: boolean,
  { isOurs, at }: Source,
) {
  if (medicines.length === 0) return { added: 0, updated: 0 };
  const set: Record<string, SQL> = {
    price: sql`case when excluded.price_fcfa > 0 then excluded.price_fcfa else ${medications.price} end`,
    reviewed: sql`${medications.reviewed} or excluded.reviewed`,
    ...(says && { requiresPrescription: sql`excluded.requires_prescription` }),
  };
  const [now, then] = [
    sql.join(Object.values(set), sql`, `),
    sql`${medications.price}, ${medications.reviewed}${says ? sql`, ${medications.requiresPrescription}` : sql``}`,
  ];
  const rows = medicines.map(({ label, form, price, requiresPrescription }) => ({
    id: v7(),
    label,
    form,
    price: price ?? 0,
    requiresPrescription: requiresPrescription === true,
    reviewed: isOurs && price !== null,
    searchText: searchText(label),
    createdAt: at,
  }));
  const written = await tx
    .insert(medications)
    .values(rows)
    .onConflictDoUpdate({
      target: [medications.searchText, medications.form],
      targetWhere: isNull(medications.deletedAt),
      set,
      setWhere: sql`(${isOurs} or not ${medications.reviewed}) and (${then}) is distinct from (${now})`,
    })
    .returning({ id: medications.id });
  const ids = new Set(rows.map(({ id }) => id));
  const added = written.filter(({ id }) => ids.has(id)).length;
  return { added, updated: written.length - added };
}
