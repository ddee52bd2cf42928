import { realpathSync, rmSync } from 'node:fs';
import pg from 'pg';
import { createCluster } from './create-cluster.ts';
import {
  chooseEndpoint,
  connectionTo,
  DATABASE,
  type EmbeddedConnection,
  type Transport,
  urlTo,
  usualTransport,
} from './endpoint.ts';
import { locateBinaries } from './locate-binaries.ts';
import { lockFolder } from './lock-folder.ts';
import { makePassage, prepareHome } from './prepare-home.ts';
import { runCluster } from './run-cluster.ts';
import { EmbeddedStartError } from './start-error.ts';
import { takeOver } from './take-over.ts';
import { allocateWal } from './wal/allocate-wal.ts';

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
