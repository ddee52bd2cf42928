import type { MedicationForm } from './form.ts';
import { searchText } from './search-text.ts';

/** The columns of a medicine that `isEquivalent` compares. */
export interface Composition {
  readonly label: string;
  readonly form: MedicationForm;
  /** International names, « Amoxicilline + acide clavulanique », and their amounts in the same order; null when unknown. */
  readonly substances: string | null;
  readonly dosage: string | null;
}

/** Forms that are swallowed, unless a name says otherwise. Injections, creams and drops have several routes, which names do not tell. */
const swallowed: readonly MedicationForm[] = ['tablet', 'capsule', 'syrup'];

/**
 * Substances whose equal strengths are not yet equal medicines: pills of a cycle come in packs of several days and strengths, and the
 * others act in too narrow a margin.
 */
const delicate =
  /estradiol|acenocoumarol|carbamazepine|ciclosporine|digoxine|fentanyl|fluindione|lamotrigine|levothyroxine|lithium|methotrexate|methylphenidate|phenobarbital|phenytoine|tacrolimus|theophylline|valpro|warfarine/;

/** Words by which a name tells another form, route, release, age or package of the same substance, or no sugar. */
const marks = [
  ...['LP', 'LM', 'LI', 'SR', 'XR', 'XL', 'ER', 'CR', 'MR', 'retard', 'chrono'],
  ...['libération', 'prolongé', 'modifié', 'immédiate'],
  ...['buccal', 'buccogingiva', 'gingiva', 'applicateur', 'mâcher', 'inhalation'],
  ...['sachet', 'ampoule', 'dose', 'monodose', 'unidose', 'pack'],
  ...['sucre', 'édulcoré'],
  'gastro',
  'effervescent',
  'orodispersible',
  'dispersible',
  'soluble',
  'croquer',
  'sucer',
  'sublingual',
  'lyophilisat',
  'vaginal',
  'gynécologique',
  'rectal',
  'adulte',
  'enfant',
  'nourrisson',
  'pédiatrique',
].map(searchText);

/** A number with its unit, « 500 mg », « 0 6 pct ». */
const amounts = /\d{1,9}(?: \d{1,9}){0,5} (?:mg|g|kg|mcg|ml|ui|meq|mmol|pct)(?= |$)/g;

/**
 * Tells whether a medicine has the substances, strength, form and route of another (rule 53), so that a pharmacy may propose it. What
 * is not known for sure is not equivalent: salts by another name, strengths written in another unit, packages of another size, delicate
 * substances, and all forms but those that are swallowed, which an in-house pharmacist decides about.
 */
export function isEquivalent(one: Composition, other: Composition): boolean {
  const [content, sameContent] = [contentOf(one), contentOf(other)];
  if (content === null || content !== sameContent) return false;
  if (one.form !== other.form || !swallowed.includes(one.form) || delicate.test(content)) return false;
  const [name, otherName] = [wordsOf(one.label), wordsOf(other.label)];
  const [counts, otherCounts] = [countsOf(name), countsOf(otherName)];
  return (
    distinct(name.match(amounts)) === distinct(otherName.match(amounts)) &&
    marksOf(name) === marksOf(otherName) &&
    (counts === '' || otherCounts === '' || counts === otherCounts)
  );
}

/** Substances with their amounts, in the order of their names; null when a part is unknown. */
function contentOf({ substances, dosage }: Composition): string | null {
  const names = partsOf(substances);
  const doses = partsOf(dosage);
  if (names.length === 0 || names.length !== doses.length || [...names, ...doses].includes('')) return null;
  return distinct(names.map((name, index) => `${name} ${doses[index]}`));
}

const partsOf = (text: string | null): string[] =>
  text?.split('+').map((part) => searchText(decimal(part))) ?? [];

/** « 250,00 » is « 250 ». */
const decimal = (text: string): string =>
  text.replace(/(\d)[.,](\d{0,9}?)0{0,9}(?=\D|$)/g, (_, whole: string, rest: string) =>
    rest === '' ? whole : `${whole},${rest}`,
  );

/** « L.P. » is « LP ». */
const wordsOf = (label: string): string =>
  searchText(decimal(label).replaceAll('%', ' pct ')).replace(/(?<= |^)l ([pmi])(?= |$)/g, 'l$1');

/** The numbers of a name that are no amounts: « boite de 16 », « b 30 », « 20 cp ». */
const countsOf = (words: string): string => distinct(words.replace(amounts, ' ').match(/\d+/g));

const marksOf = (words: string): string =>
  distinct(
    words
      .split(' ')
      .flatMap(
        (word) => marks.find((mark) => word === mark || (mark.length > 2 && word.startsWith(mark))) ?? [],
      ),
  );

const distinct = (texts: readonly string[] | null): string => [...new Set(texts)].sort().join('|');
