import { createHash } from 'node:crypto';
import { Client, type QueryConfig } from 'pg';

/** Texts that a connection keeps prepared: what it may hold stays a few megabytes. */
const MOST = 300;

/**
 * A connection that has PostgreSQL keep each parameterised statement, so that it is read and planned once, not at each
 * call. Statements past the first 300 texts are asked as before: a list in a query makes one text for each of its lengths.
 * Decision 8.
 */
export class NamedClient extends Client {
  constructor(config?: ConstructorParameters<typeof Client>[0]) {
    super(config);
    const names = new Map<string, string>();
    const ask = this.query.bind(this) as (...args: unknown[]) => unknown;
    const askByName = (config: unknown, values: unknown, ...rest: unknown[]) =>
      ask(
        isUnnamed(config) && Array.isArray(values) && values.length > 0 ? named(config, names) : config,
        values,
        ...rest,
      );
    this.query = askByName as typeof this.query;
  }
}

const isUnnamed = (config: unknown): config is QueryConfig =>
  typeof config === 'object' &&
  config !== null &&
  'text' in config &&
  typeof config.text === 'string' &&
  !('submit' in config) &&
  (!('name' in config) || config.name === undefined);

function named(config: QueryConfig, names: Map<string, string>): QueryConfig {
  const known = names.get(config.text);
  if (known === undefined && names.size >= MOST) return config;
  const name = known ?? createHash('sha256').update(config.text).digest('base64url').slice(0, 32);
  if (known === undefined) names.set(config.text, name);
  return { ...config, name };
}
