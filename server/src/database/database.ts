import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { ClientBase, Pool, PoolConfig } from 'pg';
import { endWhenSilentInUse, NamedClient, ReusingPool, SILENT_MS } from './pool.ts';

/** The database or an open transaction: queries work on both. */
export type Database = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | '$with' | 'with'
> & {
  readonly $client: Pool | ClientBase;
};

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** Limits for a statement, waiting for a lock and an idle transaction, ms. */
const timeouts = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Opens a pool. A lost or silent connection is logged and replaced; it never ends the process. */
export function openDatabase(
  config: PoolConfig,
  onError: (error: Error) => void,
  { silentMs = SILENT_MS } = {},
): OpenDatabase {
  const pool = new ReusingPool({
    connectionTimeoutMillis: 5_000,
    // Idle connections are kept with their plans. On a full disk PostgreSQL often cannot open another one: it writes a file first.
    idleTimeoutMillis: 0,
    // Without it, a network may forget them without a word.
    keepAlive: true,
    keepAliveInitialDelayMillis: 60_000,
    application_name: 'amasin',
    Client: NamedClient,
    // Lets `together` send statements without waiting for the response of the one before.
    pipeline: true,
    ...timeouts,
    ...config,
  });
  // Connections closed by our own shutdown are not reported.
  const report = (error: Error) => {
    if (!pool.ending) onError(error);
  };
  pool.on('error', report);
  pool.on('connect', (client) => {
    // A checked-out client emits its own errors; without a listener they would end Node.
    client.on('error', report);
  });
  endWhenSilentInUse(pool, silentMs);
  return { db: drizzle(pool), pool, close: () => pool.end() };
}
