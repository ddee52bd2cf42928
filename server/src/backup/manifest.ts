import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What this program writes, and all that it reads. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const SUMS = 'sums.json';

/** The first entry of a backup: what it is, and where its tables go. */
const manifest = z.object({
  format: z.literal(FORMAT),
  /** Version of the product that wrote it. */
  product: z.string(),
  /** When the database looked so, UTC. */
  at: z.iso.datetime(),
  /** The last migration of that database, as its journal dates it, ms. */
  migration: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** What each sequence gives next: a bigint in decimal. */
  sequences: z.array(z.object({ name: z.string(), next: z.string().regex(/^\d{1,19}$/) })),
});

export type Manifest = z.output<typeof manifest>;
export type TableContent = Manifest['tables'][number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last entry: what was written, as counted and summed meanwhile (hexadecimal SHA-256). */
const sums = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  files: z.array(z.object({ key: z.string(), bytes: z.int(), sha256 })),
  /** Keys whose row is here and whose bytes were lost before the backup. */
  lost: z.array(z.string()),
});

export type Sums = z.output<typeof sums>;

export const readManifest = (bytes: Buffer): Manifest | null => parse(manifest, bytes);
export const readSums = (bytes: Buffer): Sums | null => parse(sums, bytes);

/** Null where these bytes are no such thing. */
function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}

export function productVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return version;
}
