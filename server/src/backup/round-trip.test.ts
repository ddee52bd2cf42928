import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { buildUser } from '../builders/user.ts';
import { openDatabase } from '../database/database.ts';
import { migrateDatabase, migrationsFolder } from '../database/migrate.ts';
import { files as fileRows } from '../database/schema/files.ts';
import { codes } from '../database/schema/sessions.ts';
import { users } from '../database/schema/users.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { backupPath, bytesOf, contentOf, KEY, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { admin, withDatabase } from '../testing/global-setup.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { storeTestFile } from '../testing/upload.ts';
import { openBackup } from './archive.ts';
import { notSaved } from './queries.ts';
import { verifyBackup } from './verify.ts';

let source: TestApp;
let target: TestApp;
/** The content at the time of the backup. */
let content: Record<string, unknown>;
const path = backupPath();

beforeAll(async () => {
  [source, target] = await Promise.all([startTestApp(), startTestApp()]);
  await fillDemo(source.ctx);
  // Special characters of COPY's text format.
  const name = 'Ligne 1\nligne 2\ttab \\N \\. \\x41 "guillemets" \u2028 Dèhouè 🛵';
  await buildUser(source.db, { type: 'customer', name, address: '' });
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  removeBackups();
});

async function buy(server: TestApp): Promise<string> {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  await providerDoes(server, transactionId, 'approve');
  const placed = await place(server, customer, order, transactionId);
  expect(placed.status).toBe(200);
  const { rows } = await server.pool.query('select max(number) as number from orders');
  return rows[0].number;
}

it('restores every row and every file unchanged', async () => {
  await source.call(null, 'POST', '/auth/login', { identifier: '0197000001', password: 'non' });
  const progress: [number, number][] = [];
  const saved = await save(source, path, { onProgress: (...step) => progress.push(step) });
  content = await contentOf(source.pool);
  const bytes = bytesOf(source.filesFolder);
  expect(saved).toMatchObject({ lost: [], removed: [] });
  expect(saved.files.length).toBe(bytes.size);
  expect(bytes.size).toBeGreaterThan(3);
  const all = saved.files.length + saved.tables.reduce((sum, { rows }) => sum + rows, 0);
  expect(progress.at(-1)).toEqual([all, all]);

  let read = 0;
  const restored = await restoreInto(target, path, {
    onRead: (size) => {
      read += size;
    },
  });
  const rows = [...restored.tables.values()].reduce((sum, count) => sum + count, 0);
  expect([restored.files.size, rows, restored.lost]).toEqual([bytes.size, all - bytes.size, []]);
  expect(read).toBeGreaterThan(0);
  expect(await contentOf(target.pool)).toEqual(content);
  expect(bytesOf(target.filesFolder)).toEqual(bytes);
  // The numbers of the other database could be some that this one has not reached.
  const { rows: entries } = await target.pool.query(
    'select count(distinct xact)::int as n, max(xact::text::bigint) < pg_current_xact_id()::text::bigint as "isOver" from entries',
  );
  expect(entries).toEqual([{ n: 1, isOver: true }]);
  await expectInvariants(target.db);
});

it('writes one private file; without a key, tar can list it', async () => {
  expect(readdirSync(dirname(path))).toEqual(['amasin.backup']);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const plain = backupPath();
  await save(source, plain, { key: null });
  const listed = execFileSync('tar', ['tzf', plain], { encoding: 'utf8', stdio: 'pipe' }).trim().split('\n');
  expect(listed[0]).toBe('manifest.json');
  expect(listed.at(-1)).toBe('sums.json');
  expect(listed).toContain('tables/users/1');
});

it('the restored product works: sign-in, order numbers and constraints', async () => {
  const credentials = { identifier: 'docteur@amasin.demo', password: 'demo-amasin' };
  expect((await target.call(null, 'POST', '/auth/admin-login', credentials)).status).toBe(200);
  expect(await buy(target)).toBe(await buy(source));
  await expectInvariants(target.db);
  await expect(target.db.execute(sql`delete from journals`)).rejects.toThrow();
  await expect(target.db.delete(users)).rejects.toThrow();
});

