import { and, count, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';

const { searchText, substanceText, deletedAt } = medications;

/** Finds the words of the labels and substances of the catalogue, each once. */
export async function findWrittenWords(db: Database): Promise<Set<string>> {
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word
    from ${medications}, unnest(string_to_array(${searchText} || coalesce(' ' || ${substanceText}, ''), ' ')) word
    where ${deletedAt} is null`);
  return new Set(rows.map(({ word }) => word));
}

/** Counts the medicines whose label begins with each word, by their substances. */
export function findFirstWords(db: Database) {
  const word = sql<string>`split_part(${searchText}, ' ', 1)`;
  return db
    .select({ word, substances: sql<string>`${substanceText}`, n: count() })
    .from(medications)
    .where(and(isNull(deletedAt), isNotNull(substanceText)))
    .groupBy(word, substanceText);
}
