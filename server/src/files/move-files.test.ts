import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { adopt, move } from '../cli/files.ts';
import { holdMoney } from '../cli/money.ts';
import { files } from '../database/schema/files.ts';
import { houseMark } from '../database/schema/house.ts';
import { outsideDemo } from '../env.fixture.ts';
import type { FileStore } from '../ports/file-store.ts';
import { backupPath, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { startS3Server } from '../testing/s3-server.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { smallPdf, storeTestFile } from '../testing/upload.ts';
import { folderStore } from './folder-store.ts';
import { requireOwnStore } from './house-mark.ts';
import { s3Store } from './s3-store.ts';
import { sweepBytes, sweepUnbound } from './sweep-files.ts';

let t: TestApp;
let s3: Awaited<ReturnType<typeof startS3Server>>;
let folder: FileStore;
let bucket: FileStore;
let dataDir: string;
let keys: string[];
let output: string;

beforeAll(async () => {
  t = await startTestApp();
});
afterAll(async () => {
  await t.close();
  await endPrograms();
});
beforeEach(async () => {
  s3 = await startS3Server();
  await t.db.delete(files);
  await t.db.delete(houseMark);
  dataDir = makeDataFolder();
  folder = folderStore(join(dataDir, 'files'));
  bucket = s3Store(s3.settings);
  const customer = await t.signIn('customer');
  const stored = { ownerId: customer.row.id, boundAt: t.clock.now() };
  keys = [];
  for (let n = 0; n < 3; n += 1) {
    const { key } = await storeTestFile(t, stored);
    await folder.write(key, smallPdf);
    keys.push(key);
  }
  use({ FILES: 'folder' });
  output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  return async () => {
    vi.unstubAllEnvs();
    vi.mocked(process.stdout.write).mockRestore();
    await s3.close();
  };
});

const settingsWith = (change: Record<string, string>) => ({
  ...outsideDemo,
  PAYMENT_PROVIDER: 'none',
  DATABASE_URL: String(t.pool.options.connectionString),
  DATA_DIR: dataDir,
  S3_ENDPOINT: s3.settings.endpoint,
  S3_BUCKET: s3.settings.bucket,
  S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
  ...change,
});

function use(change: Record<string, string>): void {
  for (const [name, value] of Object.entries(settingsWith(change))) vi.stubEnv(name, value);
}

const presentIn = async (store: FileStore) => {
  const found = await Promise.all(keys.map((key) => store.read(key)));
  return found.filter((bytes) => bytes !== null && Buffer.compare(bytes, smallPdf) === 0).length;
};
const check = (store: FileStore) => requireOwnStore({ ...t.ctx, files: store });
const ANOTHER = 'Ce stockage de fichiers est celui d’une autre maison.';
const LACKS = 'Ce stockage n’a pas les fichiers que cette base connaît.';

it('moves files to a bucket and back; repeated, it copies nothing, and it empties the source only when asked', async () => {
  await move('s3', {});
  expect(output).toContain('Fichiers copiés et comparés : 3, déjà là : 0.');
  expect([await presentIn(folder), await presentIn(bucket)]).toEqual([3, 3]);
  await expect(move('s3', { empty: true })).rejects.toThrow('--empty demande que le serveur lise déjà');
  use({ FILES: 's3' });
  await move('s3', { empty: true });
  expect(output).toContain('Fichiers copiés et comparés : 0, déjà là : 3, ôtés de l’ancien stockage : 3.');
  expect([await presentIn(folder), await presentIn(bucket)]).toEqual([0, 3]);
  await check(bucket);
  await move('folder', {});
  expect([await presentIn(folder), await presentIn(bucket)]).toEqual([3, 3]);
});

it('a restored database uses the bucket of its house, and erases nothing there until it has adopted it', async () => {
  for (const key of keys) await bucket.write(key, smallPdf);
  await bucket.writeMark('of-a-house');
  await t.db.insert(houseMark).values({ mark: 'of-a-house' });
  const path = backupPath();
  expect((await save(t, path, { files: bucket })).files).toHaveLength(3);
  const restored = await startTestApp({ files: bucket });
  for (const key of keys) await bucket.remove(key);
  await restoreInto(restored, path);
  expect(await presentIn(bucket)).toBe(3);
  // The house that goes on has taken this one since the backup, and one of the trial is abandoned.
  const later = 'uploaded-since-the-backup';
  await bucket.write(later, smallPdf);
  const { key: unbound } = await storeTestFile(restored, { createdAt: new Date('2026-11-20T08:00:00Z') });
  const nextCentury = { ...restored.ctx, clock: { now: () => new Date('2126-11-29T10:00:00Z') } };
  const sweep = async () => {
    await sweepUnbound(nextCentury);
    await sweepBytes(nextCentury);
    return Promise.all([later, unbound].map(async (key) => (await bucket.read(key)) !== null));
  };
  expect(await requireOwnStore(restored.ctx)).toBe(false);
  expect(await sweep()).toEqual([true, true]);
  expect(await bucket.readMark()).toBe('of-a-house');
  expect(await requireOwnStore({ ...t.ctx, files: bucket })).toBe(true);

  use({ FILES: 's3', DATABASE_URL: String(restored.pool.options.connectionString) });
  await expect(move('folder', {})).resolves.toBeUndefined();
  await restored.db.delete(houseMark);
  await adopt();
  expect(await requireOwnStore(restored.ctx)).toBe(true);
  expect([await sweep(), await presentIn(bucket)]).toEqual([[false, false], 3]);
  await expect(requireOwnStore({ ...t.ctx, files: bucket })).rejects.toThrow(ANOTHER);
  await restored.close();
  removeBackups();
});

it('a copy of a database forgets, with hold-money, which store is its own', async () => {
  await check(folder);
  await holdMoney({ since: '2026-11-20' });
  expect(await check(folder)).toBe(false);
});

it('names files that are in neither store, and copies a damaged copy again', async () => {
  await bucket.write(keys[0]!, Buffer.from('damaged'));
  await folder.remove(keys[1]!);
  await expect(move('s3', {})).rejects.toThrow(`Fichiers qui manquent des deux côtés : 1 (${keys[1]}).`);
  expect(await presentIn(bucket)).toBe(2);
});

it('refuses to move into the bucket of another house', async () => {
  await bucket.writeMark('another');
  await expect(move('s3', {})).rejects.toThrow('celui d’une autre maison : rien n’a été copié.');
  expect(await presentIn(bucket)).toBe(0);
});

it('marks the store of an installation without a mark once a known file is there, else refuses', async () => {
  rmSync(join(dataDir, 'files'), { recursive: true });
  await expect(check(folder)).rejects.toThrow(LACKS);
  expect(await folder.readMark()).toBeNull();
  await folder.write(keys[2]!, smallPdf);
  await check(folder);
  expect(await folder.readMark()).toHaveLength(16);
  await check(folder);
});

it('refuses a store with the mark of another house, and one without a mark while files are recorded', async () => {
  await check(folder);
  rmSync(join(dataDir, 'files', 'house'));
  await expect(check(folder)).rejects.toThrow(LACKS);
  await folder.writeMark('another');
  await expect(check(folder)).rejects.toThrow(ANOTHER);
  const { code, stderr } = await run('server', { env: settingsWith({ FILES: 'folder', PORT: '0' }) }).ended;
  expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining(ANOTHER)]);
  await expect(sweepBytes({ ...t.ctx, files: folder })).rejects.toThrow('has not the mark');
  await adopt();
  await check(folder);
});

