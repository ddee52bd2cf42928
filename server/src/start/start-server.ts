import type { Env } from '../env.ts';
import { lateLog } from './log.ts';
import { openStore } from './open-store.ts';
import type { RunningServer } from './serve.ts';

/** Starts the whole product: database, demo data if needed, API, web and repeated jobs. */
export async function startServer(env: Env, print: (line: string) => void): Promise<RunningServer> {
  const log = lateLog();
  const opening = openStore(env, print, (error) => log.warn({ err: error }, 'database connection lost'));
  // The rest is loaded while PostgreSQL starts.
  const [store, { serve }] = await Promise.all([opening, import('./serve.ts')]);
  return serve(store, env, { print, log });
}
