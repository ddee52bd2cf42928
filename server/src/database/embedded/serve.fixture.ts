import pg from 'pg';
import type { EmbeddedConnection } from './home.ts';
import { type EmbeddedOptions, startEmbeddedPostgres } from './start.ts';

/**
 * A server that only runs its database, for tests that need a second process. Takes its options as JSON in
 * the first argument, commits `word`, prints one line of JSON and stops on SIGTERM, or immediately with
 * `once`.
 */
export type FixtureReport =
  | {
      started: true;
      connection: EmbeddedConnection;
      fresh: boolean;
      uid: number | undefined;
      lines: string[];
    }
  | { started: false; message: string };

const { once, word, ...options }: Omit<EmbeddedOptions, 'log'> & { once?: boolean; word?: string } =
  JSON.parse(process.argv[2] ?? '{}');
const lines: string[] = [];

try {
  const database = await startEmbeddedPostgres({
    ...options,
    log: (line) => lines.push(line),
  });
  const client = new pg.Client(database.connection);
  await client.connect();
  await client.query('CREATE TABLE IF NOT EXISTS words (word text)');
  await client.query('INSERT INTO words VALUES ($1)', [word]);
  await client.end();
  const { connection, fresh } = database;
  if (once) await database.stop();
  else process.once('SIGTERM', () => database.stop());
  report({ started: true, connection, fresh, uid: process.getuid?.(), lines });
} catch (error) {
  report({ started: false, message: (error as Error).message });
}

function report(value: FixtureReport): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}
