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
      if (name === 'files') keys.push(...keysIn(lines, columns));
      return countLines(lines);
    },
    file: async (_key, bytes) => bytes,
  });
  checkFiles(keys, content);
  return { manifest, ...content };
}

/**
 * The keys of the files whose bytes must be there, from rows in COPY's text format; keys have no character that it escapes. An erased
 * file has no bytes; an older backup has no such column.
 */
function keysIn(lines: Buffer, columns: readonly string[]): string[] {
  const [key, erasedAt] = [columns.indexOf('key'), columns.indexOf('erased_at')];
  const rows = lines
    .toString()
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'));
  return rows.filter((row) => (row[erasedAt] ?? '\\N') === '\\N').map((row) => row[key] ?? '');
}
