import type { Medication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import type { Ctx } from '../ctx.ts';
import { presentMedication } from './present.ts';
import { findMatches } from './search-queries.ts';

/** The size of the suggestion list (authorization.csv, row 28). */
const MAX_RESULTS = 20;

/**
 * Finds medicines whose label contains every word of `q`, or a word that begins with it, ignoring accents and
 * one typo in words of four or more letters. Returns the 20 best matches; `total` counts only these.
 */
export async function searchMedications(
  ctx: Ctx,
  q: string,
): Promise<{ medications: Medication[]; total: number }> {
  const text = searchText(q.trim().slice(0, SEARCH_MAX));
  const rows =
    text.length < SEARCH_MIN
      ? []
      : await findMatches(ctx.db, text, { orderableOnly: ctx.actor.type === 'customer', limit: MAX_RESULTS });
  return {
    medications: rows.map(({ medication, author }) => presentMedication(ctx.actor, medication, author)),
    total: rows.length,
  };
}
