/** More misspelt words than this are not corrected: what a search costs must not grow with its typos. */
const MAX_CORRECTED = 2;

/** Doses and shorter words are never corrected. */
const correctable = /^\p{L}{4,}$/u;

/**
 * Finds what the misspelt words of a search may mean: words of the catalogue that begin with them except for one typo (a wrong,
 * missing, extra or swapped letter). A word that begins no word of the catalogue is misspelt; if there is none, the first words that
 * resemble others are taken as misspelt.
 * @param vocabulary in the order of `<`
 * @returns null when nothing can be corrected: no word, too many, or one without a resembling word
 */
export function correctWords(
  typed: readonly string[],
  vocabulary: readonly string[],
): ReadonlyMap<string, readonly string[]> | null {
  const unknown = typed.filter((word) => !isBeginning(word, vocabulary));
  if (unknown.length > MAX_CORRECTED || !unknown.every((word) => correctable.test(word))) return null;
  const suspects = unknown.length > 0 ? unknown : typed.filter((word) => correctable.test(word));
  const corrections = new Map<string, readonly string[]>();
  for (const word of suspects) {
    if (corrections.size === MAX_CORRECTED) break;
    const meant = vocabulary.filter((other) => beginsLike(other, word));
    if (meant.some((other) => !other.startsWith(word))) corrections.set(word, meant);
  }
  return corrections.size < Math.max(1, unknown.length) ? null : corrections;
}

/** Whether a word of the sorted vocabulary begins with this. */
function isBeginning(begin: string, vocabulary: readonly string[]): boolean {
  return vocabulary[firstFrom(begin, vocabulary)]?.startsWith(begin) ?? false;
}

/** Returns the words of the sorted vocabulary that begin with this. */
export function beginningWith(begin: string, vocabulary: readonly string[]): string[] {
  const first = firstFrom(begin, vocabulary);
  let end = first;
  while (vocabulary[end]?.startsWith(begin)) end += 1;
  return vocabulary.slice(first, end);
}

/** Finds the index of the first word that is not before this one, by halving: it is asked for every word. */
function firstFrom(text: string, vocabulary: readonly string[]): number {
  let low = 0;
  let high = vocabulary.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((vocabulary[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether `word` begins with `typed` with at most one typo, which is where they first differ. */
function beginsLike(word: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && word[at] === typed[at]) at += 1;
  const isSwapped = word[at] === typed[at + 1] && word[at + 1] === typed[at];
  return (
    continues(word, at + 1, typed, at + 1) ||
    continues(word, at, typed, at + 1) ||
    continues(word, at + 1, typed, at) ||
    (isSwapped && continues(word, at + 2, typed, at + 2))
  );
}

/** Whether `word`, from `start`, begins with the rest of `typed` from `from`. */
function continues(word: string, start: number, typed: string, from: number): boolean {
  for (let at = from; at < typed.length; at += 1) {
    if (word[start + at - from] !== typed[at]) return false;
  }
  return true;
}
