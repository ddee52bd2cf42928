import { count, inArray } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { users } from '../database/schema/users.ts';
import { demoAccounts } from './accounts.ts';

/** Whether the database has no users. */
export async function isEmpty(db: Database): Promise<boolean> {
  const [found] = await db.select({ n: count() }).from(users);
  return found?.n === 0;
}

/**
 * Whether the database has the demo accounts. Compares e-mails only: the phones of the
 * demo customers may belong to real users.
 */
export async function hasDemoAccounts(db: Database): Promise<boolean> {
  const printed = demoAccounts.map(({ identifier }) => identifier);
  const found = await db.select({ id: users.id }).from(users).where(inArray(users.email, printed)).limit(1);
  return found.length > 0;
}
