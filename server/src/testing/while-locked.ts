import type { Pool } from 'pg';
import { vi } from 'vitest';

interface Options<T> {
  /** The statement of the open transaction. */
  readonly first: { readonly text: string; readonly values: readonly unknown[] };
  /** The call that then waits for its lock. */
  readonly second: () => Promise<T>;
  /** Runs while the call waits, with the pid of the waiting connection; default: commit. */
  readonly meanwhile?: (waiting: number) => Promise<unknown>;
}

/** Runs `second` while a transaction that ran `first` is still open, and returns its result. */
export async function whileLocked<T>(pool: Pool, { first, second, meanwhile }: Options<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(first.text, [...first.values]);
    const running = second();
    const findWaiting = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows[0] === undefined) throw new Error('no connection waits for the open transaction');
      return rows[0].pid;
    };
    const waiting = await vi.waitFor(findWaiting, { timeout: 60_000, interval: 5 });
    if (meanwhile) await meanwhile(waiting);
    await client.query('commit');
    return await running;
  } finally {
    // It has no effect after a commit.
    await client.query('rollback');
    client.release();
  }
}

/** Runs `run` while another transaction has the lock on this user that storing a row with a foreign key takes. */
export async function whileReferenced<T>(pool: Pool, userId: string, run: () => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('select from users where id = $1 for key share', [userId]);
    return await run();
  } finally {
    await client.query('rollback');
    client.release();
  }
}
