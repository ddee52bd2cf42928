import { fileURLToPath } from 'node:url';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { afterAll, expect, it } from 'vitest';
import { backupPath, contentOf, removeBackups, restoreInto, save } from '../testing/backup.ts';
import { startTestApp } from '../testing/test-app.ts';
import { applyMigrations, clearSchema } from './restore-queries.ts';

const migrationsFolder = fileURLToPath(new URL('../database/migrations', import.meta.url));
const PLACES = '0008_places';

afterAll(removeBackups);

it('migrates a backup of an older version on restore', async () => {
  const [old, target, today] = await Promise.all([startTestApp(), startTestApp(), startTestApp()]);
  const client = await old.pool.connect();
  await clearSchema(client);
  await applyMigrations(
    client,
    readMigrationFiles({ migrationsFolder }).slice(0, Number.parseInt(PLACES, 10)),
  );
  await client.query(
    `insert into users (id, type, name, email, phone, created_at)
     values (gen_random_uuid(), 'pharmacy', 'Pharmacie du Pont', 'pont@exemple.bj', '+2290195000009', now())`,
  );
  await client.query(
    `insert into zones (id, label, search_text, sectors, price_fcfa, created_at)
     select gen_random_uuid(), label, label, '{}', 500, now()
     from unnest(array['Abomey-Calavi – Godomey', 'Cadjèhoun', 'Cotonou – 1er']) label`,
  );
  client.release();
  const path = backupPath();
  await save(old, path);

  await restoreInto(target, path);
  const { rows } = await target.pool.query('select name, phone from places');
  expect(rows).toEqual([{ name: 'Pharmacie du Pont', phone: '+2290195000009' }]);
  const zones = await target.pool.query('select town from zones order by label collate "C"');
  expect(zones.rows.map(({ town }) => town)).toEqual(['Abomey-Calavi', 'Cotonou', 'Cotonou']);
  const [restored, fresh] = [await contentOf(target.pool), await contentOf(today.pool)];
  for (const part of ['constraints', 'triggers', 'routines', 'indexes', 'migrations'])
    expect(restored[part]).toEqual(fresh[part]);
  await Promise.all([old.close(), target.close(), today.close()]);
});
