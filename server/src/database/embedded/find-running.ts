import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { connectionTo, DATABASE, type EmbeddedConnection, passwordFile } from './endpoint.ts';
import { findPostmasters, readPostmaster } from './postmaster.ts';
import { clusterFolder } from './prepare-home.ts';

/**
 * For commands run while the server is running: the connection to its database for this data folder, or
 * undefined when no server is running and the command may start the database itself.
 */
export function findRunningPostgres(dataDir: string): EmbeddedConnection | undefined {
  if (!existsSync(dataDir)) return undefined;
  const folder = realpathSync(dataDir);
  const cluster = clusterFolder(folder);
  const postmaster = readPostmaster(cluster);
  if (!postmaster?.ready || !findPostmasters(cluster).includes(postmaster.pid)) return undefined;
  const { host, port } = postmaster;
  if (isAbsolute(host)) return connectionTo({ host, port }, DATABASE);
  return connectionTo({ host, port, password: readFileSync(passwordFile(folder), 'utf8') }, DATABASE);
}
