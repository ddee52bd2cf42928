/** Approximate size of the parts of a table, bytes. */
const PART = 1024 * 1024;
const NEWLINE = 10;

/** Splits COPY's output between lines, so that no row is divided. */
export async function* splitParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    size += chunk.length;
    const end = chunk.lastIndexOf(NEWLINE);
    if (size < PART || end < 0) continue;
    const bytes = Buffer.concat(waiting);
    const whole = size - chunk.length + end + 1;
    yield bytes.subarray(0, whole);
    waiting = [bytes.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(waiting);
}

/** The number of rows: COPY escapes line breaks inside values. */
export function countLines(lines: Buffer): number {
  let count = 0;
  for (let at = lines.indexOf(NEWLINE); at >= 0; at = lines.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
}
