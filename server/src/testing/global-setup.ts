import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import type { ProvidedContext } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../database/embedded/start.ts';
import { migrateDatabase } from '../database/migrate.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * A PostgreSQL server (URL of any database on it), the migrated database that each test file copies, and how: copying its
     * files takes half as long, but its checkpoint waits for the disk where PostgreSQL syncs.
     */
    postgres: { url: string; template: string; strategy: 'file_copy' | 'wal_log' };
  }
}

/** One PostgreSQL for the whole run: the embedded one or TEST_DATABASE_URL. Its template is migrated once. */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : mkdtempSync(join(tmpdir(), 'amasin-test-'));
  const embedded =
    folder === null
      ? null
      : await startEmbeddedPostgres({
          dataDir: folder,
          durable: false,
          log: () => {},
        });
  const url = given ?? embedded?.url ?? '';
  const template = `amasin_template_${process.pid}`;

  // scripts/last-release.mjs gives one that later code has migrated.
  const { TEST_TEMPLATE = 'template0' } = process.env;
  await admin(url, `create database ${template} template ${TEST_TEMPLATE} encoding 'UTF8'`);
  const pool = new Pool({ connectionString: withDatabase(url, template) });
  await migrateDatabase(pool);
  await pool.end();
  project.provide('postgres', { url, template, strategy: embedded === null ? 'wal_log' : 'file_copy' });

  return async () => {
    if (embedded === null) await admin(url, `drop database if exists ${template} with (force)`);
    await embedded?.stop();
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  };
}

/** Creates a database as a copy of the migrated one. */
export function copyTemplate(
  { url, template, strategy }: ProvidedContext['postgres'],
  database: string,
): Promise<void> {
  return admin(url, `create database ${database} template ${template} strategy ${strategy}`);
}

/** The URL of another database on the same server. */
export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Runs one statement outside a transaction. */
export async function admin(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
