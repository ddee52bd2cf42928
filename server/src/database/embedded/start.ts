import { realpathSync } from 'node:fs';
import pg from 'pg';
import { OperatorError } from '../../settings/operator-error.ts';
import { createCluster, runCluster } from './cluster.ts';
import {
  chooseEndpoint,
  connectionTo,
  DATABASE,
  type EmbeddedConnection,
  locateBinaries,
  makePassage,
  prepareHome,
  removeSocketFolder,
  type Transport,
  urlTo,
  usualTransport,
} from './home.ts';
import { lockFolder, readPostmaster, takeOver } from './lock.ts';

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
  /** Data and programs go there when PostgreSQL's account cannot enter our folders. */
  shelter?: string;
  /** Waits this long for a stopping server to release the folder, ms. */
  patience?: number;
  /** A port and a password instead of the socket, as on systems without sockets. */
  transport?: Transport;
  /** PostgreSQL's program folder, when it is not that of the npm package. */
  native?: string;
};

/**
 * Starts the PostgreSQL from npm, with its data under `dataDir`.
 * @throws OperatorError with one French line: unknown platform, folder in use, no permission
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log, durable = true, shelter = '/var/lib/amasin', transport = usualTransport } = options;
  const native = options.native ?? locateBinaries();
  const dataDir = openDataFolder(options.dataDir);
  const opened = new AsyncDisposableStack();
  try {
    const lock = await lockFolder(dataDir, options.patience ?? 3_000);
    opened.defer(() => lock.release());
    const home = prepareHome({ dataDir, native, shelter, log });
    const formerHost = readPostmaster(home.cluster)?.host;
    await takeOver(home.cluster, log);
    if (formerHost !== undefined) removeSocketFolder(formerHost);
    const endpoint = await chooseEndpoint(transport, dataDir, home.account);
    opened.defer(() => removeSocketFolder(endpoint.host));
    await createCluster(home, transport, durable);
    const cluster = await runCluster({ home, endpoint, transport, durable, log });
    opened.defer(() => cluster.stop());
    const fresh = await createDatabase(connectionTo(endpoint, 'postgres'));
    let stopped: Promise<void> | undefined;
    return {
      connection: connectionTo(endpoint, DATABASE),
      url: urlTo(endpoint),
      fresh,
      stop: () => (stopped ??= opened.disposeAsync()),
    };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

function openDataFolder(dataDir: string): string {
  try {
    makePassage(dataDir);
    // The real path: one folder may have several names.
    return realpathSync(dataDir);
  } catch (error) {
    throw new OperatorError(
      `Le dossier de données ${dataDir} ne peut pas être ouvert (${(error as Error).message}) : changez DATA_DIR.`,
      { cause: error },
    );
  }
}

/** Creates the database unless it exists: the first start may have been interrupted before. @returns whether it did */
async function createDatabase(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount) return false;
    await client.query(`CREATE DATABASE ${DATABASE}`);
    return true;
  } finally {
    await client.end();
  }
}
