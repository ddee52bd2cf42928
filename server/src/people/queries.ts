import { and, eq, isNotNull, ne } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';
import { refuseDuplicate } from '../refusal.ts';

/** Not removed: a removed person keeps a row, for the history that refers to it, and no telephone. */
export const standing = isNotNull(users.phone);

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** The person, locked in share mode until the transaction ends: several may read so at once, nobody changes the row. */
export async function lockUserShared(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('share');
  return row ?? null;
}

/** A customer by their telephone in its stored form. */
export async function findCustomerByPhone(db: Database, phone: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.phone, phone), eq(users.type, 'customer')));
  return row ?? null;
}

/** Anybody but a customer, by their lower-cased e-mail. */
export async function findProfessionalByEmail(db: Database, email: string): Promise<UserRow | null> {
  const [row] = await db
    .select()
    .from(users)
    .where(and(eq(users.email, email), ne(users.type, 'customer')));
  return row ?? null;
}

/** Throws a duplicate of `users_phone_unique` or `users_email_unique` where somebody has it already. */
export async function insertUser(db: Database, user: typeof users.$inferInsert): Promise<UserRow> {
  const [row] = await db.insert(users).values(user).returning();
  if (row === undefined) throw new Error('the user was not inserted');
  return row;
}

/** The person, locked until the transaction ends because it is about to change the row. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | null> {
  const [row] = await tx.select().from(users).where(eq(users.id, id)).for('update');
  return row ?? null;
}

type NewUser = typeof users.$inferInsert;
export type UserChange = { [Column in keyof NewUser]?: NewUser[Column] | undefined };

/** Throws the same duplicates as `insertUser`. A change that names nothing changes nothing. */
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

/** Who may choose a new password by this telephone (decision 9), as SQL. */
export const recoverableBy = (phone: string) =>
  and(eq(users.phone, phone), eq(users.active, true), ne(users.type, 'superAdmin'));

export async function isRecoverable(db: Database, phone: string): Promise<boolean> {
  const found = await db.select({ id: users.id }).from(users).where(recoverableBy(phone));
  return found.length === 1;
}

/** Refuses a telephone or an e-mail that somebody has: PHONE_TAKEN, EMAIL_TAKEN. */
export const refuseTaken = <T>(write: () => Promise<T>): Promise<T> =>
  refuseDuplicate({ users_phone_unique: 'PHONE_TAKEN', users_email_unique: 'EMAIL_TAKEN' }, write);
