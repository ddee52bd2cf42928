import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { consentVersions } from '@amasin/domain/users/consent.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { users } from '../database/schema/users.ts';
import { outsideDemo } from '../env.fixture.ts';
import { endMoneyHold, findMoneyHold } from '../payments/queries.ts';
import { hasWithdrawn } from '../people/consent-queries.ts';
import { version } from '../settings/version.ts';
import { keepRemovedPeople, readListed, removedPeopleFile } from '../start/removed-people.ts';
import { backupPath, KEY, removeBackups, restoreInto, rewriteBackup, save } from '../testing/backup.ts';
import { fillBasket, openPayment, place, providerDoes } from '../testing/pay.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { startTestApp, type TestApp, type Visitor } from '../testing/test-app.ts';
import { storeTestFile } from '../testing/upload.ts';
import { backup, restore, verify } from './backups.ts';
import { forgetRemoved } from './forget-removed.ts';
import { holdMoney } from './money.ts';
import { tryRestore } from './try-restore.ts';

// Each restore is a process and a database: `npm run test:long -- --only restore` runs it.

let server: TestApp;
let env: Record<string, string>;
let output: string;

function settingsOf(app: TestApp): Record<string, string> {
  const DATA_DIR = makeDataFolder();
  symlinkSync(app.filesFolder, join(DATA_DIR, 'files'));
  const DATABASE_URL = String(app.pool.options.connectionString);
  return { ...outsideDemo, PAYMENT_PROVIDER: 'none', DATABASE_URL, DATA_DIR, BACKUP_KEY: KEY };
}

beforeAll(async () => {
  server = await startTestApp();
  await storeTestFile(server, { boundAt: server.clock.now() });
  env = settingsOf(server);
});
beforeEach(() => {
  use(env);
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.mocked(process.stdout.write).mockRestore();
});
afterAll(async () => {
  await server.close();
  await endPrograms();
  removeBackups();
});

function use(settings: Record<string, string>): void {
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(key, value);
}

const lastBackup = () => JSON.parse(readFileSync(join(String(env.DATA_DIR), 'last-backup.json'), 'utf8'));

describe('a backup', () => {
  it('in a folder is named by its date; a number of them is kept, and what was cut is removed', async () => {
    const folder = dirname(backupPath());
    const old = ['amasin-2026-01-01T02-30-00Z.age', 'amasin-2026-01-02T02-30-00Z.age'];
    const cut = 'amasin-2026-01-03T02-30-00Z.age.partial';
    for (const name of [...old, cut, 'notes.txt']) writeFileSync(join(folder, name), '');
    utimesSync(join(folder, cut), 0, 0);
    await backup(folder, { keep: '2' });
    const [second, made = '', notes] = readdirSync(folder).sort();
    expect([second, notes]).toEqual([old[1], 'notes.txt']);
    expect(made).toMatch(/^amasin-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.age$/);
    expect(output).toContain(`Sauvegardes plus anciennes, effacées : ${old[0]}.\n`);
    const { finishedAt, bytes } = lastBackup();
    expect(bytes).toBe(readFileSync(join(folder, made)).length);
    expect(new Date(finishedAt).toISOString()).toBe(finishedAt);
    await expect(backup(backupPath(), { keep: '2' })).rejects.toThrow('--keep demande un dossier');
    await expect(backup(folder, { keep: '0' })).rejects.toThrow('--keep : un nombre entier est attendu.');
  });

  it('that lacks a file is kept, removes no other, and says which is missing', async () => {
    const app = await startTestApp();
    await buildUser(app.db, { type: 'customer' });
    const lost = await storeTestFile(app, { boundAt: app.clock.now() });
    // Its row is still there: it was not swept.
    const unused = await storeTestFile(app);
    for (const { key } of [lost, unused]) await app.ctx.files.remove(key);
    use(settingsOf(app));
    const folder = dirname(backupPath());
    writeFileSync(join(folder, 'amasin-2026-01-01T02-30-00Z.age'), '');
    await expect(backup(folder, { keep: '1' })).rejects.toThrow(
      /^Sauvegarde incomplète : 2 fichiers sur 2 n’ont plus que leur ligne \(([\w-]+), ([\w-]+)\)\. DATA_DIR ou S3_BUCKET désignent-ils le bon endroit \?/,
    );
    expect(readdirSync(folder)).toHaveLength(2);
    expect(readdirSync(String(process.env.DATA_DIR))).not.toContain('last-backup.json');
    await backup(backupPath(), { knownLost: '2' });
    expect(readdirSync(String(process.env.DATA_DIR))).toContain('last-backup.json');
    await app.close();
  });

  it('goes to the standard output alone, and fails in one line when nobody reads it', async () => {
    const path = backupPath();
    const child = spawn(process.execPath, ['server/src/cli/main.ts', 'backup', '-'], {
      env: { PATH: process.env.PATH, TMPDIR: tmpdir(), ...env },
      stdio: ['ignore', openSync(path, 'w'), 'pipe'],
    });
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });
    const closed = run('command', { env, args: ['backup', '-'] });
    closed.closeOutput();
    const [[code], unread] = await Promise.all([once(child, 'close'), closed.ended]);
    expect(code).toBe(0);
    expect(said).toMatch(/^Sauvegarde faite\. Lignes : \d+, fichiers : 1, taille : /m);
    await verify(path);
    expect(unread.code).toBe(1);
    expect(unread.stderr).toMatch(
      /^La sauvegarde n’a pas été faite \([^\n]*EPIPE\) : rien n’a été changé\.\n$/,
    );
  });
});

