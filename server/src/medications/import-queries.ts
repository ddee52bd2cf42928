import { formatMoney } from '@amasin/domain/contract/format.ts';
import { importColumns } from '@amasin/domain/imports/columns.ts';
import { type MedicationForm, medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { inArray, isNull } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '../database/database.ts';
import { type MedicationRow, medications } from '../database/schema/medications.ts';
import { excludedOf } from '../database/sql.ts';
import {
  fieldsOf,
  type Imported,
  isJump,
  keepUnsaid,
  type Planned,
  UNCHANGED,
} from '../list-files/import-lines.ts';

/** The form of a medicine that a list has to say, and its name, are what it is found by. */
export type ImportedMedication = Imported<MedicationRow, typeof importColumns.medications, 'label' | 'form'>;

export interface Source {
  /** Priced medicines of our own list are approved; those of other sources wait for review and never change approved ones. */
  readonly isOurs: boolean;
  readonly at: Date;
}

const REMOVED = 'Retiré du catalogue : il le reste (ajoutez-le à la main pour le vendre de nouveau)';

/** Identifies a medicine in a list. */
export const keyOf = ({ label, form }: Pick<ImportedMedication, 'label' | 'form'>): string =>
  `${searchText(label)} (${form})`;

type ImportedRow = typeof medications.$inferInsert;

/** An import writes these of a stored medicine: what its file says, and what follows from that. */
const written = [...Object.keys(importColumns.medications), 'reviewed', 'awaitsReview', 'substanceText'];

/** An approval is no column of a list, and follows from its price. */
const shown = { ...importColumns.medications, reviewed: { heading: 'Vérifié' } };

function show(name: string, value: unknown): string {
  if (name === 'price') return value === 0 ? 'à fixer' : formatMoney(Number(value));
  if (name === 'form') return medicationFormLabels[value as MedicationForm];
  return typeof value === 'boolean' ? (value ? 'oui' : 'non') : String(value);
}

/** How medicines are imported from this source. */
export const medicationRows = (source: Source) => ({
  table: medications,
  plan: (db: Database, medicines: readonly ImportedMedication[]) => planMedications(db, medicines, source),
  write: writeMedications,
});

/** Plans to add or change these medicines; deleted ones remain deleted. */
async function planMedications(
  db: Database,
  medicines: readonly ImportedMedication[],
  source: Source,
): Promise<Planned<ImportedRow>[]> {
  const stored = await db
    .select()
    .from(medications)
    .where(
      inArray(
        medications.searchText,
        medicines.map(({ label }) => searchText(label)),
      ),
    );
  const keysOf = (rows: readonly MedicationRow[]) => new Map(rows.map((row) => [keyOf(row), row]));
  const existing = keysOf(stored.filter(({ deletedAt }) => deletedAt === null));
  const removed = keysOf(stored.filter(({ deletedAt }) => deletedAt !== null));
  return medicines.map((value) => {
    const key = keyOf(value);
    const before = existing.get(key);
    if (before === undefined && removed.has(key)) return { is: 'refused', reason: REMOVED };
    if (before === undefined) {
      const row = newRow(value, source);
      return { is: 'added', row, fields: fieldsOf<ImportedRow>(shown, null, row, show) };
    }
    if (before.reviewed && !source.isOurs) return UNCHANGED;
    const row = changedRow(before, value, source);
    const fields = fieldsOf<ImportedRow>(shown, before, row, show);
    if (fields.length === 0) return UNCHANGED;
    // A price of 0 is not set yet: the first one is no jump.
    const isDoubtful = before.price > 0 && isJump(before.price, row.price);
    return { is: isDoubtful ? 'waiting' : 'changed', row, fields };
  });
}

function newRow(value: ImportedMedication, { isOurs, at }: Source): ImportedRow {
  const { label, price, requiresPrescription, substances } = value;
  return {
    ...value,
    id: v7(),
    price: price ?? 0,
    requiresPrescription: requiresPrescription === true,
    reviewed: isOurs && price !== null && price > 0,
    searchText: searchText(label),
    substanceText: substances === null ? null : searchText(substances),
    createdAt: at,
  };
}

function changedRow(before: MedicationRow, value: ImportedMedication, { isOurs }: Source): ImportedRow {
  const { price } = value;
  // A price of our own list is a checked one; 0 is a price to be set.
  const isChecked = isOurs && price !== null && price > 0;
  const isCleared = price === 0 && before.price > 0;
  const substances = value.substances ?? before.substances;
  return {
    ...before,
    ...keepUnsaid(value, before),
    label: before.label,
    reviewed: (before.reviewed && !isCleared) || isChecked,
    awaitsReview: before.awaitsReview && !isChecked,
    substanceText: value.substances === null ? before.substanceText : searchText(value.substances),
    // A list without doses changes none, but that of other substances would be wrong.
    dosage: substances === before.substances ? (value.dosage ?? before.dosage) : value.dosage,
  };
}

/** Adds these medicines, or changes those that are there. */
async function writeMedications(
  tx: Database,
  planned: readonly { readonly row: ImportedRow }[],
): Promise<void> {
  await tx
    .insert(medications)
    .values(planned.map(({ row }) => row))
    .onConflictDoUpdate({
      target: [medications.searchText, medications.form],
      targetWhere: isNull(medications.deletedAt),
      set: excludedOf(medications, written),
    });
}
