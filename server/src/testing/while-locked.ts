import type { Pool } from 'pg';
import { vi } from 'vitest';

interface Held<T> {
  /** What an open transaction has done. */
  readonly first: { readonly text: string; readonly values: readonly unknown[] };
  /** What then waits for a row of it. */
  readonly second: () => Promise<T>;
  /** What happens while it waits, with the process of the one that waits; without it the transaction commits. */
  readonly meanwhile?: (waiting: number) => Promise<unknown>;
}

/** Has `second` begin while a transaction that has done `first` is still open, and gives what becomes of it. */
export async function whileLocked<T>(pool: Pool, { first, second, meanwhile }: Held<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(first.text, [...first.values]);
    const running = second();
    const findWaiting = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0] === undefined) throw new Error('nobody waits for the open transaction');
      return rows[0].pid;
    };
    const waiting = await vi.waitFor(findWaiting, { timeout: 60_000, interval: 5 });
    if (meanwhile) await meanwhile(waiting);
    else await client.query('commit');
    return await running;
  } finally {
    // Of a transaction that has ended, nothing.
    await client.query('rollback');
    client.release();
  }
}
