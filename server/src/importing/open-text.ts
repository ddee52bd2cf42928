import { isAscii, isUtf8 } from 'node:buffer';
import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';

/** A decoder replaces bytes that it cannot read by this. */
const UNREADABLE = '\ufffd';

/** Why a line is refused whose bytes are in another encoding than those of other lines. */
export const DOUBTFUL_ENCODING =
  'Accents illisibles (le fichier mélange deux encodages) : enregistrez-le en « CSV UTF-8 »';

export const isDoubtful = (cells: readonly string[]): boolean =>
  cells.some((cell) => cell.includes(UNREADABLE));

/**
 * Reads a file as text, without byte order mark: UTF-16 by its mark or its first sign, else UTF-8, or Windows-1252 if no line is
 * UTF-8: spreadsheets and the French public database write that. Where lines disagree, `isDoubtful` tells those that are not UTF-8.
 */
export async function openText(open: () => Readable): Promise<Readable> {
  const decoder = new TextDecoder((await utf16Of(open())) ?? (await encodingOf(open())));
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
  // The reader of the text receives the file's error.
  return pipeline(open(), decoded, () => undefined);
}

async function utf16Of(file: Readable): Promise<'utf-16le' | 'utf-16be' | null> {
  await once(file, 'readable');
  const start: Buffer | null = file.read();
  file.destroy();
  const [first, second] = start ?? [];
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0) ? 'utf-16be' : null;
}

async function encodingOf(file: Readable): Promise<'utf-8' | 'windows-1252'> {
  let isSure = false;
  let isOther = false;
  for await (const line of linesOf(file)) {
    if (isAscii(line)) continue;
    if (isUtf8(line)) isSure = true;
    else isOther = true;
  }
  return isOther && !isSure ? 'windows-1252' : 'utf-8';
}

async function* linesOf(file: Readable): AsyncGenerator<Uint8Array> {
  let rest: Buffer[] = [];
  for await (const chunk of file as AsyncIterable<Buffer>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end)]);
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
  }
  yield Buffer.concat(rest);
}
