import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Pool } from 'pg';

const folder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nobody else locks on: « Amasin » in ASCII. */
const LOCK = 0x416d6173;

/** Brings the schema up to date. Servers that start together take turns: the second finds nothing left to do. */
export async function migrateDatabase(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0; set client_min_messages = warning');
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await migrate(drizzle(client), { migrationsFolder: folder });
  } finally {
    // Ends the session, and with it the lock and the settings, whatever happened.
    client.release(true);
  }
}
