import type { Database } from '../database/database.ts';

/** What a signed link opens. */
export interface Opened {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** The name for saving it. */
  readonly fileName: string;
}

/**
 * Opens objects of signed links other than uploads, by prefix: each loads one by the name after the prefix,
 * if this user may see it, else null.
 */
export type Openers = Readonly<
  Record<string, (db: Database, name: string, userId: string) => Promise<Opened | null>>
>;
