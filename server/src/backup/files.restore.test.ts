import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Decrypter, Encrypter } from 'age-encryption';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { codes } from '../database/schema/sessions.ts';
import { fillDemo } from '../demo/fill-demo.ts';
import { outsideDemo } from '../env.fixture.ts';
import {
  backupPath,
  bytesOf,
  contentOf,
  KEY,
  removeBackups,
  restoreInto,
  rewriteBackup,
  save,
} from '../testing/backup.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { openBackup } from './archive.ts';
import { notSaved } from './queries.ts';

let source: TestApp;
let target: TestApp;
let empty: Record<string, unknown>;
const path = backupPath();

beforeAll(async () => {
  [source, target] = await Promise.all([startTestApp(), startTestApp()]);
  await fillDemo(source.ctx);
  await save(source, path);
  empty = await contentOf(target.pool);
});
afterAll(async () => {
  await Promise.all([source.close(), target.close()]);
  await endPrograms();
  removeBackups();
});

const nothingWasChanged = async () => {
  expect(await contentOf(target.pool)).toEqual(empty);
  expect(bytesOf(target.filesFolder).size).toBe(0);
};

describe.each([KEY, null])('a damaged file, key %s', (key) => {
  const REFUSAL =
    'Ce fichier n’est pas une sauvegarde d’Amasin, ou il est incomplet ou abîmé : rien n’a été changé.';
  const OTHER_KEY =
    'La clé de BACKUP_KEY n’est pas celle de cette sauvegarde, ou son début a été modifié : rien n’a été changé.';
  const written = backupPath();
  beforeAll(() => save(source, written, { key }));
  const altered = backupPath();
  const refuses = async (bytes: Uint8Array) => {
    writeFileSync(altered, bytes);
    const reason = await openBackup(altered, { key: KEY, allowPlain: true }).catch(({ message }) => message);
    // A changed header of an encrypted backup looks like that of another key.
    expect(key === null ? [REFUSAL] : [REFUSAL, OTHER_KEY]).toContain(reason);
  };

  it('rejects a changed byte at any position', async () => {
    const whole = readFileSync(written);
    // Gzip headers and trailers contain bytes that gunzip ignores.
    const edges = [...Array(200).keys()].flatMap((n) => [n, whole.length - 1 - n, whole.length - 90 - n]);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.constantFrom(...edges), fc.nat(whole.length - 1)),
        fc.integer({ min: 1, max: 255 }),
        async (at, flip) => {
          const bytes = Buffer.from(whole);
          bytes[at]! ^= flip;
          await refuses(bytes);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('rejects a truncated or extended file', async () => {
    const whole = readFileSync(written);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => refuses(whole.subarray(0, length))),
      { numRuns: 50 },
    );
    await refuses(Buffer.concat([whole, Buffer.alloc(1)]));
    await refuses(Buffer.concat([whole, whole]));
    await refuses(randomBytes(5_000));
  });

  it('rejects a missing file', async () => {
    await expect(openBackup('/nowhere/at/all', { allowPlain: true })).rejects.toThrow(
      /^Ce fichier ne peut pas être lu \(ENOENT.*\)\.$/,
    );
    await expect(openBackup('/tmp', { allowPlain: true })).rejects.toThrow(REFUSAL);
  });
});

