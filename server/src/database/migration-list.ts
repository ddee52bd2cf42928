import marks from './migrations/marks.json' with { type: 'json' };
import journal from './migrations/meta/_journal.json' with { type: 'json' };

/** A migration of this code. */
export interface KnownMigration {
  readonly tag: string;
  /** Its timestamp in Drizzle's journal, ms, which identifies it in a database. */
  readonly at: number;
  /** Whether the release before it serves the migrated database, so that both may run side by side. */
  readonly servesOldCode: boolean;
}

const served = new Set(marks.filter(({ oldCode }) => oldCode === 'serves').map(({ tag }) => tag));

/** In the order in which they are applied. One without a mark stops the release before it. */
export const knownMigrations: readonly KnownMigration[] = journal.entries.map(({ tag, when }) => ({
  tag,
  at: when,
  servesOldCode: served.has(tag),
}));
