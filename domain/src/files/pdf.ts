/** Readers look for the head in the first bytes, because a byte-order mark, blanks or printer commands (PJL) may precede it. */
const head = /%PDF-\d/;
const HEAD_BYTES = 1024;
/** A picture may have any text in it. */
const picture = /^(?:\xff\xd8\xff|\x89PNG|RIFF)/;
/** Readers look for the end mark in the last bytes. */
const TAIL_BYTES = 1024;

/** Blanks, and what programs and disks fill up a file with. */
const padding: ReadonlySet<number | undefined> = new Set([0, 9, 10, 12, 13, 0x1a, 32, 0xff]);

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** The length of what stands before the head of a PDF; null for another file. */
export function lengthBeforePdf(start: Uint8Array): number | null {
  const text = textOf(start.subarray(0, HEAD_BYTES));
  return picture.test(text) ? null : (head.exec(text)?.index ?? null);
}

/**
 * Removes what programs add to a PDF on the way: what stands before its head, which its own positions do not count, and padding
 * after its end. Null for a file that has no head or no end. Page and server both call it.
 */
export function trimPdf(file: Uint8Array): Uint8Array | null {
  const from = lengthBeforePdf(file);
  if (from === null) return null;
  let end = file.length;
  while (padding.has(file[end - 1])) end -= 1;
  if (!textOf(file.subarray(Math.max(from, end - TAIL_BYTES), end)).includes('%%EOF')) return null;
  // The line end after the end mark belongs to the file.
  const lineEnd = /^(?:\r\n?|\n)/.exec(textOf(file.subarray(end, end + 2)))?.[0].length ?? 0;
  const to = end + lineEnd;
  return from === 0 && to === file.length ? file : file.subarray(from, to);
}

/** Whether a PDF says that it is encrypted. Many of these open without a password: only a reader can tell. */
export function isEncrypted(file: Uint8Array): boolean {
  const sign = [...'/Encrypt'].map((letter) => letter.charCodeAt(0));
  for (let at = file.indexOf(sign[0] ?? 0); at >= 0; at = file.indexOf(sign[0] ?? 0, at + 1))
    if (sign.every((code, nth) => file[at + nth] === code)) return true;
  return false;
}
