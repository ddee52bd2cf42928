import type { UserType } from '@amasin/domain/users/user-type.ts';
import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { type UserRow, users } from '../database/schema/users.ts';

const frenchOrder = [sql`${users.name} collate "french"`, users.id] as const;

/** Everybody of a type, in French order of names. */
export function findUsersOfType(db: Database, type: UserType): Promise<UserRow[]> {
  return db
    .select()
    .from(users)
    .where(eq(users.type, type))
    .orderBy(...frenchOrder);
}

/** Those of a type who can be assigned: active, and a pharmacy also partner (RULES 9). */
export function findAssignable(
  db: Database,
  type: UserType,
): Promise<Pick<UserRow, 'id' | 'name' | 'phone'>[]> {
  return db
    .select({ id: users.id, name: users.name, phone: users.phone })
    .from(users)
    .where(
      and(
        eq(users.type, type),
        eq(users.active, true),
        or(ne(users.type, 'pharmacy'), eq(users.isPartner, true)),
      ),
    )
    .orderBy(...frenchOrder);
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
