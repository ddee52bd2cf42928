/** The head may follow a byte order mark and blanks: readers look for it. */
const head = /^(?:\xef\xbb\xbf)?[\0\t\n\f\r ]*(?=%PDF-\d)/;
const HEAD_BYTES = 1024;
/** Readers look for the end mark in the last bytes. */
const TAIL_BYTES = 1024;

const blanks: ReadonlySet<number | undefined> = new Set([0, 9, 10, 12, 13, 32]);

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The length of what stands before the head of a PDF; null for another file. */
export function lengthBeforePdf(start: Uint8Array): number | null {
  return head.exec(textOf(start.subarray(0, HEAD_BYTES)))?.[0].length ?? null;
}

/**
 * Removes what programs add to a PDF on the way: a mark and blanks before its head, which its own positions do not count, and
 * padding after its end. Null for a file that has no head or no end. Page and server both call it.
 */
export function trimPdf(file: Uint8Array): Uint8Array | null {
  const from = lengthBeforePdf(file);
  if (from === null) return null;
  let end = file.length;
  while (blanks.has(file[end - 1])) end -= 1;
  if (!textOf(file.subarray(Math.max(from, end - TAIL_BYTES), end)).includes('%%EOF')) return null;
  // The line end after the end mark belongs to the file.
  const lineEnd = /^(?:\r\n?|\n)/.exec(textOf(file.subarray(end, end + 2)))?.[0].length ?? 0;
  const to = end + lineEnd;
  return from === 0 && to === file.length ? file : file.subarray(from, to);
}
