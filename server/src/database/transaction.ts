import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from './database.ts';
import { isWorthRetrying } from './errors.ts';

const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction. After a deadlock or serialisation failure it is retried, up to five
 * attempts, with a short random pause. Locks are taken in the order users, payments, prescriptions, orders,
 * ledger.
 */
export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const failures: unknown[] = [];
    try {
      return await db.transaction((tx) =>
        work(tx).catch((error) => {
          failures.push(error);
          throw error;
        }),
      );
    } catch (last) {
      // On a lost connection the rollback fails as well and would hide the original error.
      const [error = last] = failures;
      if (attempt === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}