it('a command whose output nobody reads does its work', async () => {
  const program = run('command', { env, args: ['list-staff'] });
  program.closeOutput();
  expect(await program.ended).toMatchObject({ code: 0, stderr: '' });
});

describe('verify-backup', () => {
  it('compares everything without a database', async () => {
    const path = backupPath();
    await save(server, path);
    vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none');
    await verify(path);
    expect(output).toMatch(/^Sauvegarde du .+ entière \(Amasin [\d.]+\)\. Lignes : \d+, fichiers : 1\.\n$/);
    expect(output).toContain(version);
    const plain = backupPath();
    await save(server, plain, { key: null });
    await verify(plain);
    expect(output).toContain('Elle n’est pas chiffrée, et rien ne prouve qui l’a écrite.\n');
  });

  type Change = (name: string, bytes: Buffer) => Buffer | null;
  const damages: [string, Change, string][] = [
    [
      'a changed row',
      (name, bytes) => (name === 'tables/files/1' ? Buffer.from(bytes.toString().replace(/\d/, 'x')) : bytes),
      'Ce qui a été lu n’est pas ce qui avait été sauvegardé',
    ],
    [
      'a missing table',
      (name, bytes) => (name.startsWith('tables/files/') ? null : bytes),
      'Ce qui a été lu n’est pas ce qui avait été sauvegardé',
    ],
    [
      'a file that nobody counted',
      (name, bytes) => {
        if (name !== 'sums.json') return name.startsWith('files/') ? null : bytes;
        return Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), files: [] }));
      },
      'Les fichiers de cette sauvegarde ne sont pas ceux de ses lignes',
    ],
  ];
  it.each(damages)('refuses %s', async (_, change, message) => {
    const path = backupPath();
    await save(server, path);
    await expect(verify(await rewriteBackup(path, change))).rejects.toThrow(message);
  });
});

it('try-restore restores beside, compares, and leaves nothing', async () => {
  const path = backupPath();
  await save(server, path);
  const folder = mkdtempSync(join(tmpdir(), 'amasin-try-'));
  vi.stubEnv('TMPDIR', folder);
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none');
  await tryRestore(path);
  expect(output).toMatch(/^Restauration réussie en \d+ s dans une base provisoire, effacée depuis\.$/m);
  expect(output).toMatch(/^Tables comparées : \d+, lignes : \d+, fichiers : 1\.$/m);
  expect(output).toMatch(/^Comptes : 1, commandes : 0, la dernière : aucune\.$/m);
  expect(readdirSync(folder)).toEqual([]);
  rmSync(folder, { recursive: true });
});

