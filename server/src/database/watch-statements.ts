import type { Pool, PoolClient } from 'pg';

/**
 * Observes each statement of the connections that the pool opens from now on.
 * @param onStart receives what is sent; returns what runs at its end
 */
export function watchStatements(pool: Pool, onStart: (text: string) => () => void): void {
  pool.on('connect', (client: PoolClient) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    client.query = ((...args: unknown[]) => {
      const [given] = args;
      const end = onStart(typeof given === 'string' ? given : String(Object(given).text ?? ''));
      const result = query(...args);
      if (result instanceof Promise) result.then(end, end);
      return result;
    }) as typeof client.query;
  });
}
