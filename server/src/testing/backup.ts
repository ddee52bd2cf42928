import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Opening, openBackup, readArchive, writeArchive } from '../backup/archive.ts';
import { notSaved } from '../backup/queries.ts';
import { type Restoring, restoreBackup } from '../backup/restore.ts';
import { type Saving, writeBackup } from '../backup/write-backup.ts';
import type { TestApp } from './test-app.ts';

const folders: string[] = [];

/** Encrypts the backups of tests. */
export const KEY = 'a key of the tests, 32 bytes or more';

/** A path in a new folder; `removeBackups` deletes the folder. */
export function backupPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'amasin-backup-'));
  folders.push(folder);
  return join(folder, 'amasin.backup');
}

export function removeBackups(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
}

export function save(server: TestApp, path: string, change: Partial<Saving> = {}) {
  const { pool, clock } = server;
  return writeBackup(path, { pool, files: server.ctx.files, clock, key: KEY, ...change });
}

export async function restoreInto(server: TestApp, path: string, change: Partial<Restoring & Opening> = {}) {
  const { pool } = server;
  return restoreBackup(await openBackup(path, { key: KEY, allowPlain: false, ...change }), {
    pool,
    files: server.ctx.files,
    allowDemo: true,
    ...change,
  });
}

/** Rewrites a backup with a valid seal and changed content; null omits an entry. */
export async function rewriteBackup(
  path: string,
  change: (name: string, bytes: Buffer) => Buffer | null,
): Promise<string> {
  const rewritten = backupPath();
  const source = await openBackup(path, { key: KEY, allowPlain: false });
  const file = await open(rewritten, 'wx');
  await writeArchive(file, KEY, async (add) => {
    for await (const { name, bytes } of readArchive(source, () => {})) {
      const changed = change(name, bytes);
      if (changed !== null) await add(name, changed);
    }
  });
  await file.close();
  return rewritten;
}

/** All rows that a backup saves, constraints, triggers, routines, indexes and migrations. */
export async function contentOf(pool: Pool): Promise<Record<string, unknown>> {
  const column = async (text: string) =>
    (await pool.query({ text, rowMode: 'array' })).rows.map(([it]) => it);
  const content: Record<string, unknown> = {
    constraints: await column(
      `select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
       where connamespace = 'public'::regnamespace order by 1`,
    ),
    triggers: await column(
      `select concat_ws(' ', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal order by 1`,
    ),
    routines: await column(
      `select concat_ws(' ', oid::regprocedure, md5(prosrc)) from pg_proc
       where pronamespace = 'public'::regnamespace order by 1`,
    ),
    indexes: await column(`select indexdef from pg_indexes where schemaname = 'public' order by 1`),
    migrations: await column('select created_at || hash from drizzle.__drizzle_migrations order by 1'),
  };
  for (const table of await column(
    `select tablename from pg_tables where schemaname = 'public' order by 1`,
  )) {
    // A restore writes that one itself (rule 43).
    if (notSaved.includes(table) || table === 'restores') continue;
    // The transaction that inserted an entry is another one after a restore.
    content[table] = await column(`select (to_jsonb(t) - 'xact')::text from ${table} t order by 1`);
  }
  return content;
}

/** The bytes of each file in this server's store, by path. */
export function bytesOf(filesFolder: string): Map<string, Buffer> {
  const names = existsSync(filesFolder)
    ? readdirSync(filesFolder, { recursive: true }).map(String).sort()
    : [];
  return new Map(
    names
      .filter((name) => statSync(join(filesFolder, name)).isFile())
      .map((name) => [name, readFileSync(join(filesFolder, name))]),
  );
}
