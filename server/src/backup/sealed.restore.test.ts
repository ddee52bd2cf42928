import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Decrypter, Encrypter } from 'age-encryption';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { codes } from '../database/schema/sessions.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { outsideDemo } from '../env.fixture.ts';
import { backupPath, contentOf, KEY, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openBackup } from './archive.ts';
import { notSaved } from './queries.ts';

vi.setConfig({ testTimeout: 240_000 });

/** What age encrypts at a time, with its authentication code, bytes. */
const CHUNK = 64 * 1024 + 16;

let source: TestApp;
const encrypted = backupPath();
const plain = backupPath();

beforeAll(async () => {
  source = await startTestApp();
  await fillDemo(source.ctx);
  await save(source, encrypted);
  await save(source, plain, { key: null });
});
afterAll(async () => {
  await source.close();
  await endPrograms();
  removeBackups();
});

it('shows nothing of what it contains, and any tool for age opens it with the key', async () => {
  const bytes = readFileSync(encrypted);
  expect(bytes.includes('manifest.json')).toBe(false);
  expect(bytes.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(KEY);
  const opened = backupPath();
  writeFileSync(opened, await decrypter.decrypt(bytes));
  const target = await startTestApp();
  await restoreInto(target, opened, { allowPlain: true });
  expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  await target.close();
});

it('opens only with its own key', async () => {
  await expect(openBackup(encrypted, { allowPlain: true })).rejects.toThrow(
    'Cette sauvegarde est chiffrée : indiquez sa clé dans BACKUP_KEY.',
  );
  await expect(openBackup(encrypted, { key: KEY.toUpperCase(), allowPlain: true })).rejects.toThrow(
    'La clé de BACKUP_KEY n’est pas celle de cette sauvegarde, ou son début a été modifié : rien n’a été changé.',
  );
});

it('is refused when its parts are reordered or repeated, or when another file is encrypted with the key', async () => {
  const bytes = readFileSync(encrypted);
  expect(bytes.length).toBeGreaterThan(3 * CHUNK);
  const start = bytes.indexOf('\n', bytes.indexOf('\n--- ') + 1) + 1 + 16;
  const [first, second] = [0, 1].map((n) => bytes.subarray(start + n * CHUNK, start + (n + 1) * CHUNK));
  const encrypter = new Encrypter();
  encrypter.setPassphrase(KEY);
  encrypter.setScryptWorkFactor(10);
  const altered = {
    reordered: [bytes.subarray(0, start), second!, first!, bytes.subarray(start + 2 * CHUNK)],
    repeated: [bytes.subarray(0, start + CHUNK), first!, bytes.subarray(start + CHUNK)],
    'without a part': [bytes.subarray(0, start), bytes.subarray(start + CHUNK)],
    'without the last parts': [bytes.subarray(0, start + 2 * CHUNK)],
    'another file': [await encrypter.encrypt('not a backup')],
  };
  for (const [name, parts] of Object.entries(altered)) {
    const path = backupPath();
    writeFileSync(path, Buffer.concat(parts));
    await expect(openBackup(path, { key: KEY, allowPlain: true }), name).rejects.toThrow(
      'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.',
    );
  }
});

it('a plain backup is restored only when the operator says so, whether a key is set or not', async () => {
  for (const key of [KEY, undefined]) {
    await expect(openBackup(plain, { key, allowPlain: false })).rejects.toThrow(
      /^Cette sauvegarde n’est pas chiffrée, .+ ajoutez --plain\. Rien n’a été changé\.$/,
    );
  }
  const target = await startTestApp();
  await restoreInto(target, plain, { allowPlain: true });
  expect(await contentOf(target.pool)).toEqual(await contentOf(source.pool));
  await target.close();
});

it('a backup of before, which contains sessions, codes and tries, revives none of them', async () => {
  const [old, target] = await Promise.all([startTestApp(), startTestApp()]);
  const customer = await old.signIn('customer');
  await old.db.insert(codes).values({
    subject: 'a telephone',
    requestHash: 'a request',
    codeHash: 'hash',
    attemptsLeft: 5,
    expiresAt: old.clock.now(),
  });
  await old.call(null, 'POST', '/auth/login', { identifier: customer.row.phone, password: 'faux' });
  const path = backupPath();
  await save(old, path, { leaveOut: [], key: null });

  const restored = await restoreInto(target, path, { allowPlain: true });
  expect(restored.manifest.tables.map(({ name }) => name)).toEqual(expect.arrayContaining([...notSaved]));
  expect((await old.call(customer, 'GET', '/auth/me')).status).toBe(200);
  expect((await target.call(customer, 'GET', '/auth/me')).status).toBe(401);
  for (const table of notSaved) {
    expect((await target.pool.query(`select from ${table}`)).rowCount, table).toBe(0);
  }
  expect(await contentOf(target.pool)).toEqual(await contentOf(old.pool));
  await Promise.all([old.close(), target.close()]);
});

it('the commands: no plain backup outside the demonstration, and the way to restore one', async () => {
  const DATA_DIR = makeDataFolder();
  const demo = { DATA_DIR };
  expect(await run('command', { env: demo, args: ['demo'] }).ended).toMatchObject({ code: 0 });
  const production = {
    DATA_DIR,
    PAYMENT_PROVIDER: 'none',
    ...outsideDemo,
  };
  const path = backupPath();
  expect(await run('command', { env: production, args: ['backup', path] }).ended).toMatchObject({
    code: 1,
    stderr:
      'Réglage BACKUP_KEY manquant : hors démonstration, une sauvegarde est chiffrée (npm run amasin -- backup-key en crée la clé). Rien n’a été sauvegardé.\n',
  });
  expect(readdirSync(dirname(path))).toEqual([]);
  expect(await run('command', { env: demo, args: ['backup', path] }).ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('Sans BACKUP_KEY, elle est en clair'),
  });
  const empty = { DATA_DIR: makeDataFolder() };
  expect(await run('command', { env: empty, args: ['restore', path] }).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ajoutez --plain'),
  });
  expect(readdirSync(empty.DATA_DIR)).toEqual([]);
  expect(await run('command', { env: empty, args: ['restore', '--plain', path] }).ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('restaurée'),
  });
});
