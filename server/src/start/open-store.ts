import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Client, type Pool, type PoolConfig } from 'pg';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { findRunningPostgres } from '../database/embedded/lock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../database/embedded/start.ts';
import { isOutage } from '../database/errors.ts';
import { foldAgain } from '../database/fold-queries.ts';
import { notifyChannel } from '../database/listen.ts';
import { migrateDatabase } from '../database/migrate.ts';
import { optionsOf } from '../database/pool.ts';
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

interface Opening {
  readonly print: (line: string) => void;
  /** Called when a connection is lost. */
  readonly onError: (error: Error) => void;
  /** False leaves the schema as it is. */
  readonly migrates?: boolean;
}

interface ServerOpening extends Opening {
  /** The database is connected to only after this. */
  readonly loading?: Promise<unknown>;
  /** Waits this long for the database of DATABASE_URL, which may start after us, ms. */
  readonly waitMs?: number;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** Opens and migrates the configured database: DATABASE_URL, else the embedded one. */
export async function openStore(env: StoreEnv, opening: ServerOpening): Promise<Store> {
  const isEmbedded = env.DATABASE_URL === undefined;
  const embedded = isEmbedded
    ? await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: opening.print })
    : null;
  await opening.loading;
  const config = embedded?.connection ?? { connectionString: env.DATABASE_URL ?? '' };
  return connect(embedded, { ...config, max: env.DATABASE_CONNECTIONS }, opening);
}

/**
 * Opens and migrates it for a command while the server may be running: connects to a running embedded database instead
 * of starting it.
 */
export async function openStoreBeside(env: StoreEnv, opening: Opening): Promise<Store> {
  const running = env.DATABASE_URL === undefined ? findRunningPostgres(env.DATA_DIR) : undefined;
  if (running === undefined) return openStore(env, opening);
  return connect(null, { ...running, max: env.DATABASE_CONNECTIONS }, opening);
}

async function connect(
  embedded: EmbeddedPostgres | null,
  config: PoolConfig,
  opening: ServerOpening,
): Promise<Store> {
  const opened = openDatabase(config, opening.onError);
  const close = async () => {
    await opened.close();
    await embedded?.stop();
  };
  try {
    if (config.connectionString !== undefined) {
      await checkConnection(opened.pool, opening);
      await refusePooler(opened);
    }
    if (opening.migrates ?? true) {
      await migrateDatabase(opened.pool);
      await foldAgain(opened.db);
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { ...opened, isEmbedded: embedded !== null, stopEmbedded: async () => embedded?.stop(), close };
}

/** The database that does not respond is asked again after this, ms. */
const AGAIN_MS = 500;

/**
 * Waits until the database accepts a connection, as it may start after us.
 * @throws Error with one line for the operator, without the URL, which may contain a password
 */
async function checkConnection(pool: Pool, { print, waitMs = 0, signal }: ServerOpening): Promise<void> {
  const until = performance.now() + waitMs;
  for (let isFirst = true; ; isFirst = false) {
    try {
      return (await pool.connect()).release();
    } catch (error) {
      if (/unsupported startup parameter/.test(reasonOf(error))) throw behindPooler(error);
      if (!isOutage(error) || performance.now() >= until || signal?.aborted) {
        throw new OperatorError(
          `Réglage DATABASE_URL : cette base ne peut pas être ouverte (${reasonOf(error)}).`,
          { cause: error },
        );
      }
      if (isFirst) {
        print(
          `La base de données ne répond pas encore (${reasonOf(error)}) : elle est attendue ${waitMs / 1000} s.`,
        );
      }
      await pause(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }
}

/** A notification arrives within milliseconds. */
const NOTIFY_LIMIT_MS = 3_000;

/**
 * Refuses a pooler that gives each transaction another connection: nobody would learn of changes, and prepared statements would
 * collide (decision 23).
 */
async function refusePooler({ db, pool }: OpenDatabase): Promise<void> {
  const channel = `amasin_probe_${randomUUID().slice(0, 8)}`;
  const listener = new Client(optionsOf(pool));
  const limit = new AbortController();
  listener.on('error', () => limit.abort());
  try {
    await listener.connect();
    await Promise.all([
      once(listener, 'notification', {
        signal: AbortSignal.any([limit.signal, AbortSignal.timeout(NOTIFY_LIMIT_MS)]),
      }),
      listener.query(`listen ${channel}`).then(() => notifyChannel(db, channel, '')),
    ]);
  } catch (error) {
    throw behindPooler(error);
  } finally {
    await listener.end().catch(() => undefined);
  }
}

const behindPooler = (cause: unknown) =>
  new OperatorError(
    'Réglage DATABASE_URL : ce n’est pas PostgreSQL qui répond, mais un répartiteur de connexions comme PgBouncer, qui perd les annonces de changements ; donnez l’adresse directe de la base, ou « pool_mode = session » avec « ignore_startup_parameters = statement_timeout, lock_timeout, idle_in_transaction_session_timeout ».',
    { cause },
  );
