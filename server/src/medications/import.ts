import type { Readable } from 'node:stream';
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
 * Reads a price list (CSV: name, form, price in FCFA; optionally substances and dosage). Medicines with a price are approved; those
 * without are « à vérifier » until a supervisor sets one. A file without the required columns is refused.
 */
export const priceList = (open: () => Readable, at: Date, encoding?: FileEncoding) => ({
  open: async function* () {
    yield* readCsv(await openText(open, encoding), columns, readLine);
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

/** Columns of a price list, with their names in local spreadsheets. */
const columns = {
  needed: { name: 'Nom', form: 'Forme', price: 'Prix' },
  amount: 'price',
  alias: {
    name: 'name',
    nom: 'name',
    libelle: 'name',
    medicament: 'name',
    designation: 'name',
    produit: 'name',
    form: 'form',
    forme: 'form',
    'forme galenique': 'form',
    'forme pharmaceutique': 'form',
    price: 'price',
    prix: 'price',
    'prix public': 'price',
    'prix de vente': 'price',
    'prix unitaire': 'price',
    dci: 'substances',
    substance: 'substances',
    substances: 'substances',
    dosage: 'dosage',
    dose: 'dosage',
    ordonnance: 'requires_prescription',
    'requires prescription': 'requires_prescription',
    liste: 'list',
    'prescription status': 'list',
    'prescription status 2017': 'list',
  },
};

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
  name: lineText.pipe(newMedication.shape.label),
  form: lineText.transform((written, context) => {
    const form = readForm(written);
    if (form === null)
      context.addIssue(written === '' ? 'Forme manquante' : `Forme inconnue : « ${written} »`);
    return form ?? z.NEVER;
  }),
  price: lineAmount,
  requires_prescription: lineText.transform((written, context) => {
    const value = yesOrNo[searchText(written)];
    if (value === undefined) context.addIssue('Ordonnance : « oui » ou « non » attendu');
    return value ?? null;
  }),
  substances: freeLineText.refine((written) => !NUMBER.test(written), 'Substance illisible'),
  dosage: freeLineText,
  list: lineText
    .refine((written) => !NUMBER.test(written), 'Liste illisible (« liste I » ou « liste II »)')
    .transform((written) => (LISTED.test(searchText(written)) ? true : null)),
});

/**
 * Parses one line of a price list.
 * @returns the reason when the line is rejected
 */
export function readLine(record: unknown): ImportedMedication | string {
  const parsed = line.safeParse(record);
  if (!parsed.success) return reasonOfLine(parsed.error);
  const { name, form, price, requires_prescription, list, substances, dosage } = parsed.data;
  return {
    label: name,
    form,
    price,
    requiresPrescription: requires_prescription ?? list,
    ...compositionOf(componentsOf(substances, dosage)),
  };
}

/** Pairs « Amoxicilline + acide clavulanique » with « 500 mg + 62,5 mg »; no name has a dose when the numbers differ. */
function componentsOf(substances: string, dosage: string): Component[] {
  const doses = dosage.split(/ ?\+ ?/);
  const names = substances.split(/ ?\+ ?/);
  return names.map((name, at) => ({ name, dose: (names.length === doses.length && doses[at]) || '' }));
}
