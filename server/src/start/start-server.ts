import type { Env } from '../env.ts';
import { lateLog } from './log.ts';
import { openStore } from './open-store.ts';
import type { RunningServer } from './serve.ts';

/** Starts the whole product: database, demo data if needed, API, web and repeated jobs. */
export async function startServer(env: Env, print: (line: string) => void): Promise<RunningServer> {
  const log = lateLog();
  const onError = (error: Error) => log.warn({ err: error }, 'database connection lost');
  // The rest is loaded while PostgreSQL starts, but before it is connected to: loading holds up the event loop, and a connection
  // would time out on a busy machine.
  const loading = import('./serve.ts');
  const [store, { serve }] = await Promise.all([openStore(env, print, onError, loading), loading]);
  return serve(store, env, { print, log });
}
