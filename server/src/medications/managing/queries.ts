import { dateRange } from '@amasin/domain/contract/dates.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type MedicationRow, medications } from '../../database/schema/medications.ts';
import { users } from '../../database/schema/users.ts';
import { findMatchingMedications, findMedications, visible } from '../queries.ts';

export interface CatalogueFilters {
  readonly q?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Days in Benin time, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reviewed?: boolean | undefined;
}

/** One page of the catalogue with these filters, in French order, and the total. */
export function findFiltered(
  db: Database,
  { q, createdBy, from, to, reviewed }: CatalogueFilters,
  page: { page: number; limit: number },
): Promise<{ rows: readonly MedicationRow[]; total: number }> {
  const first = from && dateRange(from);
  const last = to && dateRange(to);
  const where = and(
    q ? named(q) : undefined,
    createdBy === undefined ? undefined : eq(medications.createdById, createdBy),
    first ? gte(medications.createdAt, first.from) : undefined,
    last ? lt(medications.createdAt, last.to) : undefined,
    reviewed === undefined ? undefined : eq(medications.reviewed, reviewed),
  );
  return where === undefined
    ? findMedications(db, { orderableOnly: false, ...page })
    : findMatchingMedications(db, where, page);
}

/**
 * Search texts that contain every word. The trigram index finds the longest one, and the statement is the
 * same for any number of words. Search texts contain only letters, digits and spaces, so LIKE needs no
 * escaping.
 */
function named(q: string): SQL {
  const words = searchText(q).split(' ');
  const [longest = '', ...others] = words.sort((a, b) => b.length - a.length);
  // A query of punctuation only matches nothing.
  if (longest === '') return sql`false`;
  const parts = sql.param(others.map((word) => `%${word}%`));
  return sql`${medications.searchText} like ${`%${longest}%`} and ${medications.searchText} like all(${parts}::text[])`;
}

/** Authors of medicines with their counts, by name. */
export function findCreators(db: Database) {
  // Counted before the join: the authors are few, the users many.
  const counted = db
    .select({ createdById: medications.createdById, n: count().as('n') })
    .from(medications)
    .where(visible(false))
    .groupBy(medications.createdById)
    .as('counted');
  return db
    .select({ _id: users.id, name: users.name, medications: counted.n })
    .from(counted)
    .innerJoin(users, eq(users.id, counted.createdById))
    .orderBy(sql`${users.name} collate "french"`, users.id);
}
