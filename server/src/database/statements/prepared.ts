import type { Database } from '../database.ts';
import { inNextMicrotask } from '../transaction.ts';

/**
 * Builds statements once per database, or per connection of a transaction: building their SQL takes longer than running them. Each
 * is sent after the queries that were called before it.
 */
export function preparedOnce<Statements extends object>(
  build: (db: Database) => Statements,
): (db: Database) => Statements {
  const built = new WeakMap<Database, Statements>();
  return (db) => {
    const known = built.get(db) ?? executedInNextMicrotask(build(db));
    built.set(db, known);
    return known;
  };
}

interface Statement {
  execute(values?: Record<string, unknown>): Promise<unknown>;
}

function executedInNextMicrotask<Statements extends object>(statements: Statements): Statements {
  for (const one of Object.values(statements)) {
    if (!isStatement(one)) continue;
    const send = one.execute.bind(one);
    one.execute = (values) => inNextMicrotask(() => send(values));
  }
  return statements;
}

const isStatement = (one: unknown): one is Statement =>
  typeof one === 'object' && one !== null && 'execute' in one && typeof one.execute === 'function';
