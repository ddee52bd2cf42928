import type { AuditAction } from '@amasin/domain/audit/actions.ts';
import { plainCode } from '@amasin/domain/contract/signs.ts';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { readPhoneDigits } from '@amasin/domain/users/phone-number.ts';
import { and, asc, count, eq, gt, inArray, ne, or, type SQL, sql } from 'drizzle-orm';
import { readCounts } from '../database/count-queries.ts';
import type { Database } from '../database/database.ts';
import { countSome, limitInText, type PageRequest, totalAfter } from '../database/paging.ts';
import { audit } from '../database/schema/audit.ts';
import { oneOf } from '../database/schema/columns.ts';
import { sessions } from '../database/schema/sessions.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { containsWords, foldWords, notRemoved } from '../people/queries.ts';

interface AccountSearch extends PageRequest {
  readonly q?: string | undefined;
  readonly type?: UserType | undefined;
  readonly active?: boolean | undefined;
  /** Finds only accounts that can be assigned: active and, for a pharmacy, a partner (rule 9). */
  readonly assignable?: boolean;
  /** The caller does not see e-mails and cannot search by them. */
  readonly hidesEmail?: boolean;
}

/** One page of the matching accounts in French alphabetical order, and their total: with a text, counted up to MAX_COUNTED. */
export async function findAccounts(
  db: Database,
  search: AccountSearch,
): Promise<{ rows: UserRow[]; total: number }> {
  const { q, type, active, assignable = false, hidesEmail = false, page, limit } = search;
  const where = and(
    notRemoved,
    type && oneOf(users.type, [type]),
    active === undefined ? undefined : active ? sql`${users.active}` : sql`not ${users.active}`,
    assignable ? and(eq(users.active, true), or(ne(users.type, 'pharmacy'), users.isPartner)) : undefined,
    q ? contains(q, await foldWords(db, q), hidesEmail) : undefined,
  );
  const found = await db
    .select()
    .from(users)
    .where(where)
    .orderBy(sql`${users.name} collate "french"`, users.id)
    .limit(limitInText(limit))
    .offset((page - 1) * limit);
  const rows = found.slice(0, limit);
  const total =
    q || assignable
      ? (totalAfter(rows.length, search) ?? (await countSome(db, sql`select from ${users} where ${where}`)))
      : await countAccounts(db, search);
  return { rows, total };
}

async function countAccounts(db: Database, { type, active }: AccountSearch): Promise<number> {
  return (await readCounts(db, 'users'))
    .filter(({ state }) => type === undefined || state.startsWith(`${type} `))
    .filter(({ state }) => active === undefined || state.endsWith(active ? ' active' : ' inactive'))
    .reduce((total, { n }) => total + n, 0);
}

/** Matches part of a name ignoring accents and case, of an e-mail, or of a phone in any spacing. */
function contains(q: string, words: readonly string[], hidesEmail: boolean): SQL | undefined {
  const digits = readPhoneDigits(q);
  const email = plainCode(q)
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&');
  return or(
    containsWords(users.foldedName, words),
    hidesEmail || email === '' ? undefined : sql`${users.email} like ${`%${email}%`}`,
    digits === '' ? undefined : sql`${users.phone} like ${`%${digits}%`}`,
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
 * The account, locked against changes until the transaction ends. Rows that refer to the account can still be stored:
 * their transaction may have locked a consultation that this change locks next, which would be a deadlock.
 */
export async function lockAccount(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, id), notRemoved))
    .for('no key update');
  return row ?? null;
}

/** People of these types work for Amasin itself, unlike partners. */
const internalTypes: UserType[] = ['superAdmin', 'supervisor', 'agent', 'deliveryPerson'];

export async function countActiveOf(db: Database, type: UserType): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(users)
    .where(and(eq(users.type, type), eq(users.active, true), notRemoved));
  return row?.count ?? 0;
}

/** Finds which of these accounts are there and have none of these actions in the journal since then. */
export async function findUntouched(
  db: Database,
  ids: readonly string[],
  { actions, since }: { actions: readonly AuditAction[]; since: Date },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const isTouched = sql`exists (select from ${audit} where ${audit.subjectKind} = 'user' and ${audit.subjectId} = ${users.id}::text
    and ${inArray(audit.action, [...actions])} and ${audit.at} > ${since})`;
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, [...ids]), notRemoved, sql`not ${isTouched}`));
  return rows.map(({ id }) => id);
}

export async function setActive(tx: Database, id: string, active: boolean): Promise<void> {
  await tx.update(users).set({ active }).where(eq(users.id, id));
}

/** The accounts of people who work for Amasin itself, with their open sessions, by type and name. */
export async function findInternalAccounts(db: Database, now: Date) {
  return db
    .select({
      type: users.type,
      name: users.name,
      email: users.email,
      active: users.active,
      hasSecondFactor: users.hasSecondFactor,
      sessions: count(sessions.tokenHash),
      lastSeenAt: sql<Date | null>`max(coalesce(${sessions.lastSeenAt}, ${sessions.createdAt}))`.mapWith(
        sessions.createdAt,
      ),
    })
    .from(users)
    .leftJoin(sessions, and(eq(sessions.userId, users.id), gt(sessions.expiresAt, now)))
    .where(and(inArray(users.type, internalTypes), notRemoved))
    .groupBy(users.id)
    .orderBy(sql`array_position(${sql.param(internalTypes)}::text[], ${users.type})`, asc(users.name));
}
