import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, count, eq, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';

/** A removed person keeps a row, for those who look back, and no telephone. */
export const standing = isNotNull(users.phone);

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

export async function findUser(db: Database, id: string): Promise<UserRow | null> {
  const [row] = await db.select().from(users).where(eq(users.id, id));
  return row ?? null;
}

/** The person, whose row nobody changes until the transaction ends; several may hold it so at once. */
export async function lockUser(tx: Database, id: string): Promise<UserRow | null> {
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

/** The person, whose row this transaction is about to change: it alone holds it. */
export async function holdUser(tx: Database, id: string): Promise<UserRow | null> {
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
