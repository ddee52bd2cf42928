import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Client } from 'pg';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { backupPath, KEY, removeBackups } from '../testing/backup.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, makeDataFolder, run, startProduct } from '../testing/run-product.ts';

afterAll(async () => {
  await endPrograms();
  removeBackups();
});

const LINE = /^Sauvegarde faite : (\S+)\. Lignes : (\d+), fichiers : (\d+), taille : [\d,]+ Mo\.$/m;
const path = backupPath();
const BACKUP_KEY = KEY;

it('backs up a running server, restores the backup elsewhere, and backs up again without a running server', async () => {
  const DATA_DIR = makeDataFolder();
  const product = await startProduct({ DATA_DIR });
  const saved = await run('command', { env: { DATA_DIR, BACKUP_KEY }, args: ['backup', path] }).ended;
  expect(saved).toMatchObject({ code: 0, stderr: '' });
  expect(saved.output).toContain('Elle est chiffrée et scellée par BACKUP_KEY');
  const [, , rows, files] = LINE.exec(saved.output) ?? [];
  expect(Number(rows)).toBeGreaterThan(100);

  await product.kill('SIGTERM');

  const other = { DATA_DIR: makeDataFolder(), BACKUP_KEY };
  const restored = await run('command', { env: other, args: ['restore', path] }).ended;
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect(restored.output).toMatch(
    new RegExp(`^Sauvegarde du .+ restaurée\\. Lignes : ${rows}, fichiers : ${files}\\.$`, 'm'),
  );

  const moved = await startProduct(other);
  const credentials = { identifier: '0197000001', password: 'demo-amasin' };
  expect((await moved.call('POST', '/auth/login', credentials)).status).toBe(200);
  await moved.kill('SIGTERM');

  rmSync(join(other.DATA_DIR, 'files'), { recursive: true });
  expect(await run('command', { env: other, args: ['backup', backupPath()] }).ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('Sauvegarde faite'),
    stderr: expect.stringContaining(
      `Sauvegarde incomplète : ${files} fichiers sur ${files} n’ont plus que leur ligne (`,
    ),
  });
});

it('rejects the backup of an empty database; the restore of an invalid file creates no database', async () => {
  const nothing = await run('command', { args: ['backup', backupPath()] }).ended;
  expect(nothing).toMatchObject({
    code: 1,
    stderr:
      'Cette base n’a aucun compte : rien n’a été sauvegardé. DATA_DIR et DATABASE_URL désignent-ils la bonne ?\n',
  });
  const DATA_DIR = makeDataFolder();
  const refused = await run('command', { env: { DATA_DIR }, args: ['restore', 'README.md'] }).ended;
  expect(refused).toEqual({
    code: 1,
    output: '',
    stderr:
      'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.\n',
  });
  expect(readdirSync(DATA_DIR)).toEqual([]);
});

it('Ctrl-C ends a backup that waits for a lock and leaves no partial file', async () => {
  const { url } = inject('postgres');
  const name = `amasin_locked_${randomBytes(4).toString('hex')}`;
  await copyTemplate(inject('postgres'), name);
  const DATABASE_URL = withDatabase(url, name);
  const holder = new Client({ connectionString: DATABASE_URL });
  await holder.connect();
  await holder.query(
    `insert into users (id, type, name, phone, created_at)
     values (gen_random_uuid(), 'customer', 'Afi', '+2290195000001', now())`,
  );
  await holder.query('begin; lock table notifications');
  const watcher = new Client({ connectionString: DATABASE_URL });
  await watcher.connect();
  const waiting = async () => {
    const { rowCount } = await watcher.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rowCount;
  };
  const blocked = backupPath();
  const program = run('command', { env: { DATABASE_URL, DEMO: '1' }, args: ['backup', blocked] });
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 60_000, interval: 50 });
  expect(existsSync(`${blocked}.partial`)).toBe(true);
  expect(await program.kill('SIGINT')).toMatchObject({ code: 130, stderr: '' });
  expect(readdirSync(dirname(blocked))).toEqual([]);
  await Promise.all([holder.end(), watcher.end()]);
  await admin(url, `drop database ${name} with (force)`);
});
