import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { buildZone } from '../builders/catalogue.ts';
import { migrationsFolder } from '../database/migrate.ts';
import { backupPath, contentOf, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { startTestApp } from '../testing/test-app.ts';

afterAll(removeBackups);

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
