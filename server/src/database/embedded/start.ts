import { realpathSync, rmSync } from 'node:fs';
import type { Client } from 'pg';
import pg from 'pg';
import { createCluster, runCluster } from './cluster.ts';
import {
  chooseEndpoint,
  connectionTo,
  DATABASE,
  type EmbeddedConnection,
  EmbeddedStartError,
  locateBinaries,
  makePassage,
  prepareHome,
  type Transport,
  urlTo,
  usualTransport,
} from './home.ts';
import { lockFolder, takeOver } from './lock.ts';

export type EmbeddedPostgres = {
  connection: EmbeddedConnection;
  url: string;
  /** True when this start created the database. */
  fresh: boolean;
  /** Stops PostgreSQL and releases the folder; idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  log: (line: string) => void;
  /** False for tests: nothing is synced to disk. */
  durable?: boolean;
  /** Where data and programs go when PostgreSQL's account cannot enter our folders. */
  shelter?: string;
  /** How long to wait for a stopping server to release the folder, ms. */
  patience?: number;
  /** A port and a password instead of the socket, as on systems without sockets. */
  transport?: Transport;
  /** PostgreSQL's program folder, when it is not that of the npm package. */
  native?: string;
};

/**
 * Starts the PostgreSQL from npm, with its data under `dataDir`.
 * @throws EmbeddedStartError with one French line: unknown platform, folder in use, no permission
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, shelter = '/var/lib/amasin', transport = usualTransport() } = options;
  const native = options.native ?? locateBinaries();
  const dataDir = openDataFolder(options.dataDir);
  const lock = await lockFolder(dataDir, options.patience ?? 3_000);
  try {
    const home = prepareHome({ dataDir, native, shelter, log });
    await takeOver(home.cluster, log);
    const endpoint = await chooseEndpoint(transport, dataDir, home.account);
    await createCluster(home, transport, durable);
    const cluster = await runCluster({
      home,
      endpoint,
      transport,
      durable,
      log,
    });
    const stop = async () => {
      await cluster.stop();
      if (transport === 'socket') rmSync(endpoint.host, { recursive: true, force: true });
      lock.release();
    };
    try {
      const fresh = await createDatabase(connectionTo(endpoint, 'postgres'), durable);
      let stopped: Promise<void> | undefined;
      return {
        connection: connectionTo(endpoint, DATABASE),
        url: urlTo(endpoint),
        fresh,
        stop: () => (stopped ??= stop()),
      };
    } catch (error) {
      await stop();
      throw error;
    }
  } catch (error) {
    lock.release();
    throw error;
  }
}

function openDataFolder(dataDir: string): string {
  try {
    makePassage(dataDir);
    // The real path: one folder may have several names.
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedStartError(
      `Le dossier de données ${dataDir} ne peut pas être ouvert (${(error as Error).message}) : changez DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Checked at every start, because the first one may have been interrupted before. */
async function createDatabase(connection: EmbeddedConnection, durable: boolean): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount) return false;
    if (durable) await allocateWal(client);
    await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } finally {
    await client.end();
  }
}

/** Segments of 16 MB. With the current one they are the 80 MB of `min_wal_size`, which checkpoints keep. */
const SEGMENTS_AHEAD = 4;

/**
 * Allocates WAL segments for a new cluster, as a long use would. On a full disk PostgreSQL crashes when it cannot
 * create the next segment, and does not start again until there is room.
 */
async function allocateWal(client: Client): Promise<void> {
  for (let n = 0; n < SEGMENTS_AHEAD; n += 1) {
    // A switch does nothing while the current segment is empty.
    await client.query(`SELECT pg_logical_emit_message(false, '', '')`);
    await client.query('SELECT pg_switch_wal()');
  }
  // Renames the finished segments to the next ones.
  await client.query('CHECKPOINT');
}
