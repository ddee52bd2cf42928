import type { MedicationForm } from './form.ts';
import { searchText } from './search-text.ts';

/** What says whether a medicine can be given instead of another. */
export interface Composition {
  readonly label: string;
  readonly form: MedicationForm;
  /** International names, « Amoxicilline + acide clavulanique », and their amounts in the same order; null when unknown. */
  readonly substances: string | null;
  readonly dosage: string | null;
}

/** Forms that are swallowed, unless a name says otherwise. Injections, creams and drops have several routes, which names do not tell. */
const swallowed: readonly MedicationForm[] = ['tablet', 'capsule', 'syrup'];

/** Words by which a name tells another form, route or age of the same substance. */
const marks = [
  'LP',
  'libération',
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

/** A number with its unit, « 500 mg », « 0 6 pct », and the count of a package, « boite de 16 ». */
const amounts = /\d+(?: \d+)* (?:mg|g|kg|mcg|ml|ui|meq|mmol|pct)(?= |$)/g;
const packageSize = /(?:boite|flacon|tube|etui) de (\d+)/;

/**
 * Tells whether a medicine has the substances, strength, form and route of another (rule 53), so that a pharmacy may propose it. What
 * is not known for sure is not equivalent: salts by another name, strengths written in another unit, packages of another size, and all
 * forms but those that are swallowed, which an in-house pharmacist decides about.
 */
export function isEquivalent(one: Composition, other: Composition): boolean {
  const [content, sameContent] = [contentOf(one), contentOf(other)];
  if (content === null || content !== sameContent) return false;
  if (one.form !== other.form || !swallowed.includes(one.form)) return false;
  const [name, otherName] = [wordsOf(one.label), wordsOf(other.label)];
  const [size, otherSize] = [packageSize.exec(name)?.[1], packageSize.exec(otherName)?.[1]];
  return (
    distinct(name.match(amounts)) === distinct(otherName.match(amounts)) &&
    marksOf(name) === marksOf(otherName) &&
    (size === undefined || otherSize === undefined || size === otherSize)
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
  text.replace(/(\d)[.,](\d*?)0*(?=\D|$)/g, (_, whole: string, rest: string) =>
    rest === '' ? whole : `${whole},${rest}`,
  );

const wordsOf = (label: string): string => searchText(decimal(label).replaceAll('%', ' pct '));

const marksOf = (words: string): string =>
  distinct(
    words
      .split(' ')
      .flatMap(
        (word) => marks.find((mark) => word === mark || (mark.length > 2 && word.startsWith(mark))) ?? [],
      ),
  );

const distinct = (texts: readonly string[] | null): string => [...new Set(texts)].sort().join('|');
