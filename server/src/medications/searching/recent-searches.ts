import type { Database } from '../../database/database.ts';
import { cachedByVersion } from '../../database/statements/cached-by-version.ts';
import { findCatalogueVersion } from '../whole-catalogue-queries.ts';
import { type Found, findMatches, type Options } from './find-matches.ts';

/** Searches whose results are kept: 4 MB at most, of twenty medicines each. */
const MAX_KEPT = 300;

const findRecent = cachedByVersion(findCatalogueVersion, async () => new Map<string, Promise<Found>>());

/**
 * The medicines for a search text, or those found for it since the catalogue last changed: while they type,
 * people send the same beginnings.
 */
export async function searchOnce(db: Database, phrase: string, options: Options): Promise<Found['rows']> {
  const recent = await findRecent(db);
  const key = `${options.orderableOnly} ${options.limit} ${phrase}`;
  const searching = recent.get(key) ?? findMatches(db, phrase, options);
  // The last in the order of the map is the most recent.
  recent.delete(key);
  recent.set(key, searching);
  const [oldest] = recent.keys();
  if (recent.size > MAX_KEPT && oldest !== undefined) recent.delete(oldest);
  const forget = () => {
    if (recent.get(key) === searching) recent.delete(key);
  };
  searching.then(({ isComplete }) => isComplete || forget(), forget);
  return (await searching).rows;
}
