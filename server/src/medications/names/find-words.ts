import { cachedByVersion } from '../../database/statements/cached-by-version.ts';
import { findCatalogueVersion } from '../whole-catalogue-queries.ts';
import { type Brand, findBrands } from './find-brands.ts';
import { findWrittenWords } from './queries.ts';

/**
 * Each word that may be meant once, in the order of `<`: those of labels and substances of these medicines, and of the
 * brands whose substances they contain.
 */
export const findWords = cachedByVersion(findCatalogueVersion, async (db): Promise<readonly string[]> => {
  const words = await findWrittenWords(db);
  const { byWord } = await findBrands(db);
  const isSold = ({ substances }: Brand) => substances.split(' ').every((word) => words.has(word));
  const brandWords = [...byWord].filter(([, brands]) => brands.some(isSold)).map(([word]) => word);
  return [...new Set([...words, ...brandWords])].sort();
});