it('revives no session, code or count of tries', async () => {
  const [busy, empty] = await Promise.all([startTestApp(), startTestApp()]);
  const customer = await busy.signIn('customer');
  await busy.db.insert(codes).values({
    subject: 'a telephone',
    requestHash: 'a request',
    codeHash: 'hash',
    attemptsLeft: 5,
    expiresAt: busy.clock.now(),
  });
  await busy.call(null, 'POST', '/auth/login', { identifier: customer.row.phone, password: 'faux' });
  const copy = backupPath();
  await save(busy, copy, { key: null });
  const listed = execFileSync('tar', ['tzf', copy], { encoding: 'utf8' });
  for (const table of notSaved) expect(listed).not.toContain(`tables/${table}/`);
  await restoreInto(empty, copy, { allowPlain: true });
  expect((await busy.call(customer, 'GET', '/auth/me')).status).toBe(200);
  expect((await empty.call(customer, 'GET', '/auth/me')).status).toBe(401);
  for (const table of ['sessions', 'codes', 'tries']) {
    expect((await busy.pool.query(`select from ${table}`)).rowCount).toBeGreaterThan(0);
    expect((await empty.pool.query(`select from ${table}`)).rowCount).toBe(0);
  }
  await Promise.all([busy.close(), empty.close()]);
});

it('contains a consistent snapshot despite concurrent writes', async () => {
  const busy = await startTestApp();
  const empty = await startTestApp();
  const copy = backupPath();
  await buy(busy);
  await storeTestFile(busy);
  const swept = await storeTestFile(busy);
  const lost = await storeTestFile(busy, { boundAt: busy.clock.now() });
  const before = await contentOf(busy.pool);
  // The first file is read after the snapshot is taken and before any table.
  let isFirst = true;
  const read = async (key: string) => {
    if (isFirst) {
      isFirst = false;
      await buy(busy);
      await storeTestFile(busy);
      await busy.db.delete(fileRows).where(sql`key = ${swept.key}`);
      for (const { key: gone } of [swept, lost]) await busy.ctx.files.remove(gone);
    }
    return busy.ctx.files.read(key);
  };
  const saved = await save(busy, copy, { files: { ...busy.ctx.files, read } });
  expect(saved).toMatchObject({ removed: [swept.key], lost: [lost.key] });
  expect(saved.files).toHaveLength(1);

  expect(await restoreInto(empty, copy)).toMatchObject({
    files: new Set(saved.files.map(({ key }) => key)),
    lost: [lost.key],
  });
  const { files, ...rest } = await contentOf(empty.pool);
  const { files: filesBefore, ...restBefore } = before;
  expect(rest).toEqual(restBefore);
  expect(files).toEqual((filesBefore as string[]).filter((row) => !row.includes(swept.key)));
  await expectInvariants(empty.db);
  await Promise.all([busy.close(), empty.close()]);
});

it('an erased file is neither saved nor lost', async () => {
  const keeping = await startTestApp();
  const empty = await startTestApp();
  const copy = backupPath();
  const at = keeping.clock.now();
  const kept = await storeTestFile(keeping, { boundAt: at });
  await storeTestFile(keeping, { boundAt: at, erasedAt: at });
  const saved = await save(keeping, copy);
  expect([saved.files.map(({ key }) => key), saved.lost]).toEqual([[kept.key], []]);
  expect((await verifyBackup(await openBackup(copy, { key: KEY, allowPlain: false }))).lost).toEqual([]);
  expect((await restoreInto(empty, copy)).lost).toEqual([]);
  expect((await contentOf(empty.pool)).files).toEqual((await contentOf(keeping.pool)).files);
  await Promise.all([keeping.close(), empty.close()]);
});

it('splits a large table into parts at row boundaries', async () => {
  const [large, empty] = await Promise.all([startTestApp(), startTestApp()]);
  const reader = await buildUser(large.db, { type: 'customer' });
  await large.pool.query(
    `insert into notifications (id, user_id, title, message, created_at)
     select gen_random_uuid(), $1, 'Titre ' || n, repeat(n || ' é' || chr(10), 200), now()
     from generate_series(1, 4000) n`,
    [reader.id],
  );
  const copy = backupPath();
  await save(large, copy, { key: null });
  const listed = execFileSync('tar', ['tzf', copy], { encoding: 'utf8' });
  expect(listed).toContain('tables/notifications/4');
  await restoreInto(empty, copy, { allowPlain: true });
  expect(await contentOf(empty.pool)).toEqual(await contentOf(large.pool));
  await Promise.all([large.close(), empty.close()]);
});

