import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import type { PublicMedication } from '@amasin/domain/medications/medication.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';

/** Vitamins and drips have twenty. */
const MAX_SHOWN = 3;

/** The second line of a result: what it contains, unless its label says so, its form, and whatever else. */
export function detailOf(medication: PublicMedication, ...more: readonly string[]): string {
  return [...contentsOf(medication), medicationFormLabels[medication.form], ...more].join(' · ');
}

/** Substances and doses: « Paracétamol », « 500 mg ». Empty when unknown or in the label. */
export function contentsOf({ label, substances, dosage }: PublicMedication): string[] {
  if (substances === null) return [];
  const words = new Set(searchText(label).split(' '));
  if (
    searchText(substances)
      .split(' ')
      .every((word) => words.has(word))
  )
    return [];
  const names = substances.split(' + ');
  if (names.length > MAX_SHOWN) return [`${names.slice(0, MAX_SHOWN).join(' + ')} + …`];
  return dosage === null ? [substances] : [substances, dosage];
}
