import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { correctWords } from '@amasin/domain/medications/correct-words.ts';
import type {
  Medication,
  medicationFilters,
  PublicMedication,
} from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import type { z } from 'zod';
import type { Ctx, PublicCtx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { MedicationRow } from '../database/schema/medications.ts';
import { findBrands, findWords } from './names.ts';
import { managesCatalogue, presentMedication, presentPublicly } from './present.ts';
import { findAuthorNames, findCreators, findFiltered, findMedications } from './queries.ts';
import { statements, updatePrescribed } from './search-queries.ts';
import { brandQueryOf, type Meanings, namesIn, queryOf, wordsIn } from './word-query.ts';

/** The size of the suggestion list (authorization.csv, row 28). */
const MAX_RESULTS = 20;

/**
 * Lists a page of the catalogue, always in alphabetical order: the law forbids to promote a medicine. Only catalogue managers can
 * filter it; others' filters are ignored.
 */
export async function listMedications(
  ctx: Ctx,
  { page, limit, ...filters }: z.output<typeof medicationFilters>,
): Promise<{ medications: Medication[]; total: number }> {
  const { rows, total } = managesCatalogue(ctx.actor)
    ? await findFiltered(ctx.db, filters, { page, limit })
    : await findMedications(ctx.db, { orderableOnly: ctx.actor.type === 'customer', page, limit });
  return { medications: await presentAll(ctx, rows), total };
}

/**
 * Finds medicines in whose label or substances some word begins with each word of `q`, ignoring accents and one typo in words of four
 * or more letters, and medicines with the substances of the brands in `q`. Returns the 20 best matches; `total` counts only these.
 */
export async function searchMedications(
  ctx: Ctx,
  q: string,
): Promise<{ medications: Medication[]; total: number }> {
  const rows = await search(ctx, q, ctx.actor.type === 'customer');
  return { medications: await presentAll(ctx, rows), total: rows.length };
}

/** Searches for a visitor, who finds the same medicines as a customer. */
export async function searchPublicMedications(
  ctx: PublicCtx,
  q: string,
): Promise<{ medications: PublicMedication[]; total: number }> {
  const rows = await search(ctx, q, true);
  return { medications: rows.map(presentPublicly), total: rows.length };
}

async function search(
  { db }: SystemCtx,
  q: string,
  orderableOnly: boolean,
): Promise<readonly MedicationRow[]> {
  const text = searchText(q.trim().slice(0, SEARCH_MAX));
  return text.length < SEARCH_MIN ? [] : findMatches(db, text, { orderableOnly, limit: MAX_RESULTS });
}

async function presentAll(ctx: Ctx, rows: readonly MedicationRow[]): Promise<Medication[]> {
  const names = managesCatalogue(ctx.actor) ? await findAuthorNames(ctx.db, rows) : new Map();
  return rows.map((row) => presentMedication(ctx.actor, row, names.get(row.createdById) ?? null));
}

/** Lists the authors of medicines, for the filter of the catalogue. */
export async function listCreators(ctx: Ctx) {
  const creators = await findCreators(ctx.db);
  return { creators, total: creators.length };
}

/** Fewer exact results than this are followed by those of corrected words. */
const TOO_FEW = 5;
/**
 * Typos must not take the connections that others need: one process corrects this many searches at once, and each waits this long
 * for it at most. The others get their exact results alone.
 */
const MAX_CORRECTIONS = 8;
const MAX_WAIT_MS = 1_000;
/** This many matches, the first in byte order, are ranked. */
const MAX_RANKED = 200;
/** A prefix followed by this character sorts, in byte order, after every text with the prefix. */
const LAST = '\u{10FFFF}';
/** This many other names of a substance are shown after the labels that begin with it. */
const MAX_OTHER_NAMES = 10;

interface Options {
  readonly orderableOnly: boolean;
  readonly limit: number;
}

/**
 * Finds medicines for a search text, in this order: label begins with it, words begin with its words (those
 * with the whole text first), substances of the brands that it names, typos.
 */
export async function findMatches(
  db: Database,
  phrase: string,
  { orderableOnly, limit }: Options,
): Promise<readonly MedicationRow[]> {
  const { begun, exact, corrected, branded, otherNames } =
    statements(db)[orderableOnly ? 'orderable' : 'all'];
  const words = wordsIn(phrase);
  const [found, brands] = await Promise.all([
    begun.execute({ phrase, end: phrase + LAST, limit }),
    findBrands(db),
  ]);
  if (found.length === limit) {
    if (!brands.substances.has(phrase)) return found;
    const others = await otherNames.execute({ phrase, words: queryOf(words), limit: MAX_OTHER_NAMES });
    return [...found.slice(0, limit - others.length), ...others];
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
  if (found.length >= TOO_FEW) return found;

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
  return [...found, ...similar];
}

let corrections = 0;

/** Returns the rows; none when too many searches are being corrected or this one takes too long. */
async function unlessBusy(read: () => Promise<MedicationRow[]>): Promise<MedicationRow[]> {
  if (corrections === MAX_CORRECTIONS) return [];
  corrections += 1;
  const reading = read().finally(() => {
    corrections -= 1;
  });
  const answered = new AbortController();
  try {
    return await Promise.race([reading, pause(MAX_WAIT_MS, [], { signal: answered.signal })]);
  } finally {
    answered.abort();
  }
}

const YEAR_DAYS = 365;

/** Counts how often each medicine was prescribed in the last year, so that its usual strength is found first. */
export async function countPrescribed({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  await updatePrescribed(db, new Date(clock.now().getTime() - YEAR_DAYS * DAY_MS));
}