it('an aborted backup leaves no file; an existing file is never overwritten; an unwritable path is rejected', async () => {
  const stopped = backupPath();
  const stopping = new AbortController();
  const read = vi.fn(async (key: string) => {
    stopping.abort();
    return source.ctx.files.read(key);
  });
  const files = { ...source.ctx.files, read };
  await expect(save(source, stopped, { files, signal: stopping.signal })).rejects.toThrow();
  expect(read).toHaveBeenCalledOnce();
  expect(readdirSync(dirname(stopped))).toEqual([]);

  const before = statSync(path);
  await expect(save(source, path)).rejects.toThrow(
    `${path} existe déjà : une sauvegarde ne remplace aucun fichier.`,
  );
  expect(statSync(path)).toMatchObject({ size: before.size, mtimeMs: before.mtimeMs });
  await expect(save(source, '/nowhere/at/all')).rejects.toThrow(
    /^Le fichier ne peut pas être écrit \(ENOENT/,
  );
});

it('leaves no file when the database or the store fails', async () => {
  const broken = backupPath();
  const read = () => Promise.reject(new Error('EIO: i/o error'));
  await expect(save(source, broken, { files: { ...source.ctx.files, read } })).rejects.toThrow(
    'La sauvegarde n’a pas été faite (EIO: i/o error) : rien n’a été changé.',
  );
  const kill = async () => {
    await source.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    return source.ctx.files.read('not-there');
  };
  await expect(save(source, broken, { files: { ...source.ctx.files, read: kill } })).rejects.toThrow(
    /^La sauvegarde n’a pas été faite \(.+\) : rien n’a été changé\.$/,
  );
  expect(existsSync(broken) || existsSync(`${broken}.partial`)).toBe(false);
});

it('restoring needs only the rights of the database owner', async () => {
  const { url } = inject('postgres');
  const name = `amasin_owner_${randomBytes(4).toString('hex')}`;
  await admin(url, `create role ${name}`);
  await admin(url, `create database ${name} owner ${name} template template0 encoding 'UTF8'`);
  const ownUrl = withDatabase(url, name);
  // Only a superuser may create this extension.
  await admin(ownUrl, 'create extension earthdistance cascade');
  const config = { connectionString: ownUrl, options: `-c role=${name}` };
  const { pool, close } = openDatabase(config, () => {});
  await migrateDatabase(pool);
  await restoreInto(target, path, { pool });
  expect(await contentOf(pool)).toEqual(content);
  await close();
  await admin(url, `drop database ${name} with (force)`);
  await admin(url, `drop role ${name}`);
});

describe('an older version', () => {
  /** A copy of the migrations with one more, as the next version of the product has. */
  function migrationsOfNextVersion(sql: string): { folder: string; when: number } {
    const folder = mkdtempSync(join(tmpdir(), 'amasin-migrations-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    cpSync(migrationsFolder, folder, { recursive: true });
    const path = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(path, 'utf8'));
    const last = journal.entries.at(-1);
    const next = { ...last, idx: last.idx + 1, when: last.when + 1, tag: 'next' };
    writeFileSync(path, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
    writeFileSync(join(folder, 'next.sql'), sql);
    return { folder, when: next.when };
  }

  it('migrates a backup of an older version on restore', async () => {
    const [old, target] = await Promise.all([startTestApp(), startTestApp()]);
    onTestFinished(async () => {
      await Promise.all([old.close(), target.close()]);
    });
    await buildZone(old.db, { label: 'Cotonou – 1er' });
    const path = backupPath();
    await save(old, path);
    const { constraints, triggers, routines, indexes } = await contentOf(old.pool);

    const { folder, when } = migrationsOfNextVersion(
      "ALTER TABLE zones ADD COLUMN note text; --> statement-breakpoint\nUPDATE zones SET note = 'de ' || label;",
    );
    await restoreInto(target, path, { migrations: folder });

    const { rows } = await target.pool.query('select note from zones');
    expect(rows).toEqual([{ note: 'de Cotonou – 1er' }]);
    const restored = await contentOf(target.pool);
    expect(restored).toMatchObject({ constraints, triggers, routines, indexes });
    expect(restored.migrations).toEqual(expect.arrayContaining([expect.stringContaining(String(when))]));
  });
});
