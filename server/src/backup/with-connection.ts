import type { Pool, PoolClient } from 'pg';

/**
 * Runs work on its own connection and ends the session afterwards, which rolls back uncommitted changes.
 * @param signal closes the connection when aborted, even during a query
 */
export async function withConnection<T>(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  const disconnect = () => void client.end();
  signal?.addEventListener('abort', disconnect);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', disconnect);
    client.release(true);
  }
}
