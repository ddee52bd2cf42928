import type { Pool, PoolConfig } from 'pg';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { findRunningPostgres } from '../database/embedded/lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/start.ts';
import { migrateDatabase } from '../database/migrate.ts';
import type { Env } from '../env.ts';
import { OperatorError } from '../settings/operator-error.ts';
import { reasonOf } from './log.ts';

export interface Store extends OpenDatabase {
  /** True for the embedded database, which may be filled with demo data. */
  readonly isEmbedded: boolean;
  /** Stops the embedded database that this process started, without closing the pool first. */
  stopEmbedded(): Promise<void>;
}

type StoreEnv = Pick<Env, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_CONNECTIONS'>;

/**
 * Opens and migrates the configured database: DATABASE_URL, else the embedded one.
 * @param loading the database is connected to only after this
 */
export async function openStore(
  env: StoreEnv,
  print: (line: string) => void,
  onError: (error: Error) => void,
  loading?: Promise<unknown>,
): Promise<Store> {
  const isEmbedded = env.DATABASE_URL === undefined;
  const embedded = isEmbedded ? await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: print }) : null;
  await loading;
  const config = embedded?.connection ?? { connectionString: env.DATABASE_URL ?? '' };
  return connect(embedded, { ...config, max: env.DATABASE_CONNECTIONS }, onError);
}

/**
 * Opens and migrates it for a command while the server may be running: connects to a running embedded database instead
 * of starting it.
 */
export async function openStoreBeside(
  env: StoreEnv,
  print: (line: string) => void,
  onError: (error: Error) => void,
): Promise<Store> {
  const running = env.DATABASE_URL === undefined ? findRunningPostgres(env.DATA_DIR) : undefined;
  if (running === undefined) return openStore(env, print, onError);
  return connect(null, { ...running, max: env.DATABASE_CONNECTIONS }, onError);
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
    if (config.connectionString !== undefined) await checkConnection(opened.pool);
    await migrateDatabase(opened.pool);
  } catch (error) {
    await close();
    throw error;
  }
  return { ...opened, isEmbedded: embedded !== null, stopEmbedded: async () => embedded?.stop(), close };
}

/** @throws Error with one line for the operator, without the URL, which may contain a password */
async function checkConnection(pool: Pool): Promise<void> {
  try {
    (await pool.connect()).release();
  } catch (error) {
    throw new OperatorError(
      `Réglage DATABASE_URL : cette base ne peut pas être ouverte (${reasonOf(error)}).`,
      {
        cause: error,
      },
    );
  }
}
