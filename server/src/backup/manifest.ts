import { z } from 'zod';

/** The only format that this version writes and reads. */
export const FORMAT = 1;

export const MANIFEST = 'manifest.json';
export const SUMS = 'sums.json';

/** The first entry of a backup: version, tables and sequences. */
const manifest = z.object({
  format: z.literal(FORMAT),
  /** Product version that wrote it. */
  product: z.string(),
  /** Time of the snapshot, UTC. */
  at: z.iso.datetime(),
  /** Timestamp of the last migration of that database, ms. */
  migration: z.int(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  /** The next value of each sequence: a bigint in decimal. */
  sequences: z.array(z.object({ name: z.string(), next: z.string().regex(/^\d{1,19}$/) })),
});

export type Manifest = z.output<typeof manifest>;
export type TableContent = Manifest['tables'][number];

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last entry: counts and checksums of everything written (SHA-256 in hexadecimal). */
const sums = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256 })),
  files: z.array(z.object({ key: z.string(), bytes: z.int(), sha256 })),
  /** Keys of files that have a row but no bytes. */
  lost: z.array(z.string()),
});

export type Sums = z.output<typeof sums>;

export const readManifest = (bytes: Buffer): Manifest | null => parse(manifest, bytes);
export const readSums = (bytes: Buffer): Sums | null => parse(sums, bytes);

/** @returns null when the bytes are invalid */
function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T | null {
  try {
    return schema.parse(JSON.parse(bytes.toString()));
  } catch {
    return null;
  }
}
