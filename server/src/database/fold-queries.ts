import { searchText } from '@amasin/domain/medications/search-text.ts';
import { like, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './database.ts';
import { medications } from './schema/medications.ts';
import { places, zones } from './schema/places.ts';
import { transact } from './transaction.ts';

/** A stored search text, and how it would be made now. */
interface Folded {
  readonly id: string;
  readonly stored: string;
  readonly made: string;
  /** Among which rows the text is unique; null where others may have it. */
  readonly among: string | null;
}

/** Of two rows that get the same text by a new rule, the second keeps its own: a person decides which one stays. */
function changesIn(rows: readonly Folded[]): Folded[] {
  const taken = new Set(
    rows.filter(({ among }) => among !== null).map(({ among, stored }) => `${among} ${stored}`),
  );
  return rows.filter(({ stored, made, among }) => {
    if (stored === made || taken.has(`${among} ${made}`)) return false;
    if (among !== null) taken.add(`${among} ${made}`);
    return true;
  });
}

type Column = 'search_text' | 'substance_text' | 'source_id';

async function writeFolded(
  db: Database,
  { table, column, read }: { table: PgTable; column: Column; read: (db: Database) => Promise<Folded[]> },
): Promise<void> {
  if (changesIn(await read(db)).length === 0) return;
  await transact(db, async (tx) => {
    await tx.execute(sql`lock table ${table} in share row exclusive mode`);
    const changes = changesIn(await read(tx));
    const [ids, texts] = [changes.map(({ id }) => id), changes.map(({ made }) => made)];
    await tx.execute(sql`update ${table} t set ${sql.identifier(column)} = made.text
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(texts)}::text[]) made (id, text) where t.id = made.id`);
  });
}

/**
 * Makes stored search texts again that an older version of `searchText` made (rule 38): what is typed now is folded by this one.
 * Names of people are folded by the database, whose migrations make them again.
 */
export async function foldAgain(db: Database): Promise<void> {
  await writeFolded(db, {
    table: medications,
    column: 'search_text',
    read: async (tx) => {
      const { id, label, form, searchText: stored, deletedAt } = medications;
      const rows = await tx.select({ id, label, form, stored, deletedAt }).from(medications);
      return rows.map(({ deletedAt, ...row }) => ({
        ...row,
        made: searchText(row.label),
        among: deletedAt === null ? row.form : null,
      }));
    },
  });
  await writeFolded(db, {
    table: medications,
    column: 'substance_text',
    read: async (tx) => {
      const { id, substances, substanceText } = medications;
      const rows = await tx.select({ id, substances, substanceText }).from(medications);
      return rows.flatMap((row) =>
        row.substances === null
          ? []
          : [{ id: row.id, stored: row.substanceText ?? '', made: searchText(row.substances), among: null }],
      );
    },
  });
  await writeFolded(db, {
    table: zones,
    column: 'search_text',
    read: async (tx) => {
      const { id, label, searchText: stored, deletedAt } = zones;
      const rows = await tx.select({ id, label, stored, deletedAt }).from(zones);
      return rows.map(({ deletedAt, ...row }) => ({
        ...row,
        made: searchText(row.label),
        among: deletedAt === null ? 'zones' : null,
      }));
    },
  });
  // An import knows a pharmacy without an id by this text.
  await writeFolded(db, {
    table: places,
    column: 'source_id',
    read: async (tx) => {
      const { id, sourceId } = places;
      const rows = await tx.select({ id, sourceId }).from(places).where(like(sourceId, 'name/%'));
      return rows.map((row) => {
        const stored = row.sourceId ?? '';
        const made = `name/${searchText(stored.slice('name/'.length))}`;
        return { id: row.id, stored, made, among: 'places' };
      });
    },
  });
}
