import type { Readable } from 'node:stream';
import { importColumns } from '@amasin/domain/imports/columns.ts';
import type { FileEncoding } from '@amasin/domain/imports/encodings.ts';
import { medicationFormLabels } from '@amasin/domain/medications/form.ts';
import { newMedication } from '@amasin/domain/medications/medication.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { z } from 'zod';
import { freeLineText, lineAmount, lineText, reasonOfLine } from '../list-files/line-text.ts';
import { openText } from '../list-files/open-text.ts';
import { readCsv } from '../list-files/read-csv.ts';
import { type ImportedMedication, keyOf, medicationRows } from './import-queries.ts';
import { type PublicBase, readPublicBase } from './public-base.ts';
import { readForm } from './read-form.ts';
import { type Component, compositionOf } from './substances.ts';

const nameOf = ({ label, form }: ImportedMedication) =>
  `${label} (${medicationFormLabels[form].toLowerCase()})`;

/**
 * Reads a price list from CSV. Medicines with a price are approved; those without are « à vérifier » until a supervisor sets one. A
 * file without the required columns is refused.
 */
export const priceList = (open: () => Readable, at: Date, encoding?: FileEncoding) => ({
  open: async function* () {
    yield* readCsv(await openText(open, encoding), importColumns.medications, readLine);
  },
  keyOf,
  nameOf,
  ...medicationRows({ isOurs: true, at }),
});

/** Reads the French public database, all of it « à vérifier »: its prices are not those of Benin. */
export const publicBase = (base: PublicBase, at: Date, encoding?: FileEncoding) => ({
  open: () => readPublicBase(base, encoding),
  keyOf,
  nameOf,
  ...medicationRows({ isOurs: false, at }),
});

const yesOrNo: Readonly<Record<string, boolean | null>> = {
  '': null,
  oui: true,
  yes: true,
  true: true,
  1: true,
  non: false,
  no: false,
  false: false,
  0: false,
};

/** Letters are expected: a number is a part of another column. */
const NUMBER = /^[\d\s.,]+$/;

/** Medicines of these lists require a prescription. */
const LISTED = /^(liste (i|ii|1|2)|stupefiants?)$/;

const line = z.object({
  label: lineText.pipe(newMedication.shape.label),
  form: lineText.transform((written, context) => {
    const form = readForm(written);
    if (form === null)
      context.addIssue(written === '' ? 'Forme manquante' : `Forme inconnue : « ${written} »`);
    return form ?? z.NEVER;
  }),
  price: lineAmount,
  requiresPrescription: lineText.transform((written, context) => {
    const value = yesOrNo[searchText(written)];
    if (value === undefined) context.addIssue('Ordonnance : « oui » ou « non » attendu');
    return value ?? null;
  }),
  substances: freeLineText.refine((written) => !NUMBER.test(written), 'Substance illisible'),
  dosage: freeLineText,
  list: lineText
    .refine((written) => !NUMBER.test(written), 'Liste illisible (« liste I » ou « liste II »)')
    .transform((written) => (LISTED.test(searchText(written)) ? true : null)),
} satisfies Record<keyof typeof importColumns.medications, z.ZodType>);

/**
 * Parses one line of a price list.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedMedication | string {
  const parsed = line.safeParse(record);
  if (!parsed.success) return reasonOfLine(parsed.error);
  const { list, substances, dosage, ...said } = parsed.data;
  return {
    ...said,
    requiresPrescription: said.requiresPrescription ?? list,
    ...compositionOf(componentsOf(substances, dosage)),
  };
}

/** Pairs « Amoxicilline + acide clavulanique » with « 500 mg + 62,5 mg »; no name has a dose when the numbers differ. */
function componentsOf(substances: string, dosage: string): Component[] {
  const doses = dosage.split(/ ?\+ ?/);
  const names = substances.split(/ ?\+ ?/);
  return names.map((name, at) => ({ name, dose: (names.length === doses.length && doses[at]) || '' }));
}