describe('a person who was removed after the backup', () => {
  let app: TestApp;
  let admin: Visitor;
  let customer: Visitor;
  let path: string;
  let list: string;

  beforeEach(async () => {
    app = await startTestApp();
    [admin, customer] = [
      await app.signIn('superAdmin'),
      await app.signIn('customer', { name: 'Afi Dossou' }),
    ];
    path = backupPath();
    list = removedPeopleFile(makeDataFolder());
  });
  afterEach(() => app.close());

  const namesIn = async ({ pool }: TestApp) =>
    (await pool.query('select name from users where type = $1', ['customer'])).rows.map(({ name }) => name);

  it('is in a list outside the database, and forgotten again', async () => {
    await save(app, path);
    const kept = await keepRemovedPeople(app.db, list, app.ctx.log);
    expect((await app.call(admin, 'DELETE', `/users/${customer.row.id}`)).status).toBe(204);
    await kept.stop();
    expect((await readListed(list)).map(({ id }) => id)).toEqual([customer.row.id]);

    const restored = await startTestApp();
    use(settingsOf(restored));
    copyFileSync(list, removedPeopleFile(String(process.env.DATA_DIR)));
    await restore(path, {});
    await forgetRemoved(list);
    expect(await namesIn(restored)).toEqual([]);
    expect(output.match(/supprimés de nouveau : \d/g)).toEqual([
      'supprimés de nouveau : 1',
      'supprimés de nouveau : 0',
    ]);
    // A restored database writes no list before its money is resumed; then it has the same person once.
    const next = removedPeopleFile(makeDataFolder());
    const listed = async (path: string) => {
      await (await keepRemovedPeople(restored.db, path, app.ctx.log)).stop();
      return (await readListed(path)).map(({ id }) => id);
    };
    expect([await listed(next), await listed(list)]).toEqual([[], [customer.row.id]]);
    await endMoneyHold(restored.db, app.clock.now());
    expect(await listed(next)).toEqual([customer.row.id]);
    expect(await listed(list)).toEqual([customer.row.id]);
    expect(readFileSync(list, 'utf8').trim().split('\n')).toHaveLength(1);
    await restored.close();
  });

  it('gets back neither an old password nor a consent that was withdrawn since', async () => {
    await app.call(customer, 'POST', '/users/me/consents', {
      purpose: 'health',
      version: consentVersions.health,
    });
    await save(app, path);
    app.clock.advance(60);
    const kept = await keepRemovedPeople(app.db, list, app.ctx.log);
    expect((await app.call(customer, 'DELETE', '/users/me/consents/health')).status).toBe(204);
    await app.call(admin, 'PUT', `/users/${customer.row.id}`, { password: 'nouveau' });
    await kept.stop();
    expect((await readListed(list)).map(({ id, what }) => [id, what])).toEqual([
      [customer.row.id, 'consent'],
      [customer.row.id, 'password'],
    ]);

    const restored = await startTestApp();
    use(settingsOf(restored));
    copyFileSync(list, removedPeopleFile(String(process.env.DATA_DIR)));
    await restore(path, {});
    const again = () => output.match(/(?:n’ouvre plus|retirés de nouveau) : \d/g);
    expect(again()).toEqual(['n’ouvre plus : 1', 'retirés de nouveau : 1']);
    const found = await restored.db.select().from(users).where(eq(users.id, customer.row.id));
    expect(found[0]?.passwordHash).not.toBe(customer.row.passwordHash);
    expect(await hasWithdrawn(restored.db, customer.row.id, 'health')).toBe(true);
    output = '';
    await forgetRemoved(list);
    expect(again()).toEqual(['n’ouvre plus : 0', 'retirés de nouveau : 0']);
    await restored.close();
  });

  it('gets back no account that was disabled since, unless it was enabled again', async () => {
    const [gone, back] = [await app.signIn('supervisor'), await app.signIn('agent')];
    await save(app, path);
    app.clock.advance(60);
    const kept = await keepRemovedPeople(app.db, list, app.ctx.log);
    const turn = async ({ row }: Visitor, active: boolean) => {
      app.clock.advance(60);
      const { status } = await app.call(admin, 'PATCH', `/users/${row.id}/toggle-active`, { active });
      expect(status).toBe(200);
    };
    for (const who of [gone, back]) await turn(who, false);
    await turn(back, true);
    await kept.stop();

    const restored = await startTestApp();
    use(settingsOf(restored));
    copyFileSync(list, removedPeopleFile(String(process.env.DATA_DIR)));
    await restore(path, {});
    const isActive = async ({ row }: Visitor) =>
      (await restored.db.select().from(users).where(eq(users.id, row.id)))[0]?.active;
    expect([await isActive(gone), await isActive(back)]).toEqual([false, true]);
    // Whoever enables it afterwards is right.
    await restored.call(await restored.signIn('superAdmin'), 'PATCH', `/users/${gone.row.id}/toggle-active`, {
      active: true,
    });
    await forgetRemoved(list);
    expect(await isActive(gone)).toBe(true);
    expect(output.match(/désactivés de nouveau : \d/g)).toEqual([
      'désactivés de nouveau : 1',
      'désactivés de nouveau : 0',
    ]);
    await restored.close();
  });

  it('waits while the restored database has an open order of theirs', async () => {
    const { order } = await fillBasket(app);
    const { transactionId } = await openPayment(app, customer, { order });
    await providerDoes(app, transactionId, 'approve');
    expect((await place(app, customer, order, transactionId)).status).toBe(200);
    await save(app, path);
    const restored = await startTestApp();
    await restoreInto(restored, path);
    writeFileSync(list, `2026-11-20T11:00:00.000Z ${customer.row.id}\n`);
    use(settingsOf(restored));
    await forgetRemoved(list);
    expect(output).toContain(`Le compte ${customer.row.id} attend : `);
    expect(await namesIn(restored)).toEqual(['Afi Dossou']);
    await restored.close();
  });

  it('a list that cannot be read removes nobody', async () => {
    await expect(forgetRemoved(join(dirname(list), 'nothing'))).rejects.toThrow(
      /^La liste des comptes supprimés ne peut pas être lue \(ENOENT.*\) : aucun compte n’a été supprimé\.$/,
    );
  });
});

it('hold-money makes money wait in a database that was restored by other means', async () => {
  const app = await startTestApp();
  use(settingsOf(app));
  await holdMoney({ since: '2026-11-20T10:30:00+01:00' });
  expect(await findMoneyHold(app.db)).toEqual({ backupAt: new Date('2026-11-20T09:30:00.000Z') });
  expect(output).toContain('npm run amasin -- reconcile --since 2026-11-20T10:30:00+01:00\n');
  await app.close();
});
