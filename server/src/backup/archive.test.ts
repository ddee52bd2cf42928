import { randomBytes } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { optionsOf } from '../database/pool.ts';
import { backupPath, KEY, removeBackups } from '../testing/backup.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { type Add, openBackup, readArchive, writeArchive } from './archive.ts';
import { withConnection } from './with-connection.ts';

describe('an archive', () => {
  const ENTRIES = 8;
  const moments = [...Array(ENTRIES).keys()];
  // More than all stream buffers together.
  const large = randomBytes(1_000_000);

  afterAll(removeBackups);

  async function write(
    file: FileHandle,
    key: string | null,
    after: (n: number) => Promise<void> | void = () => {},
  ): Promise<void> {
    const fill = async (add: Add) => {
      for (const n of moments) {
        await add(`files/${n}`, n % 3 === 0 ? large.subarray(0, 10) : large);
        await after(n);
      }
    };
    await writeArchive(file, key, fill).finally(() => file.close());
  }

  const cases = moments.flatMap((moment) => [[moment, null] as const, [moment, KEY] as const]);

  it.each(cases)('rejects with the disk’s error after entry %i, key %s', async (moment, key) => {
    const file = await open(backupPath(), 'wx');
    const appended = file.appendFile.bind(file);
    let isFull = false;
    file.appendFile = async (...given) => {
      if (isFull) throw new Error('ENOSPC');
      return appended(...given);
    };
    const fails = write(file, key, (n) => {
      isFull ||= n === moment;
    });
    await expect(fails).rejects.toThrow('ENOSPC');
  });

  it.each(cases)('rejects with the source’s error after entry %i, key %s', async (moment, key) => {
    const fails = write(await open(backupPath(), 'wx'), key, (n) => {
      if (n === moment) throw new Error('the database is gone');
    });
    await expect(fails).rejects.toThrow('the database is gone');
  });

  it.each([null, KEY])('reading can stop after any entry, key %s', async (key) => {
    const path = backupPath();
    await write(await open(path, 'wx'), key);
    const whole = await openBackup(path, { key: KEY, allowPlain: true });
    for (const moment of [...moments, ENTRIES]) {
      let read = 0;
      for await (const { name } of readArchive(whole, () => {})) {
        expect(name).toBe(`files/${read}`);
        if (read === moment) break;
        read += 1;
      }
      expect(read).toBe(moment);
    }
  });
});

describe('a connection for a command', () => {
  let server: TestApp;
  beforeAll(async () => {
    server = await startTestApp();
  });
  afterAll(() => server.close());

  it('fails when it is aborted while it connects, without running the work', async () => {
    const ending = new AbortController();
    let runs = 0;
    const working = withConnection(server.pool, ending.signal, async () => {
      runs += 1;
    });
    ending.abort(new Error('stopped'));
    await expect(working).rejects.toThrow('stopped');
    expect(runs).toBe(0);
  });

  it('closes the connection when it is aborted during a statement', async () => {
    const ending = new AbortController();
    const working = withConnection(server.pool, ending.signal, async (client) => {
      const sleeping = client.query('select pg_sleep(60)');
      ending.abort(new Error('stopped'));
      await sleeping;
    });
    await expect(working).rejects.toThrow(/terminated|closed/i);
  });

  it('connects with the password of the pool, which its options hide', () => {
    const pool = new Pool({ password: 'secret', pipeline: true });
    expect({ ...pool.options }).not.toHaveProperty('password');
    expect(optionsOf(pool)).toMatchObject({ password: 'secret', pipeline: false });
  });
});
