import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, count, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { standing } from '../people/queries.ts';

const frenchOrder = [sql`${users.name} collate "french"`, users.id] as const;

interface Page {
  readonly page: number;
  readonly limit: number;
}

/** One page of a type's people in French order of names, and how many there are. */
export async function findUsersOfType(
  db: Database,
  type: UserType,
  page: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  return findPage(db, and(standing, eq(users.type, type)), page);
}

/** The same, of those who can be assigned: active, and a pharmacy also partner (RULES 9). */
export async function findAssignable(
  db: Database,
  type: UserType,
  page: Page,
): Promise<{ rows: UserRow[]; total: number }> {
  const partner = or(ne(users.type, 'pharmacy'), eq(users.isPartner, true));
  return findPage(db, and(eq(users.type, type), eq(users.active, true), partner), page);
}

async function findPage(db: Database, where: SQL | undefined, { page, limit }: Page) {
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(...frenchOrder)
    .limit(limit)
    .offset((page - 1) * limit);
  const [found] = await db.select({ total: count() }).from(users).where(where);
  return { rows, total: found?.total ?? 0 };
}
