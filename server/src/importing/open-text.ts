import { pipeline, type Readable, Transform } from 'node:stream';

/**
 * A file as UTF-8, from its beginning, without byte order mark. What is not UTF-8 is read as Windows-1252: spreadsheets and
 * the French public base write that.
 */
export async function openText(open: () => Readable): Promise<Readable> {
  const decoder = new TextDecoder((await isUtf8(open())) ? 'utf-8' : 'windows-1252');
  const decoded = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, decoder.decode(chunk, { stream: true })),
    flush: (done) => done(null, decoder.decode()),
  });
  // An error of the file is one of its text, which whoever reads that hears of.
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
