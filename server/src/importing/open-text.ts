import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * Reads a file as UTF-8 without byte order mark, or as Windows-1252 when it is not valid UTF-8: spreadsheets
 * and the French public database write that.
 */
export async function openText(open: () => Readable): Promise<Readable> {
  const decoder = new TextDecoder((await isUtf8(open())) ? 'utf-8' : 'windows-1252');
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
  // The reader of the text receives the file's error.
  return pipeline(open(), decoded, () => undefined);
}

async function isUtf8(file: Readable): Promise<boolean> {
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of file) strict.decode(chunk as Buffer, { stream: true });
    strict.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
