import type { Pool, PoolConfig } from 'pg';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { findRunningPostgres } from '../database/embedded/find-running.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/start-embedded.ts';
import { migrateDatabase } from '../database/migrate.ts';
import type { Env } from '../env.ts';
import { reasonOf } from './reason-of.ts';

export interface Store extends OpenDatabase {
  /** The embedded database was used (whatever is in it is ours to fill). */
  readonly isEmbedded: boolean;
  /** Ends an embedded database of ours under whatever is still at work with it. */
  stopEmbedded(): Promise<void>;
}

/** Opens the database of the settings, embedded unless DATABASE_URL names one, with its schema up to date. */
export async function openStore(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  say: (line: string) => void,
  onError: (error: Error) => void,
): Promise<Store> {
  const isEmbedded = env.DATABASE_URL === undefined;
  const embedded = isEmbedded ? await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: say }) : null;
  return connect(embedded, embedded?.connection ?? { connectionString: env.DATABASE_URL ?? '' }, onError);
}

/** The same for a command, which may run beside the server: an embedded database that is up is used, not started. */
export async function openStoreBeside(
  env: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>,
  say: (line: string) => void,
  onError: (error: Error) => void,
): Promise<Store> {
  const running = env.DATABASE_URL === undefined ? findRunningPostgres(env.DATA_DIR) : undefined;
  return running === undefined ? openStore(env, say, onError) : connect(null, running, onError);
}

async function connect(
  embedded: EmbeddedPostgres | null,
  config: PoolConfig,
  onError: (error: Error) => void,
): Promise<Store> {
  const opened = openDatabase(config, onError);
  const close = async () => {
    await opened.close();
    await embedded?.stop();
  };
  try {
    if (config.connectionString !== undefined) await reach(opened.pool);
    await migrateDatabase(opened.pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...opened, isEmbedded: embedded !== null, stopEmbedded: async () => embedded?.stop(), close };
}

/** @throws Error with one line for the operator, without the address: it may hold a password */
async function reach(pool: Pool): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    throw new Error(`Réglage DATABASE_URL : cette base ne peut pas être ouverte (${reasonOf(error)}).`, {
      cause: error,
    });
  }
}
