import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, count, eq, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../database/database.ts';
import { type UserRow, users } from '../../database/schema/users.ts';
import { notRemoved } from '../../people/queries.ts';

export interface AccountSearch {
  readonly q?: string | undefined;
  readonly type?: UserType | undefined;
  readonly active?: boolean | undefined;
  /** Only accounts that can be assigned: active, and for a pharmacy also partner (RULES 9). */
  readonly assignable?: boolean;
  /** The caller does not see e-mails and cannot search by them. */
  readonly hidesEmail?: boolean;
  readonly page: number;
  readonly limit: number;
}

/** One page of the matching accounts in French alphabetical order, and their total. */
export async function findAccounts(
  db: Database,
  { q, type, active, assignable = false, hidesEmail = false, page, limit }: AccountSearch,
): Promise<{ rows: UserRow[]; total: number }> {
  const where = and(
    notRemoved,
    type && eq(users.type, type),
    active === undefined ? undefined : eq(users.active, active),
    assignable ? and(eq(users.active, true), or(ne(users.type, 'pharmacy'), users.isPartner)) : undefined,
    q ? contains(q, hidesEmail) : undefined,
  );
  const rows = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(sql`${users.name} collate "french"`, users.id)
    .limit(limit)
    .offset((page - 1) * limit);
  const [found] = await db.select({ total: count() }).from(users).where(where);
  return { rows, total: found?.total ?? 0 };
}

/** Matches part of a name without accents or case, of an e-mail, or of a phone in any spacing. `strpos` needs no escaping. */
function contains(q: string, hidesEmail: boolean): SQL | undefined {
  const digits = /^[+\d\s.()-]+$/.test(q) ? q.replace(/\D/g, '') : '';
  return or(
    sql`strpos(lower(unaccent(${users.name})), lower(unaccent(${q}))) > 0`,
    hidesEmail ? undefined : sql`strpos(${users.email}, lower(${q})) > 0`,
    digits === '' ? undefined : sql`strpos(${users.phone}, ${digits}) > 0`,
  );
}

/** The account; null when it does not exist or was removed. */
export async function findAccount(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), notRemoved));
  return row ?? null;
}

/**
 * The same, locked against changes until the transaction ends. Rows that refer to the account can still be stored: one that
 * waits for it may hold a consultation that the same change will lock (R13).
 */
export async function lockAccount(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), notRemoved))
    .for('no key update');
  return row ?? null;
}
