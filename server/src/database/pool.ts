import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';
import { Client, type ClientBase, type ClientConfig, DatabaseError, Pool, type QueryConfig } from 'pg';

/**
 * A pool that keeps a connection after a statement that PostgreSQL has refused: a duplicate, a check, a timeout, no room on the
 * disk. The driver’s own closes it after every error, so that each refused row would cost a new connection.
 */
export class ReusingPool extends Pool {
  constructor(config: ConstructorParameters<typeof Pool>[0]) {
    super(config);
    const query = async (...args: unknown[]) => {
      const client = await this.connect();
      let failure: Error | undefined;
      try {
        return await Reflect.apply(client.query, client, args);
      } catch (error) {
        failure = error as Error;
        throw error;
      } finally {
        const isReusable = isRefusal(failure) && (hasParameters(args) || (await leaveTransaction(client)));
        client.release(isReusable ? undefined : failure);
      }
    };
    this.query = query as typeof this.query;
  }
}

/** After FATAL or PANIC PostgreSQL ends the connection; an error of the driver leaves it in an unknown state. */
const isRefusal = (error: Error | undefined) => error instanceof DatabaseError && error.severity === 'ERROR';

/** A text without parameters may be several statements, of which an earlier one has begun a transaction. */
const hasParameters = ([, values]: unknown[]) => Array.isArray(values) && values.length > 0;

/** Rolls back a transaction that the refused statements have begun. @returns false when the connection is still in one */
async function leaveTransaction(client: ClientBase): Promise<boolean> {
  try {
    // The status arrives after the error: it is known with the response to the next statement.
    await client.query('');
    if (client.getTransactionStatus() !== 'I') await client.query('rollback');
    return client.getTransactionStatus() === 'I';
  } catch {
    return false;
  }
}

/**
 * Returns the options by which a client outside of a pool connects like those in it. A spread leaves out the password, and
 * pipelining would delay the client's end.
 */
export const optionsOf = ({ options }: Pool): ClientConfig => ({
  ...options,
  password: options.password,
  pipeline: false,
});

/**
 * A connection may be silent for this long, ms. Any statement (5 s) or idle transaction (10 s) takes less, so the server is frozen
 * or unreachable, and does not enforce its own limits.
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

/** Destroys silent connections of a pool while they are in use: idle ones stay open. */
export function endWhenSilentInUse(pool: Pool, limitMs: number): void {
  pool.on('connect', (client) => {
    const socket = socketOf(client);
    socket.on('timeout', () => socket.destroy(silent()));
  });
  pool.on('acquire', (client) => socketOf(client).setTimeout(limitMs));
  pool.on('release', (_error, client) => socketOf(client).setTimeout(0));
}

/** Destroys a silent connection that is usually idle: it asks the server before each limit. */
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

/** Lets statements take as long as they need, such as those of migrations. */
export async function allowLongStatements(client: Client): Promise<void> {
  socketOf(client).setTimeout(0);
  await client.query('set statement_timeout = 0');
}

const silent = () => Object.assign(new Error('the database does not respond'), { code: 'ETIMEDOUT' });

/** Prepared statements per connection, to limit its memory to a few megabytes. */
const MAX_STATEMENTS = 300;

/** Several statements at once cannot be prepared, those of transactions and of the schema need not be. */
const PREPARABLE = /^\s*(?:select|with|insert|update|delete)\b[^;]*$/i;

/**
 * A client that uses a prepared statement for each text, so that it is parsed and planned once. After the first 300
 * texts, others run unprepared, because a list in a query produces another text for each length (decision 8). Statements
 * that are sent in the same tick share one write to the socket (decision 47).
 */
export class NamedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const names = new Map<string, string>();
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const queryByName = (config: unknown, values: unknown, ...rest: unknown[]) => {
      const { stream } = this.connection;
      stream.cork();
      process.nextTick(() => stream.uncork());
      return query(
        isUnnamed(config) && Array.isArray(values) ? withName(config, names) : config,
        values,
        ...rest,
      );
    };
    this.query = queryByName as typeof this.query;
  }
}

const isUnnamed = (config: unknown): config is QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('submit' in config) &&
  (!('name' in config) || !config.name);

function withName(config: QueryConfig, names: Map<string, string>): QueryConfig {
  const knownName = names.get(config.text);
  if (knownName === undefined && (names.size >= MAX_STATEMENTS || !PREPARABLE.test(config.text)))
    return config;
  const name = knownName ?? createHash('sha256').update(config.text).digest('base64url').slice(0, 32);
  if (knownName === undefined) names.set(config.text, name);
  return { ...config, name };
}
