import type { Pool, PoolClient } from 'pg';

/**
 * Gives work a connection of its own, and ends its session after it: what was not committed is undone.
 * @param signal aborted, it cuts the connection, whatever that waits for
 */
export async function withConnection<T>(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = await pool.connect();
  const cut = () => void client.end();
  signal?.addEventListener('abort', cut);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', cut);
    client.release(true);
  }
}
