import type { Readable } from 'node:stream';
import type { AuditKind } from '@amasin/domain/audit/actions.ts';
import type { Database } from '../database/database.ts';

/** The file behind a signed link, ready to be sent. */
export interface Opened {
  readonly bytes: Uint8Array | Readable;
  /** In bytes. */
  readonly size: number;
  readonly contentType: string;
  /** The name for saving it. */
  readonly fileName: string;
  /** The journal names this object when the link is opened. */
  readonly about: OpenedObject;
}

export interface OpenedObject {
  readonly kind: AuditKind;
  readonly id: string;
  readonly event?: 'receipt';
  /** The customer whom it concerns. */
  readonly customerId: string | null;
  /** The user who wrote or sent it. */
  readonly authorId: string | null;
}

/**
 * Loads the objects of signed links other than uploads. Each key is the prefix of an object; its function loads the
 * object by the name after the prefix, for the user of the link, and returns null when it no longer exists.
 */
export type Openers = Readonly<
  Record<string, (db: Database, name: string, userId: string) => Promise<Opened | null>>
>;
