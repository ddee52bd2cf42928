import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Pool, type PoolClient } from 'pg';
import type { Database } from './database.ts';
import { isConsequence, isWorthRetrying } from './errors.ts';

const MAX_ATTEMPTS = 5;

/**
 * Runs `work` in one transaction; inside another, as a part that alone is undone when it fails. After a deadlock or
 * serialisation failure a transaction is retried, up to five attempts, with a short random pause. Locks are taken in the
 * order users, payments, medicines, prescriptions, orders, ledger.
 */
export async function transact<T>(db: Database, work: (tx: Database) => Promise<T>): Promise<T> {
  if (inTransaction.has(db)) return savepoint(db, () => work(db));
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await onOneConnection(db, (tx) => runAndCommit(tx, () => work(tx)));
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isWorthRetrying(error)) throw error;
      await pause(Math.random() * 20 * attempt);
    }
  }
}

/** The connections with a transaction. */
const inTransaction = new WeakSet<Database>();

async function runAndCommit<T>(tx: Database, work: () => Promise<T>): Promise<T> {
  // The work may return a query of drizzle.
  const run = async () => work();
  inTransaction.add(tx);
  try {
    // It is sent at once, with the first statement of the work. Only a lost connection fails it, and then that statement too.
    const beginning = tx.$client.query('begin');
    const [, result] = await together(beginning, run());
    const { command } = await tx.execute(sql`commit`);
    if (command !== 'COMMIT') throw new Error('a failed statement was ignored, so nothing was committed');
    return result;
  } catch (error) {
    // On a lost connection this fails as well and would hide the original error.
    await tx.execute(sql`rollback`).catch(() => undefined);
    throw error;
  } finally {
    inTransaction.delete(tx);
  }
}

async function savepoint<T>(tx: Database, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint part`);
  try {
    const result = await work();
    await tx.execute(sql`release savepoint part`);
    return result;
  } catch (error) {
    // Both statements are needed, as the name may be that of a part around this one. On a lost connection they fail and would hide the
    // original error.
    await tx.execute(sql`rollback to savepoint part`).catch(() => undefined);
    await tx.execute(sql`release savepoint part`).catch(() => undefined);
    throw error;
  }
}

/** The database of each connection: what is built once for it (`preparedOnce`) serves all its transactions. */
const databases = new WeakMap<PoolClient, Database>();

/** Runs statements on one connection: those that `together` starts are sent at once. */
export async function onOneConnection<T>(db: Database, work: (db: Database) => Promise<T>): Promise<T> {
  if (!(db.$client instanceof Pool)) return work(db);
  const client = await db.$client.connect();
  const own = databases.get(client) ?? drizzle(client);
  databases.set(client, own);
  try {
    return await work(own);
  } finally {
    // One that could not be rolled back is closed.
    client.release(client.getTransactionStatus() !== 'I');
  }
}

/**
 * Awaits results of one connection that do not depend on each other: their statements are sent without waiting for each response,
 * and the first ones run in the order in which they were called. All are awaited, even after a failure: they would run after the rollback.
 * None may be a part of its own (`transact` in a transaction): the others would be undone with it.
 * @throws what failed first, not what failed because the transaction was already aborted
 */
export async function together<T extends readonly unknown[]>(
  ...started: { [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const results = await Promise.allSettled<unknown>(started);
  if (!started.every((one) => one instanceof Promise))
    throw new TypeError('a query of drizzle starts when it is awaited: await it in a function of its own');
  const reasons = results.flatMap((one) => (one.status === 'rejected' ? [{ error: one.reason }] : []));
  const failure = reasons.find(({ error }) => !isConsequence(error)) ?? reasons[0];
  if (failure !== undefined) throw failure.error;
  return results.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T;
}

/** Sends a prepared statement after what was called before it: drizzle sends any other query a microtask after its call. */
export const inNextMicrotask = <T>(send: () => Promise<T>): Promise<T> => Promise.resolve().then(send);