it('marks an empty store at a fresh start, and refuses a marked one to a database without files', async () => {
  await t.db.delete(files);
  rmSync(join(dataDir, 'files'), { recursive: true });
  await check(folder);
  expect(await folder.readMark()).toHaveLength(16);
  await t.db.delete(houseMark);
  await expect(check(folder)).rejects.toThrow(ANOTHER);
});

it('lets two servers start at once on files without a mark', async () => {
  let reads = 0;
  let other: Promise<void> | undefined;
  const waits = () =>
    vi.waitFor(async () => {
      const { rowCount } = await t.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(1);
    }, 10_000);
  // The other starts between the last reading of the store and that of the database.
  await check({
    ...folder,
    readMark: async () => {
      const mark = await folder.readMark();
      reads += 1;
      if (reads === 2) {
        other = check(folder).then(() => {});
        await Promise.race([other, waits()]);
      }
      return mark;
    },
  });
  await other;
  expect([reads, await folder.readMark()]).toEqual([2, expect.stringMatching(/^.{16}$/)]);
});

it('leaves no half mark when the store cannot be written, and starts without files', async () => {
  await check({ ...folder, writeMark: () => Promise.reject(new Error('the disk is full')) });
  expect([await t.db.select().from(houseMark), await folder.readMark()]).toEqual([[], null]);
  await check(folder);
  expect(await folder.readMark()).toHaveLength(16);
});
