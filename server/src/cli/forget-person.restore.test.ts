import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import { keepRemovedPeople, removedPeopleFile } from '../start/removed-people.ts';
import { backupPath, KEY, removeBackups, save } from '../testing/backup.ts';
import { makeDataFolder } from '../testing/run-product.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';
import { findTraces } from '../testing/traces.ts';
import { buildWholePerson, expectForgotten, PASSWORD, words } from '../users/whole-person.fixture.ts';
import { restore } from './backups.ts';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
afterAll(removeBackups);

/** Sets the environment of the commands that work on this database and these files. @returns DATA_DIR */
function use({ pool, filesFolder }: TestApp): string {
  const DATA_DIR = makeDataFolder();
  mkdirSync(filesFolder, { recursive: true });
  symlinkSync(filesFolder, join(DATA_DIR, 'files'));
  const DATABASE_URL = String(pool.options.connectionString);
  const settings = { ...outsideDemo, PAYMENT_PROVIDER: 'none', DATABASE_URL, DATA_DIR, BACKUP_KEY: KEY };
  for (const [key, value] of Object.entries(settings)) vi.stubEnv(key, value);
  return DATA_DIR;
}

it('a backup of before a customer deleted her account forgets her again, in every row and file', async () => {
  let output = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const server = await startTestApp({ settings: { smsMoments: ['paid'] } });
  const customer = await buildWholePerson(server);
  const path = backupPath();
  await save(server, path);

  const restored = await startTestApp();
  const list = removedPeopleFile(use(restored));
  const kept = await keepRemovedPeople(server.db, list, server.ctx.log);
  const deleted = await server.call(customer, 'POST', '/users/me/delete', { password: PASSWORD });
  expect(deleted.status).toBe(204);
  await kept.stop();
  expect(readFileSync(list, 'utf8')).toMatch(new RegExp(`^\\S+ ${customer.row.id}\\n$`));
  await server.close();

  await restore(path, {});
  expect(output).toContain('Comptes supprimés depuis cette sauvegarde, supprimés de nouveau : 1.\n');
  await expectForgotten(restored);
  await restored.close();
});

it('that backup has all of her, except the address of her browser', async () => {
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true);
  const server = await startTestApp({ settings: { smsMoments: ['paid'] } });
  await buildWholePerson(server);
  const path = backupPath();
  await save(server, path);
  await server.close();
  const restored = await startTestApp();
  use(restored);
  await restore(path, {});
  const found = new Set(Object.values(await findTraces(restored, words)).flat());
  expect(Object.keys(words).filter((word) => !found.has(word))).toEqual(['push address']);
  await restored.close();
});
