import type { Env } from '../env.ts';
import { lateLog } from './log.ts';
import { openStore } from './open-store.ts';
import type { RunningServer } from './serve.ts';

/** A database on another machine, or one that starts with ours, is waited for this long, ms. */
const DATABASE_WAIT_MS = 60_000;

/**
 * Starts the whole product: database, demo data if needed, API, web and repeated jobs.
 * @param signal ends the waiting for a database that does not respond
 */
export async function startServer(
  env: Env,
  print: (line: string) => void,
  signal?: AbortSignal,
): Promise<RunningServer> {
  const log = lateLog();
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  // The rest is loaded while PostgreSQL starts, but before it is connected to: loading holds up the event loop, and a connection
  // would time out on a busy machine.
  const loading = import('./serve.ts');
  const opening = { print, onError, loading, waitMs: DATABASE_WAIT_MS, ...(signal && { signal }) };
  const [store, { serve }] = await Promise.all([openStore(env, opening), loading]);
  return serve(store, env, { print, log });
}
