export type Piece = { text: string; url: string | null };

const URLS = /https?:\/\/[^\s<>"«»]+/gi;
/** Punctuation at the end belongs to the sentence. */
const END = /[.,;:!?…'’)\]]+$/;

/** Splits a text into plain pieces and URLs; together they are the text as written. */
export function splitLinks(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(URLS)) {
    const url = found.replace(END, '');
    if (!isWebUrl(url)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index), url: null });
    pieces.push({ text: url, url });
    from = index + url.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), url: null });
  return pieces;
}

function isWebUrl(url: string): boolean {
  try {
    // With a user name it could pass for another site: https://amasin.bj@example.com.
    return new URL(url).username === '';
  } catch {
    return false;
  }
}
