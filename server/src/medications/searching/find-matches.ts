import { setTimeout as pause } from 'node:timers/promises';
import { correctWords } from '@amasin/domain/medications/correct-words.ts';
import type { Database } from '../../database/database.ts';
import type { MedicationRow } from '../../database/schema/medications.ts';
import { findBrands } from '../names/find-brands.ts';
import { findWords } from '../names/find-words.ts';
import { statements } from './queries.ts';
import { brandQueryOf, type Meanings, namesIn, queryOf, wordsIn } from './word-query.ts';

/** Fewer exact results than this are followed by those of corrected words. */
const TOO_FEW = 5;
/**
 * Typos must not keep the connections that others need: of the searches at once in one process, only so many
 * are corrected and wait so long for it; the others have their exact results alone.
 */
const MAX_CORRECTIONS = 8;
const MAX_WAIT_MS = 1_000;
/** How many results, the first in byte order, are ranked. */
const MAX_RANKED = 200;
/** A prefix followed by this character sorts, in byte order, after every text with the prefix. */
const LAST = '\u{10FFFF}';
/** Of a substance with which many labels begin: how many of its other names are shown after those. */
const MAX_OTHER_NAMES = 10;

export interface Options {
  readonly orderableOnly: boolean;
  readonly limit: number;
}

export interface Found {
  readonly rows: readonly MedicationRow[];
  /** False when typos were not looked for, because too many others were. */
  readonly isComplete: boolean;
}

/**
 * Finds medicines for a search text, in this order: label begins with it, words begin with its words (those
 * with the whole text first), substances of the brands that it names, typos.
 */
export async function findMatches(
  db: Database,
  phrase: string,
  { orderableOnly, limit }: Options,
): Promise<Found> {
  const { begun, exact, corrected, branded, otherNames } =
    statements(db)[orderableOnly ? 'orderable' : 'all'];
  const words = wordsIn(phrase);
  const [found, brands] = await Promise.all([
    begun.execute({ phrase, end: phrase + LAST, limit }),
    findBrands(db),
  ]);
  if (found.length === limit) {
    if (!brands.substances.has(phrase)) return { rows: found, isComplete: true };
    const others = await otherNames.execute({ phrase, words: queryOf(words), limit: MAX_OTHER_NAMES });
    return { rows: [...found.slice(0, limit - others.length), ...others], isComplete: true };
  }

  const more = (before: readonly MedicationRow[]) => ({
    found: before.map(({ id }) => id),
    limit: limit - before.length,
  });
  const findBranded = async (
    before: readonly MedicationRow[],
    how: { isWhole: boolean; meant?: Meanings },
  ) => {
    const { words: meantWords, substances } = brandQueryOf(words, brands, how);
    if (meantWords === null || before.length === limit) return [];
    const beginnings = substances.map((text) => `${text} %`);
    return branded.execute({ ...more(before), words: meantWords, substances, beginnings });
  };

  // Search texts contain only letters, digits and spaces, so LIKE needs no escaping.
  const pattern = `% ${phrase}%`;
  found.push(
    ...(await exact.execute({ ...more(found), words: queryOf(words), pattern, ranked: MAX_RANKED })),
  );
  const isEnough = found.length >= TOO_FEW;
  found.push(...(await findBranded(found, { isWhole: isEnough })));
  if (found.length >= TOO_FEW) return { rows: found, isComplete: true };

  const similar = await unlessBusy(async () => {
    const meant = correctWords(namesIn(words), await findWords(db));
    if (meant === null) return [];
    const rows = await corrected.execute({
      ...more(found),
      words: queryOf(words, meant),
      phrase,
      ranked: MAX_RANKED,
    });
    return [...rows, ...(await findBranded([...found, ...rows], { isWhole: false, meant }))];
  });
  return { rows: [...found, ...(similar ?? [])], isComplete: similar !== null };
}

let corrections = 0;

/** The rows, or null when too many others are being read or they take too long. */
async function unlessBusy(read: () => Promise<MedicationRow[]>): Promise<MedicationRow[] | null> {
  if (corrections === MAX_CORRECTIONS) return null;
  corrections += 1;
  const reading = read().finally(() => {
    corrections -= 1;
  });
  const answered = new AbortController();
  try {
    return await Promise.race([reading, pause(MAX_WAIT_MS, null, { signal: answered.signal })]);
  } finally {
    answered.abort();
  }
}
