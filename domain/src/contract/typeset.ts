/**
 * Keeps French punctuation on the line of its word: a no-break space before « : ; ! ? » and inside « ». One sign replaces one, so
 * that positions in the text stay.
 */
export function typeset(text: string): string {
  return text.replace(/ (?=[:;!?»])/g, '\u00a0').replace(/« /g, '«\u00a0');
}
