import { dateRange } from '@amasin/domain/contract/dates.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import { and, count, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { medications } from '../../database/schema/medications.ts';
import { users } from '../../database/schema/users.ts';
import { findMedications, type MedicationWithAuthor, visible } from '../queries.ts';

export interface CatalogueFilters {
  readonly q?: string | undefined;
  readonly createdBy?: string | undefined;
  /** Days of Benin, both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly reviewed?: boolean | undefined;
}

/** One page of the whole catalogue that matches, in French order, and how many match. */
export function findFiltered(
  db: Database,
  { q, createdBy, from, to, reviewed }: CatalogueFilters,
  page: { page: number; limit: number },
): Promise<{ rows: MedicationWithAuthor[]; total: number }> {
  const first = from && dateRange(from);
  const last = to && dateRange(to);
  const where = and(
    q ? named(q) : undefined,
    createdBy === undefined ? undefined : eq(medications.createdById, createdBy),
    first ? gte(medications.createdAt, first.from) : undefined,
    last ? lt(medications.createdAt, last.to) : undefined,
    reviewed === undefined ? undefined : eq(medications.reviewed, reviewed),
  );
  return findMedications(db, { orderableOnly: false, ...page }, where);
}

/**
 * Its search text holds every word, wherever it stands. The trigram index finds the longest one, and the statement is
 * the same for any number of them. Search texts hold letters, digits and spaces: nothing needs escaping for LIKE.
 */
function named(q: string): SQL {
  const words = searchText(q).split(' ');
  const [longest = '', ...others] = words.sort((a, b) => b.length - a.length);
  // Signs alone are in no name.
  if (longest === '') return sql`false`;
  const parts = sql.param(others.map((word) => `%${word}%`));
  return sql`${medications.searchText} like ${`%${longest}%`} and ${medications.searchText} like all(${parts}::text[])`;
}

/** Who added medicines that stand, with how many, by name. */
export function findCreators(db: Database) {
  return db
    .select({ _id: users.id, name: users.name, medications: count() })
    .from(medications)
    .innerJoin(users, eq(users.id, medications.createdById))
    .where(visible(false))
    .groupBy(users.id, users.name)
    .orderBy(sql`${users.name} collate "french"`, users.id);
}
