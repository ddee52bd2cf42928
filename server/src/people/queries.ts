import { withoutHiddenSigns } from '@amasin/domain/contract/signs.ts';
import { and, eq, isNotNull, like, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import type { ChangeOf } from '../database/sql.ts';
import { Refusal, refuseDuplicate } from '../refusal.ts';

/** The row of a removed user remains, without a phone, for the history that refers to it. */
export const notRemoved = isNotNull(users.phone);

/**
 * Returns the words of a searched text in lower case without accents, for `containsWords`. PostgreSQL folds them, as it folds the
 * columns, but in a statement before the search, which would fold them again for each row.
 */
export async function foldWords(db: Database, q: string): Promise<string[]> {
  const { rows } = await db.execute<{ words: string[] }>(
    sql`select array(select folded(word) from unnest(${sql.param(wordsOf(withoutHiddenSigns(q)))}::text[]) with ordinality word (word, nth) order by nth) as words`,
  );
  // Of a word of apostrophes nothing is left, and every name would contain it.
  return (rows[0]?.words ?? []).filter((word) => word.trim() !== '');
}

/** Limits the length of the statement. */
const MAX_WORDS = 5;

/** Splits a searched text into words, which may be in any order; those beyond the first few count as one. */
function wordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')].filter(
    (word) => word !== '',
  );
}

/**
 * Matches a folded text that contains each of these words; none does where nothing was left of what was typed. The planner knows how frequent they are: it reads the trigram index, or
 * the rows in the order of the list.
 */
export const containsWords = (column: AnyPgColumn, words: readonly string[]): SQL =>
  and(...words.map((word) => like(column, `%${word.replace(/[\\%_]/g, '\\$&')}%`))) ?? sql`false`;

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** The user, locked against changes until the transaction ends. Rows that refer to the user can still be stored. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

/**
 * Locks the user before something of theirs is stored: a call that began before the account was deleted then stores nothing.
 * @throws 401 UNAUTHENTICATED when it was deleted meanwhile
 */
export async function lockPresent(tx: Database, id: string): Promise<UserRow> {
  const user = await lockUser(tx, id);
  if (user === null || user.phone === null) throw new Refusal('UNAUTHENTICATED');
  return user;
}

/**
 * The user, with a share lock until the transaction ends: concurrent readers may take it too, writers wait.
 */
export async function lockUserShared(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('share');
  return row ?? null;
}

/** @param phone in its stored form */
export async function findCustomerByPhone(db: Database, phone: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), eq(users.type, 'customer')));
  return row ?? null;
}

/**
 * Any user but a customer.
 * @param email lower-cased
 */
export async function findProfessionalByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), ne(users.type, 'customer')));
  return row ?? null;
}

type NewUser = typeof users.$inferInsert;
type Contact = { readonly email?: string | null | undefined; readonly phone?: string | null | undefined };

/** The refusal for a phone or e-mail that another user than `exceptId` has, or null. */
async function refusalOfTaken(
  db: Database,
  { email = null, phone = null }: Contact,
  exceptId: string | null,
): Promise<Refusal | null> {
  if (email === null && phone === null) return null;
  const others = await db
    .select({ email: users.email })
    .from(users)
    .where(
      and(
        or(
          email === null ? undefined : eq(users.email, email),
          phone === null ? undefined : eq(users.phone, phone),
        ),
        exceptId === null ? undefined : ne(users.id, exceptId),
      ),
    );
  if (others.length === 0) return null;
  const isEmail = email !== null && others.some((other) => other.email === email);
  return new Refusal(isEmail ? 'EMAIL_TAKEN' : 'PHONE_TAKEN');
}

/**
 * Inserts a user. A phone or e-mail that is taken causes no error in the database, whose log repeated registrations would fill.
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function insertUser(db: Database, user: NewUser): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  // The other user may have been removed since.
  if (row === undefined) throw (await refusalOfTaken(db, user, null)) ?? new Refusal('PHONE_TAKEN');
  return row;
}

export type UserChange = ChangeOf<typeof users>;

/**
 * Changes a row; an empty change is skipped. A phone or e-mail that is taken meanwhile is a duplicate, see `refuseTaken`.
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function updateUserRow(tx: Database, row: UserRow, change: UserChange): Promise<UserRow> {
  if (Object.values(change).every((value) => value === undefined)) return row;
  const taken = await refusalOfTaken(tx, newContact(row, change), row.id);
  if (taken !== null) throw taken;
  const isOtherPhone = change.phone !== undefined && change.phone !== row.phone;
  const [changed] = await tx
    .update(users)
    .set({ ...(change as Partial<NewUser>), ...(isOtherPhone && { phoneProvenAt: null }) })
    .where(eq(users.id, row.id))
    .returning();
  if (changed === undefined) throw new Error('the user is gone');
  return changed;
}

/** Leaves out the e-mail or phone that the change does not alter. */
function newContact(row: UserRow, { email, phone }: UserChange): Contact {
  return { email: email === row.email ? null : email, phone: phone === row.phone ? null : phone };
}

/** Users who may reset their password by this phone (decision 9), as SQL. */
export const recoverableBy = (phone: string) =>
  and(eq(users.phone, phone), eq(users.active, true), ne(users.type, 'superAdmin'));

export async function isRecoverable(db: Database, phone: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(recoverableBy(phone));
  return found.length === 1;
}

/** @throws 409 PHONE_TAKEN or EMAIL_TAKEN when another user has the phone or e-mail */
export const refuseTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refuseDuplicate({ users_phone_unique: 'PHONE_TAKEN', users_email_unique: 'EMAIL_TAKEN' }, write);
