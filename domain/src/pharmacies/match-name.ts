import { searchText } from '../medications/search-text.ts';

interface Named {
  readonly name: string;
}

/** This many pharmacies are offered at most for a name that is not exactly one of them. */
const MAX_OFFERED = 8;

const omitted = /^(?:pharmacies?|pharm|phcie|phie|ph|de|du|des|la|le|les|l|d|et|a|au|aux)$/;

/** Returns the words of a name that tell it from others: « Pharmacie du Camp Guézo » is `camp guezo`. */
function wordsOf(name: string): string[] {
  const words = searchText(name).split(' ');
  const distinctive = words.filter((word) => !omitted.test(word));
  return distinctive.length === 0 ? words : distinctive;
}

/** Matches the beginning of an address or a telephone (tél) that people write after a name. */
const detail = /[(,;:]|\s\p{Pd}\s|\bt[\u00e9e]l\b|\+?\d[\d .-]{6}/iu;

function withoutDetail(written: string): string {
  const at = written.search(detail);
  return at < 0 ? written : written.slice(0, at).trimEnd();
}

/**
 * Finds the pharmacies that a written name may mean. Only exactly one with the same words is certain: a wrong one would send
 * people to a closed door at night.
 */
export function nameMatcher<P extends Named>(directory: readonly P[]) {
  const known = directory.map((pharmacy) => ({ pharmacy, words: wordsOf(pharmacy.name) }));
  return (written: string): { isCertain: boolean; pharmacies: P[] } => {
    const short = withoutDetail(written);
    for (const text of new Set([written, short])) {
      const sought = wordsOf(text).join(' ');
      const same = known.filter(({ words }) => words.join(' ') === sought);
      if (same.length > 0) return { isCertain: same.length === 1, pharmacies: offered(same) };
    }
    const sought = new Set(wordsOf(short));
    const score = (words: readonly string[]) =>
      words.filter((word) => sought.has(word)).length / Math.max(words.length, sought.size);
    const similar = known
      .map((one) => ({ ...one, score: score(one.words) }))
      .filter((one) => one.score >= 0.5)
      .sort((one, other) => other.score - one.score);
    return { isCertain: false, pharmacies: offered(similar) };
  };
}

function offered<P>(found: readonly { pharmacy: P }[]): P[] {
  return found.slice(0, MAX_OFFERED).map(({ pharmacy }) => pharmacy);
}
