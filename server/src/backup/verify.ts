import { type Backup, countLines, readArchive } from './archive.ts';
import type { Manifest } from './manifest.ts';
import { type Content, checkFiles, readContent, readHeader } from './read-content.ts';

interface Verified extends Content {
  readonly manifest: Manifest;
}

/**
 * Reads a whole backup and compares each table and each file with its count and checksum, without a database.
 * @throws OperatorError with one line for the operator
 */
export async function verifyBackup(backup: Backup): Promise<Verified> {
  const entries = readArchive(backup, () => {});
  const manifest = await readHeader(entries);
  const keys: string[] = [];
  const content = await readContent(entries, manifest, {
    table: async ({ name, columns }, lines) => {
      if (name === 'files') keys.push(...valuesOf(lines, columns.indexOf('key')));
      return countLines(lines);
    },
    file: async (_key, bytes) => bytes,
  });
  checkFiles(keys, content);
  return { manifest, ...content };
}

/** The values of one column in COPY's text format; keys have no character that it escapes. */
const valuesOf = (lines: Buffer, column: number): string[] =>
  lines
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t')[column] ?? '');
