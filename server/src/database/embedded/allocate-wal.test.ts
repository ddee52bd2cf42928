import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './start.ts';

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'amasin-test-')));
  // PostgreSQL's account must be able to enter it.
  chmodSync(folder, 0o755);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts PostgreSQL, counts the WAL segments that are allocated but not used yet, and stops it. */
async function countSegmentsAhead(): Promise<number> {
  const database = await startEmbeddedPostgres({
    dataDir: join(folder, 'data'),
    shelter: join(folder, 'shelter'),
    log: () => undefined,
  });
  const client = new pg.Client(database.connection);
  await client.connect();
  try {
    const { rows } = await client.query(
      'SELECT count(*)::int AS ahead FROM pg_ls_waldir() WHERE name > pg_walfile_name(pg_current_wal_lsn())',
    );
    return rows[0].ahead;
  } finally {
    await client.end();
    await database.stop();
  }
}

it('a new cluster has segments to write on a full disk, and keeps them', async () => {
  expect(await countSegmentsAhead()).toBeGreaterThanOrEqual(4);
  expect(await countSegmentsAhead()).toBeGreaterThanOrEqual(4);
});
