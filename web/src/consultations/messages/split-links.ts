export type Piece = { text: string; address: string | null };

const ADDRESS = /https?:\/\/[^\s<>"«»]+/gi;
/** Punctuation at the end belongs to the sentence. */
const END = /[.,;:!?…'’)\]]+$/;

/** Splits a text into plain pieces and web addresses; together they are the text as written. */
export function splitLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = found.replace(END, '');
    if (!isWebAddress(address)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), address: null });
    pieces.push({ text: address, address });
    from = index + address.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), address: null });
  return pieces;
}

function isWebAddress(address: string): boolean {
  try {
    // With a user name it could pass for another site: https://amasin.bj@example.com.
    return new URL(address).username === '';
  } catch {
    return false;
  }
}