describe('an intact file that cannot be restored changes nothing', () => {
  type Change = (name: string, bytes: Buffer) => Buffer | null;
  const inside =
    (entry: string, from: string | RegExp, to: string): Change =>
    (name, bytes) =>
      name === entry ? Buffer.from(bytes.toString().replace(from, to)) : bytes;
  const isFile = (name: string) => name.startsWith('files/');
  const notSaved = 'Ce qui a été lu n’est pas ce qui avait été sauvegardé : rien n’a été changé.';

  const cases: [string, Change, string | RegExp][] = [
    ['a changed price', inside('tables/zones/1', /\t(\d+)\t/, '\t1\t'), notSaved],
    ['no checksums', (name, bytes) => (name === 'sums.json' ? null : bytes), notSaved],
    ['a missing part', (name, bytes) => (name === 'tables/order_events/1' ? null : bytes), notSaved],
    ['a missing file', (name, bytes) => (isFile(name) ? null : bytes), notSaved],
    ['a changed file', (name, bytes) => (isFile(name) ? Buffer.concat([bytes, bytes]) : bytes), notSaved],
    [
      'a file without its bytes',
      (name, bytes) => {
        if (name !== 'sums.json') return isFile(name) ? null : bytes;
        return Buffer.from(JSON.stringify({ ...JSON.parse(bytes.toString()), files: [] }));
      },
      'Les fichiers de cette sauvegarde ne sont pas ceux de ses lignes : rien n’a été changé.',
    ],
    [
      'a row that violates a constraint',
      inside('tables/users/1', 'superAdmin', 'king'),
      /^La restauration n’a pas été faite \(.*users_type.*\) : rien n’a été changé\.$/,
    ],
    [
      'a later format',
      inside('manifest.json', '"format":1', '"format":2'),
      'Cette sauvegarde est d’un format que cette version d’Amasin ne lit pas : rien n’a été changé.',
    ],
    [
      'a later version',
      inside(
        'manifest.json',
        /"product":"[^"]+"(.*)"migration":\d+/,
        '"product":"9.1.0"$1"migration":9999999999999',
      ),
      'Cette sauvegarde vient d’une version plus récente d’Amasin (9.1.0) : mettez le programme à jour, rien n’a été changé.',
    ],
    [
      'another branch of migrations',
      inside('manifest.json', /"migration":\d+/, '"migration":1795167955406'),
      /^Cette sauvegarde vient d’une version d’Amasin \(.+\) dont celle-ci ne descend pas : rien n’a été changé\.$/,
    ],
  ];
  it.each(cases)('%s', async (_, change, message) => {
    const altered = await rewriteBackup(path, change);
    await expect(restoreInto(target, altered)).rejects.toThrow(message);
    await nothingWasChanged();
  });

  it('checks foreign keys and ledger even when the checksums match', async () => {
    const wrong = await startTestApp();
    await fillDemo(wrong.ctx);
    const unhinge = async (statement: string) => {
      await wrong.pool.query(`begin; set local session_replication_role = replica; ${statement}; commit`);
      const altered = backupPath();
      await save(wrong, altered);
      return altered;
    };
    const unbalanced = await unhinge(
      'update entries set amount_fcfa = amount_fcfa + 1 where amount_fcfa > 5',
    );
    await expect(restoreInto(target, unbalanced)).rejects.toThrow(
      'Le grand livre de cette sauvegarde n’est pas équilibré : rien n’a été changé.',
    );
    const adrift = await unhinge('delete from zones');
    await expect(restoreInto(target, adrift)).rejects.toThrow(/\(.*orders_zone_id_zones_id_fk.*\)/);
    await wrong.close();
    await nothingWasChanged();
  });

  it('rejects demo accounts outside demo mode', async () => {
    await expect(restoreInto(target, path, { allowDemo: false })).rejects.toThrow(
      'Cette sauvegarde contient les comptes de démonstration, que DEMO=0 n’admet pas : rien n’a été changé.',
    );
    await nothingWasChanged();
  });

  it('undoes a restore that is aborted or whose store fails', async () => {
    const stopping = new AbortController();
    const write = async (key: string, bytes: Uint8Array) => {
      await target.ctx.files.write(key, bytes);
      stopping.abort();
    };
    const files = { ...target.ctx.files, write };
    await expect(restoreInto(target, path, { files, signal: stopping.signal })).rejects.toThrow();
    await nothingWasChanged();

    const full = () => Promise.reject(new Error('ENOSPC: no space left'));
    await expect(restoreInto(target, path, { files: { ...files, write: full } })).rejects.toThrow(
      'La restauration n’a pas été faite (ENOSPC: no space left) : rien n’a été changé.',
    );
    await nothingWasChanged();
  });

  it('rejects a database that contains any row', async () => {
    const taken = await startTestApp();
    await buildZone(taken.db, {});
    const before = await contentOf(taken.pool);
    await expect(restoreInto(taken, path)).rejects.toThrow(
      'La base contient déjà des données (zones) : une sauvegarde ne se restaure que dans une base vide, rien n’a été changé.',
    );
    expect(await contentOf(taken.pool)).toEqual(before);
    await taken.close();
  });
});

it('does not remove files that were in the store before, and repairs a damaged one', async () => {
  const survivor = await startTestApp({ files: source.ctx.files });
  const whole = bytesOf(source.filesFolder);
  const [first = ''] = whole.keys();
  writeFileSync(join(source.filesFolder, first), 'damaged');
  await expect(restoreInto(survivor, path, { allowDemo: false })).rejects.toThrow('démonstration');
  expect([...bytesOf(source.filesFolder).keys()]).toEqual([...whole.keys()]);
  await restoreInto(survivor, path);
  expect(bytesOf(source.filesFolder)).toEqual(whole);
  await survivor.close();
});

describe('a sealed file', () => {
  /** age encrypts so many bytes at a time, with their authentication code. */
  const CHUNK = 64 * 1024 + 16;

  const plain = backupPath();
  beforeAll(() => save(source, plain, { key: null }));

  it('shows nothing of what it contains, and any tool for age opens it with the key', async () => {
    const bytes = readFileSync(path);
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
    await expect(openBackup(path, { allowPlain: true })).rejects.toThrow(
      'Cette sauvegarde est chiffrée : indiquez sa clé dans BACKUP_KEY.',
    );
    await expect(openBackup(path, { key: KEY.toUpperCase(), allowPlain: true })).rejects.toThrow(
      'La clé de BACKUP_KEY n’est pas celle de cette sauvegarde, ou son début a été modifié : rien n’a été changé.',
    );
  });

  it('is refused when its parts are reordered or repeated, or when another file is encrypted with the key', async () => {
    const bytes = readFileSync(path);
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
      const altered = backupPath();
      writeFileSync(altered, Buffer.concat(parts));
      await expect(openBackup(altered, { key: KEY, allowPlain: true }), name).rejects.toThrow(
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
});
