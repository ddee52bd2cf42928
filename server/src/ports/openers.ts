import type { Database } from '../database/database.ts';

/** What a signed link opens. */
export interface Opened {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The name that the reader saves it under. */
  readonly fileName: string;
}

/**
 * What signed links open besides uploads, by the prefix of their object: each loads one by the name after the prefix, as
 * this person may see it; null when it no longer exists.
 */
export type Openers = Readonly<
  Record<string, (db: Database, name: string, userId: string) => Promise<Opened | null>>
>;
