import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { Database } from '../database/database.ts';
import { findFirstWords, findWrittenWords } from './name-queries.ts';
import { findCatalogueVersion } from './queries.ts';
import { usualBrands } from './usual-brands.ts';

/** A name under which people know medicines with these substances; both as search texts. */
export interface Brand {
  readonly words: readonly string[];
  readonly substances: string;
}

export interface Brands {
  readonly byWord: ReadonlyMap<string, readonly Brand[]>;
  /** The keys of `byWord`, in the order of `<`. */
  readonly words: readonly string[];
  /** The substances of the catalogue, each combination once. */
  readonly substances: ReadonlySet<string>;
}

/** A first word with more substances than this is no brand: « solution », « vaccin ». */
const MAX_SUBSTANCES = 6;
/** A brand means the substances of most medicines with its name: « doliprane » does not mean one with vitamins. */
const MAX_MEANINGS = 3;
const brandWord = /^\p{L}{4,}$/u;

const usual: readonly Brand[] = Object.entries(usualBrands).flatMap(([substances, names]) =>
  names.split(', ').flatMap((name) =>
    substances.split(' | ').map((one) => ({
      words: searchText(name).split(' '),
      substances: searchText(one),
    })),
  ),
);

/**
 * Caches what is derived from the whole catalogue, which takes longer than a search. Each call reads the version of the catalogue, and
 * derives again once any process has changed it.
 */
function perCatalogue<T>(derive: (db: Database) => Promise<T>): (db: Database) => Promise<T> {
  const last = new WeakMap<Database, { version: string; value: Promise<T> }>();
  return async (db) => {
    // The version is read before the value, which may then be newer than it but never older.
    const version = await findCatalogueVersion(db);
    const known = last.get(db);
    if (known?.version === version) return known.value;
    const entry = { version, value: derive(db) };
    last.set(db, entry);
    entry.value.catch(() => {
      if (last.get(db) === entry) last.delete(db);
    });
    return entry.value;
  };
}

/** Finds the usual brands, and those of the catalogue: labels that begin otherwise than their substances. */
export const findBrands = perCatalogue(async (db): Promise<Brands> => {
  const named = await findFirstWords(db);
  const learned = [...Map.groupBy(named, ({ word }) => word)].flatMap(([word, meanings]) =>
    !brandWord.test(word) || meanings.length > MAX_SUBSTANCES
      ? []
      : meanings
          .filter(({ substances }) => !substances.split(' ').includes(word))
          .sort((one, other) => other.n - one.n)
          .slice(0, MAX_MEANINGS)
          .map(({ substances }) => ({ words: [word], substances })),
  );
  const byWord = new Map<string, Brand[]>();
  for (const brand of [...usual, ...learned]) {
    for (const word of brand.words) byWord.set(word, [...(byWord.get(word) ?? []), brand]);
  }
  return {
    byWord,
    words: [...byWord.keys()].sort(),
    substances: new Set(named.map(({ substances }) => substances)),
  };
});

/**
 * Finds the words that a search may mean, each once, in the order of `<`: those of the labels and substances of the catalogue, and of
 * the brands whose substances it has.
 */
export const findWords = perCatalogue(async (db): Promise<readonly string[]> => {
  const words = await findWrittenWords(db);
  const { byWord } = await findBrands(db);
  const isSold = ({ substances }: Brand) => substances.split(' ').every((word) => words.has(word));
  const brandWords = [...byWord].filter(([, brands]) => brands.some(isSold)).map(([word]) => word);
  return [...new Set([...words, ...brandWords])].sort();
});
