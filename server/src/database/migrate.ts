import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';
import { allowLongStatements } from './pool.ts';

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number unused by other advisory locks: "Amas" in ASCII. */
const LOCK = 0x416d6173;

/** Migrates the schema. Servers that start together wait for the lock; the second has nothing to migrate. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await allowLongStatements(client);
    await client.query('set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    // Always ends the session, which releases the lock and resets the settings.
    client.release(true);
  }
}
