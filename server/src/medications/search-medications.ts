import type { Medication } from '@amasin/domain/medications/medication.ts';
import { SEARCH_MAX, SEARCH_MIN, searchText } from '@amasin/domain/medications/search-text.ts';
import type { Ctx } from '../ctx.ts';
import { presentMedication } from './present.ts';
import { findMatches } from './search-queries.ts';

/** As many as a list under a field can show (authorization.csv, row 28). */
const MOST = 20;

/**
 * The medicines whose label holds every word of `q`, words begun counting as words; one wrong letter in a word of four
 * and accents are forgiven. Best first, at most 20, which is also the most that `total` says.
 */
export async function searchMedications(
  ctx: Ctx,
  q: string,
): Promise<{ medications: Medication[]; total: number }> {
  const text = searchText(q.trim().slice(0, SEARCH_MAX));
  const rows =
    text.length < SEARCH_MIN
      ? []
      : await findMatches(ctx.db, text, { orderableOnly: ctx.actor.type === 'customer', most: MOST });
  return {
    medications: rows.map(({ medication, author }) => presentMedication(ctx.actor, medication, author)),
    total: rows.length,
  };
}
