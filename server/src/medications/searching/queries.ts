import { setTimeout as pause } from 'node:timers/promises';
import { correctWords } from '@amasin/domain/medications/correct-words.ts';
import { and, desc, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../database/database.ts';
import { type MedicationRow, medications, wordsOf } from '../../database/schema/medications.ts';
import { preparedOnce } from '../../database/statements/prepared.ts';
import { frenchOrder, visible } from '../queries.ts';
import { findWords } from '../whole-catalogue-queries.ts';

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

const given = sql.placeholder;
const { searchText } = medications;

/** Medicines whose label begins with the phrase, in French order: a range of the "C"-collated index. */
const selectBegun = (db: Database, orderableOnly: boolean) =>
  db
    .select()
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        sql`${searchText} collate "C" >= ${given('phrase')} and ${searchText} collate "C" < ${given('end')}`,
      ),
    )
    .orderBy(...frenchOrder(medications))
    .limit(given('limit'));

/** Other medicines with words that match, the highest of `rank` first. */
function selectMatching(db: Database, orderableOnly: boolean, rank: (text: AnyPgColumn) => SQL) {
  const matching = db
    .select()
    .from(medications)
    .where(
      and(
        visible(orderableOnly),
        // A subquery hides the words from the planner: one plan for all of them, not a new one each time.
        sql`${wordsOf(searchText)} @@ (select ${given('words')}::tsquery)`,
        sql`${medications.id} <> all(${given('found')}::uuid[])`,
      ),
    )
    // Byte order selects nearly the same as French order and compares faster. Of an expression, because
    // PostgreSQL would read an index in that order until enough match, which is slow where few do.
    .orderBy(sql`(${searchText} || '') collate "C"`)
    .limit(given('ranked'))
    .as('matching');
  return db
    .select()
    .from(matching)
    .orderBy(desc(rank(matching.searchText)), ...frenchOrder(matching))
    .limit(given('limit'));
}

const prepare = (db: Database, orderableOnly: boolean, kind: string) => ({
  begun: selectBegun(db, orderableOnly).prepare(`search_begun_${kind}`),
  exact: selectMatching(db, orderableOnly, (text) => sql`${text} like ${given('pattern')}`).prepare(
    `search_exact_${kind}`,
  ),
  corrected: selectMatching(
    db,
    orderableOnly,
    (text) => sql`word_similarity(${given('phrase')}, ${text})`,
  ).prepare(`search_corrected_${kind}`),
});

const statements = preparedOnce((db) => ({
  all: prepare(db, false, 'all'),
  orderable: prepare(db, true, 'orderable'),
}));

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
 * with the whole text first), typos.
 */
export async function findMatches(
  db: Database,
  phrase: string,
  { orderableOnly, limit }: Options,
): Promise<Found> {
  const { begun, exact, corrected } = statements(db)[orderableOnly ? 'orderable' : 'all'];
  const found = await begun.execute({ phrase, end: phrase + LAST, limit });
  if (found.length === limit) return { rows: found, isComplete: true };

  const words = withoutBeginnings(phrase.split(' '));
  const more = () => ({ found: found.map(({ id }) => id), limit: limit - found.length });
  // Search texts contain only letters, digits and spaces, so LIKE and tsquery need no escaping.
  found.push(
    ...(await exact.execute({
      ...more(),
      words: queryOf(words),
      pattern: `% ${phrase}%`,
      ranked: MAX_RANKED,
    })),
  );
  if (found.length >= TOO_FEW) return { rows: found, isComplete: true };

  const similar = await unlessBusy(async () => {
    const corrections = correctWords(words, await findWords(db));
    if (corrections === null) return [];
    return corrected.execute({ ...more(), words: queryOf(words, corrections), phrase, ranked: MAX_RANKED });
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

/** Each word once, without those that another begins with: « a » adds nothing to « amox ». */
function withoutBeginnings(words: readonly string[]): string[] {
  const distinct = [...new Set(words)];
  return distinct.filter((word) => !distinct.some((other) => other !== word && other.startsWith(word)));
}

/**
 * A `tsquery` that matches labels with all of these words. A word matches every word that begins with it or, if it is a
 * key of `meant`, only the words listed there.
 */
function queryOf(words: readonly string[], meant?: ReadonlyMap<string, readonly string[]>): string {
  const quoted = words.map(
    (word) =>
      meant
        ?.get(word)
        ?.map((other) => `'${other}'`)
        .join(' | ') ?? `'${word}':*`,
  );
  return quoted.map((part) => `(${part})`).join(' & ');
}
