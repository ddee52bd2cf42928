import type { Database } from '../database.ts';

/** Builds statements once per database: building their SQL takes longer than running them. */
export function preparedOnce<Statements extends object>(
  build: (db: Database) => Statements,
): (db: Database) => Statements {
  const built = new WeakMap<Database, Statements>();
  return (db) => {
    const known = built.get(db) ?? build(db);
    built.set(db, known);
    return known;
  };
}
