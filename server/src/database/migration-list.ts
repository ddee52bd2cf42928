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

interface Mark {
  readonly tag: string;
  readonly oldCode?: string;
}

/** @throws Error that says what to write when a migration has no mark */
export function markedMigrations(
  entries: readonly { readonly tag: string; readonly when: number }[],
  all: readonly Mark[],
): KnownMigration[] {
  return entries.map(({ tag, when }) => {
    const oldCode = all.find((mark) => mark.tag === tag)?.oldCode;
    if (oldCode !== 'serves' && oldCode !== 'stops')
      throw new Error(
        `Add to migrations/marks.json: { "tag": "${tag}", "oldCode": "serves" } when the release before it works on the migrated database, else "stops".`,
      );
    return { tag, at: when, servesOldCode: oldCode === 'serves' };
  });
}

/** In the order in which they are applied. */
export const knownMigrations: readonly KnownMigration[] = markedMigrations(journal.entries, marks);
