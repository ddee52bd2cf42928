import { and, desc, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import { frenchOrder, type MedicationWithAuthor, selectMedications, visible } from './queries.ts';

const text = medications.searchText;

/** Sorts after every text with the prefix, in byte order. */
const LAST = '\u{10FFFF}';

/** The label begins with this: a range of the "C"-collated index. */
const labelBegins = (begin: string) =>
  sql`(${text} collate "C" >= ${begin} and ${text} collate "C" < ${begin + LAST})`;

/**
 * A word begins with this. Search texts contain only letters, digits and spaces, so LIKE needs no escaping.
 */
const wordBegins = (begin: string) => sql`(${labelBegins(begin)} or ${text} like ${`% ${begin}%`})`;

const contains = (part: string) => sql`${text} like ${`%${part}%`}`;

/** Doses and shorter words are never corrected. */
const correctable = /^\p{L}{4,}$/u;

/**
 * A word begins with `word` except for one typo: a wrong, missing, extra or swapped letter. The trigram index
 * finds the candidates, since one half of the word is intact; only these are compared.
 */
function wordBeginsLike(word: string): SQL {
  const letters = [...word];
  const length = letters.length;
  const swapped = letters.slice(1).map((letter, index) =>
    letters
      .with(index, letter)
      .with(index + 1, letters[index] ?? '')
      .join(''),
  );
  const middle = Math.floor(length / 2);
  const [first, , third, fourth] = letters;
  const candidates = or(
    wordBegins(letters.slice(0, middle).join('')),
    wordBegins(swapped[middle - 1] ?? word),
    // A half of two letters has no trigram, so the variants of the first half are listed.
    ...(length > 4
      ? [contains(letters.slice(middle).join(''))]
      : [
          contains(letters.slice(1).join('')),
          wordBegins(`${first}${third}${fourth}`),
          wordBegins(swapped[0] ?? word),
          sql`${text} ~ ${`(^| )${first}[a-z]${third}${fourth}`}`,
        ]),
  );
  const nearly = [length - 1, length, length + 1].map(
    (size) => sql`levenshtein_less_equal(left(word, ${size}::integer), ${word}, 1) <= 1`,
  );
  const alike = or(...nearly, sql`left(word, ${length}::integer) = any(${sql.param(swapped)}::text[])`);
  return sql`(${candidates}) and exists (select from unnest(string_to_array(${text}, ' ')) word where ${alike})`;
}

interface Options {
  readonly orderableOnly: boolean;
  readonly limit: number;
}

/**
 * Finds medicines for a search text, in this order: label begins with it, words begin with its words, typos.
 */
export async function findMatches(
  db: Database,
  phrase: string,
  { orderableOnly, limit }: Options,
): Promise<MedicationWithAuthor[]> {
  const words = phrase.split(' ');
  const exact = await selectMedications(db)
    .where(and(visible(orderableOnly), or(labelBegins(phrase), and(...words.map(wordBegins)))))
    .orderBy(desc(labelBegins(phrase)), desc(wordBegins(phrase)), ...frenchOrder)
    .limit(limit);
  if (exact.length === limit || !words.some((word) => correctable.test(word))) return exact;

  const nearly = and(
    ...words.map((word) => (correctable.test(word) ? wordBeginsLike(word) : wordBegins(word))),
  );
  const found = exact.map(({ medication }) => medication.id);
  const others = found.length === 0 ? undefined : notInArray(medications.id, found);
  const corrected = await selectMedications(db)
    .where(and(visible(orderableOnly), nearly, others))
    .orderBy(desc(sql`word_similarity(${phrase}, ${text})`), ...frenchOrder)
    .limit(limit - exact.length);
  return [...exact, ...corrected];
}
