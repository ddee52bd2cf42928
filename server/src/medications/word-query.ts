import { beginningWith } from '@amasin/domain/medications/correct-words.ts';
import type { MedicationForm } from '@amasin/domain/medications/form.ts';
import type { Brand, Brands } from './names.ts';

/** The words that misspelt ones may mean: see `correctWords`. */
export type Meanings = ReadonlyMap<string, readonly string[]>;

/** Words for a form that labels often lack. */
const forms: ReadonlyMap<string, MedicationForm> = new Map([
  ...['comprime', 'comprimes', 'cp', 'cachet', 'cachets'].map((word) => [word, 'tablet'] as const),
  ...['gelule', 'gelules', 'capsule', 'capsules'].map((word) => [word, 'capsule'] as const),
  ...['sirop', 'sirops'].map((word) => [word, 'syrup'] as const),
  ...['injection', 'injections', 'injectable', 'ampoule', 'ampoules', 'piqure'].map(
    (word) => [word, 'injection'] as const,
  ),
  ...['creme', 'pommade', 'gel'].map((word) => [word, 'cream'] as const),
  ...['goutte', 'gouttes', 'collyre'].map((word) => [word, 'drops'] as const),
]);

/** A beginning shorter than this would mean too many brands. */
const MIN_BEGINNING = 4;
/** A search means this many combinations of substances at most, however many brands begin with its words. */
const MAX_MEANT = 20;

/** Returns the words of a search text, each once, without those that another one begins with: « a » adds nothing to « amox ». */
export function wordsIn(phrase: string): string[] {
  const distinct = [...new Set(phrase.split(' '))];
  return distinct.filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)));
}

/** Returns the words that name a medicine, not its form. */
export function namesIn(words: readonly string[]): string[] {
  return words.length === 1 ? [...words] : words.filter((word) => !forms.has(word));
}

/**
 * Makes a `tsquery` for medicines with all of these words: a word of theirs begins with it or, if it is a key of `meant`, is one of
 * those listed there. Search texts contain only letters, digits and spaces, so it needs no escaping.
 */
export function queryOf(words: readonly string[], meant?: Meanings): string {
  return allOf(words, { meant, hasName: words.length > 1 });
}

/** @param hasName whether a form is typed after a name: alone, « gel » is the beginning of a name */
function allOf(
  words: readonly string[],
  { meant, hasName }: { meant: Meanings | undefined; hasName: boolean },
): string {
  const parts: string[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const [word = '', unit = ''] = words.slice(at, at + 2);
    const form = hasName ? forms.get(word) : undefined;
    const dose = otherDose(word, unit);
    if (meant?.has(word)) parts.push((meant.get(word) ?? []).map((other) => `'${other}'`).join(' | '));
    else if (isThousand(word, unit)) {
      // « 1 500 », whose unit is not typed yet; with it they are one word.
      parts.push(`'${word}':* & '${unit}':* | '${word}${unit}':*`);
      at += 1;
    } else if (form !== undefined) parts.push(`'${word}':* | '#${form}'`);
    else if (dose !== null)
      parts.push(`${[word, ...dose.unit].map((text) => `'${text}':*`).join(' & ')} | ${dose.query}`);
    else if (isMicrogram(word)) parts.push(`'mcg':* | 'microgramme':*`);
    else parts.push(`'${word}':*`);
    at += dose?.unit.length ?? 0;
  }
  return parts.map((part) => `(${part})`).join(' & ');
}

/** Search texts write « µg » as « mcg »; the French public base writes it out. */
const isMicrogram = (word: string) => /^(mcg|microgrammes?)$/.test(word);

const isThousand = (word: string, next: string) => /^[1-9]\d{0,2}$/.test(word) && /^\d(?:00|50)$/.test(next);

/** Finds the same dose in grams or milligrams: « 1 g » is « 1000 mg ». */
function otherDose(number: string, unit: string): { unit: string[]; query: string } | null {
  const thousands = /^([1-9]\d?)000$/.exec(number)?.[1];
  if (thousands !== undefined) return { unit: unit === 'mg' ? [unit] : [], query: `'${thousands}' & 'g'` };
  if (unit === 'g' && /^[1-9]\d?$/.test(number)) return { unit: [unit], query: `'${number}000' & 'mg'` };
  return null;
}

interface BrandQuery {
  /** Null when no brand is meant. */
  readonly words: string | null;
  readonly substances: readonly string[];
}

/**
 * Makes a `tsquery` for medicines with the substances of the brands that these words mean, and with the other words.
 * @param isWhole whether a brand must be typed whole; otherwise it may begin with the typed words or be a correction
 */
export function brandQueryOf(
  words: readonly string[],
  { byWord, words: brandWords }: Brands,
  { isWhole, meant }: { isWhole: boolean; meant?: Meanings },
): BrandQuery {
  const meaningsOf = (typed: string): readonly string[] => {
    if (meant?.has(typed)) return meant.get(typed) ?? [];
    return isWhole || typed.length < MIN_BEGINNING ? [typed] : beginningWith(typed, brandWords);
  };
  const meanings = new Map(words.map((typed) => [typed, new Set(meaningsOf(typed))]));
  const means = (typed: string, { words: all }: Brand) => all.some((word) => meanings.get(typed)?.has(word));
  const meantWords = new Set([...meanings.values()].flatMap((all) => [...all]));

  const queries = new Set<string>();
  const substances = new Set<string>();
  for (const brand of new Set([...meantWords].flatMap((word) => byWord.get(word) ?? []))) {
    if (substances.size === MAX_MEANT) break;
    if (!brand.words.every((word) => meantWords.has(word))) continue;
    const rest = words.filter((typed) => !means(typed, brand));
    const parts = brand.substances.split(' ').map((word) => `'${word}'`);
    if (rest.length > 0) parts.push(allOf(rest, { meant, hasName: true }));
    queries.add(`(${parts.join(' & ')})`);
    substances.add(brand.substances);
  }
  return { words: queries.size === 0 ? null : [...queries].join(' | '), substances: [...substances] };
}
