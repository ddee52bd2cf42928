import { createHash } from 'node:crypto';
import { Client, type QueryConfig } from 'pg';

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
        isUnnamed(config) && Array.isArray(values) ? named(config, names) : config,
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

function named(config: QueryConfig, names: Map<string, string>): QueryConfig {
  const knownName = names.get(config.text);
  if (knownName === undefined && (names.size >= MAX_STATEMENTS || !PREPARABLE.test(config.text)))
    return config;
  const name = knownName ?? createHash('sha256').update(config.text).digest('base64url').slice(0, 32);
  if (knownName === undefined) names.set(config.text, name);
  return { ...config, name };
}
