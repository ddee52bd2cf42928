import type { Socket } from 'node:net';
import type { Client, Pool } from 'pg';

/**
 * How long a connection may be silent, ms. More than any statement (5 s) or idle transaction (10 s) takes, so the
 * server is frozen or unreachable, and does not enforce its own limits.
 */
export const SILENT_MS = 12_000;

// pg declares a stream; it is a TCP, TLS or Unix socket.
const socketOf = ({ connection }: Client) => connection.stream as Socket;

/**
 * Destroys the connection after `limitMs` without a byte from or to the server. Its pending queries fail as an
 * outage. A late response cannot reach another query, because the connection is never used again.
 */
export function endWhenSilent(client: Client, limitMs = SILENT_MS): void {
  const socket = socketOf(client);
  socket.setTimeout(limitMs, () => socket.destroy(silent()));
}

/** The same for the connections of a pool while they are in use: idle ones are kept. */
export function endWhenSilentInUse(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy(silent()));
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(limitMs));
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}

/** The same for a connection that is usually idle: asks the server before each limit. */
export function askWhenSilent(client: Client, limitMs = SILENT_MS): void {
  const socket = socketOf(client);
  let isAsking = false;
  socket.setTimeout(limitMs / 2).on('timeout', () => {
    if (isAsking) return void socket.destroy(silent());
    isAsking = true;
    client.query('select 1').then(
      () => {
        isAsking = false;
      },
      // The connection is lost, which its own events report.
      () => {},
    );
  });
}

/** For statements that take as long as they need, such as migrations. */
export async function allowLongStatements(client: Client): Promise<void> {
  socketOf(client).setTimeout(0);
  await client.query('set statement_timeout = 0');
}

const silent = () => Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' });
