import { and, desc, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import { frenchOrder, type MedicationWithAuthor, selectMedications, visible } from './queries.ts';

const text = medications.searchText;

/** After every text that begins so, in the order of the bytes. */
const LAST = '\u{10FFFF}';

/** The label begins so: a range of the "C"-collated index. */
const labelBegins = (begin: string) =>
  sql`(${text} collate "C" >= ${begin} and ${text} collate "C" < ${begin + LAST})`;

/** Some word begins so. Search texts hold letters, digits and spaces, so nothing needs escaping for LIKE. */
const wordBegins = (begin: string) => sql`(${labelBegins(begin)} or ${text} like ${`% ${begin}%`})`;

const contains = (part: string) => sql`${text} like ${`%${part}%`}`;

/** A dose is never corrected, nor a word too short to be told from another. */
const forgivable = /^\p{L}{4,}$/u;

/**
 * Some word begins with `word` but for one letter: another, missing, too many, or swapped with its neighbour. The
 * trigram index finds the candidates: whichever letter is wrong, one half of the word is whole. Only these are compared.
 */
function wordNearly(word: string): SQL {
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
    // A half of two letters has no trigram: what may become of the first half is written out.
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
  readonly most: number;
}

/** The medicines for a search text, best first: the label begins so, its words do, a letter is wrong. */
export async function findMatches(
  db: Database,
  wanted: string,
  { orderableOnly, most }: Options,
): Promise<MedicationWithAuthor[]> {
  const words = wanted.split(' ');
  const exact = await selectMedications(db)
    .where(and(visible(orderableOnly), or(labelBegins(wanted), and(...words.map(wordBegins)))))
    .orderBy(desc(labelBegins(wanted)), desc(wordBegins(wanted)), ...frenchOrder)
    .limit(most);
  if (exact.length === most || !words.some((word) => forgivable.test(word))) return exact;

  const nearly = and(...words.map((word) => (forgivable.test(word) ? wordNearly(word) : wordBegins(word))));
  const found = exact.map(({ medication }) => medication.id);
  const others = found.length === 0 ? undefined : notInArray(medications.id, found);
  const forgiven = await selectMedications(db)
    .where(and(visible(orderableOnly), nearly, others))
    .orderBy(desc(sql`word_similarity(${wanted}, ${text})`), ...frenchOrder)
    .limit(most - exact.length);
  return [...exact, ...forgiven];
}
