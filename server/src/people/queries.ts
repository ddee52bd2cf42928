import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { refuseDuplicate } from '../refusal.ts';

/** The row of a removed user remains, without a phone, for the history that refers to it. */
export const notRemoved = isNotNull(users.phone);

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
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

/** @throws a duplicate of `users_phone_unique` or `users_email_unique` */
export async function insertUser(db: Database, user: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).returning();
  if (row === undefined) throw new Error('the user was not inserted');
  return row;
}

/** The user, locked for an update until the transaction ends. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

type NewUser = typeof users.$inferInsert;
export type UserChange = { [Column in keyof NewUser]?: NewUser[Column] | undefined };

/**
 * An empty change is skipped.
 * @throws the same duplicates as `insertUser`
 */
export async function updateUserRow(tx: Database, row: UserRow, change: UserChange): Promise<UserRow> {
  if (Object.values(change).every((value) => value === undefined)) return row;
  const [changed] = await tx
    .update(users)
    .set(change as Partial<NewUser>)
    .where(eq(users.id, row.id))
    .returning();
  if (changed === undefined) throw new Error('the user is gone');
  return changed;
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
