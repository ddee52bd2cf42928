import { and, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { preparedOnce } from '../database/sql.ts';
import { Refusal, refuseDuplicate } from '../refusal.ts';

/** The row of a removed user remains, without a phone, for the history that refers to it. */
export const notRemoved = isNotNull(users.phone);

/** Limits the length of the statement. */
const MAX_WORDS = 5;

/** The words of a searched text, which may be in any order; what is beyond a few is one more word. */
function wordsOf(q: string): string[] {
  const words = q.split(/\s+/).filter((word) => word !== '');
  return [...words.slice(0, MAX_WORDS - 1), words.slice(MAX_WORDS - 1).join(' ')].filter(
    (word) => word !== '',
  );
}

/** Matches a text in lower case without accents that contains every word; with a trigram index. */
export function containsWords(column: AnyPgColumn, q: string): SQL {
  const parts = wordsOf(q)
    .filter((word) => word.length >= TRIGRAM)
    .map((word) => sql`${column} like ${once(patternOf(startOf(word)))}`);
  return sql`(${sql.join([...parts, hasWords(column, q)], sql` and `)})`;
}

/** The same with a plan that depends on how frequent the words are: where an index of other columns may find fewer rows. */
export function containsWordsByFrequency(column: AnyPgColumn, q: string): SQL {
  const parts = wordsOf(q).map((word) => {
    const whole = sql`(${column} || '') like ${patternOf(fold(word))}`;
    // The start of a short word is all of it.
    return sql`${column} like ${patternOf(startOf(word))} and (length(${fold(word)}) <= ${INDEXED} or ${whole})`;
  });
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

/** The same without an index: for rows that are read in the order of a list, most of which match. */
export function hasWords(column: AnyPgColumn, q: string): SQL {
  const words = wordsOf(q).map((word) => sql`(${column} || '') like ${once(patternOf(fold(word)))}`);
  return words.length === 0 ? sql`true` : sql`(${sql.join(words, sql` and `)})`;
}

/** For a shorter word, all of the index would be read. */
const TRIGRAM = 3;

/** With each letter the index intersects one more list: six of each word take a third of the time, and leave few rows to compare. */
const INDEXED = sql.raw('6');

const fold = (word: string): SQL => sql`folded(${word})`;
const startOf = (word: string): SQL => sql`left(${fold(word)}, ${INDEXED})`;

/** `%` and `_` are literal. */
const patternOf = (part: SQL): SQL =>
  sql`'%' || regexp_replace(${part}, '([\\\\%_])', '\\\\\\1', 'g') || '%'`;

/** In a sub-select it is made once, not for each row; a plan does not know it. */
const once = (pattern: SQL): SQL => sql`(select ${pattern})`;

const prepared = preparedOnce((db) => ({
  byId: db
    .select()
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare('user_by_id'),
}));

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await prepared(db).byId.execute({ id });
  return row ?? null;
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
 * Without an error of the database, which would fill its log with every repeated registration.
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function insertUser(db: Database, user: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning();
  // The other user may have been removed since.
  if (row === undefined) throw (await refusalOfTaken(db, user, null)) ?? new Refusal('PHONE_TAKEN');
  return row;
}

/** The user, locked against changes until the transaction ends. Rows that refer to the user can still be stored. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('no key update');
  return row ?? null;
}

type NewUser = typeof users.$inferInsert;
export type UserChange = { [Column in keyof NewUser]?: NewUser[Column] | undefined };

/**
 * An empty change is skipped. A phone or e-mail that is taken meanwhile is a duplicate, see `refuseTaken`.
 * @throws 409 PHONE_TAKEN, EMAIL_TAKEN
 */
export async function updateUserRow(tx: Database, row: UserRow, change: UserChange): Promise<UserRow> {
  if (Object.values(change).every((value) => value === undefined)) return row;
  const taken = await refusalOfTaken(tx, newContact(row, change), row.id);
  if (taken !== null) throw taken;
  const isOtherPhone = change.phone !== undefined && change.phone !== row.phone;
  const [changed] = await tx
    .update(users)
    .set({ ...(change as Partial<NewUser>), ...(isOtherPhone && { phoneProven: false }) })
    .where(eq(users.id, row.id))
    .returning();
  if (changed === undefined) throw new Error('the user is gone');
  return changed;
}

/** What the change makes different. */
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
