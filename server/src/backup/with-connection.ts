import { Client, type Pool } from 'pg';
import { endWhenSilent, optionsOf } from '../database/pool.ts';

/**
 * Runs work on a connection of its own, as COPY needs one without pipelining, and ends the session afterwards, which rolls
 * back uncommitted changes.
 * @param signal closes the connection when aborted, even during a query
 */
export async function withConnection<T>(
  pool: Pool,
  signal: AbortSignal | undefined,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const client = new Client(optionsOf(pool));
  // The statement that fails with the connection reports it.
  client.on('error', () => undefined);
  await client.connect();
  endWhenSilent(client);
  // The end is not awaited: a frozen server would not answer.
  const disconnect = () => void client.end();
  signal?.addEventListener('abort', disconnect);
  try {
    signal?.throwIfAborted();
    return await work(client);
  } finally {
    signal?.removeEventListener('abort', disconnect);
    disconnect();
  }
}
