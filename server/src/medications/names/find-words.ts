import { sql } from 'drizzle-orm';
import { medications } from '../../database/schema/medications.ts';
import { keptUntilChanged } from '../../database/statements/kept.ts';
import { findCatalogueVersion } from '../whole-catalogue-queries.ts';
import { type Brand, findBrands } from './find-brands.ts';

/**
 * Each word that may be meant once, in the order of `<`: those of labels and substances of these medicines, and of the
 * brands whose substances they contain.
 */
export const findWords = keptUntilChanged(findCatalogueVersion, async (db): Promise<readonly string[]> => {
  const { searchText, substanceText, deletedAt } = medications;
  const { rows } = await db.execute<{ word: string }>(sql`
    select distinct word
    from ${medications}, unnest(string_to_array(${searchText} || coalesce(' ' || ${substanceText}, ''), ' ')) word
    where ${deletedAt} is null`);
  const words = new Set(rows.map(({ word }) => word));
  const { byWord } = await findBrands(db);
  const isSold = ({ substances }: Brand) => substances.split(' ').every((word) => words.has(word));
  const brandWords = [...byWord].filter(([, brands]) => brands.some(isSold)).map(([word]) => word);
  return [...new Set([...words, ...brandWords])].sort();
});
