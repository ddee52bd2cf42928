import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { medications } from '../database/schema/medications.ts';
import { zones } from '../database/schema/places.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { importMedications, importZones } from './imports.ts';

vi.setConfig({ testTimeout: 60_000 });

const name = `amasin_import_${randomBytes(4).toString('hex')}`;
let env: Record<string, string>;
let folder: string;
let output: string;

beforeAll(async () => {
  const { url } = inject('postgres');
  await copyTemplate(inject('postgres'), name);
  env = { DATABASE_URL: withDatabase(url, name), DEMO: '1' };
  folder = makeDataFolder();
});
beforeEach(() => {
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
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
  await endPrograms();
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

/** Writes a file of this test and returns its path. */
function file(path: string, content: string): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, content, 'latin1');
  return whole;
}
const countOf = async () => {
  const { db, close } = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  const counts = [(await db.select().from(medications)).length, (await db.select().from(zones)).length];
  await close();
  return counts;
};

it('imports a price list and the French public database', async () => {
  const list = file(
    'liste.csv',
    'Nom;Forme;Prix\r\nArt\xe9m\xe9ther;Comprim\xe9;1500\r\nSans forme;;100\r\n',
  );
  expect(await run('command', { env, args: ['import-medications', list] }).ended).toEqual({
    code: 0,
    output:
      'Ligne 3 refusée : Forme manquante\nLignes lues : 2. Ajoutées : 1, mises à jour : 0, inchangées : 0, refusées : 1.\n',
    stderr: '',
  });
  const line =
    '60000001\tDOLIPRANE\tcomprimé\torale\tAutorisation active\tX\tCommercialisée\t\t\t\t\tNon\r\n';
  const base = file('bdpm/CIS_bdpm.txt', line);
  for (const beside of ['CIS_CIP_bdpm.txt', 'CIS_COMPO_bdpm.txt']) {
    const missing = `Fichier introuvable : ${join(folder, 'bdpm', beside)}`;
    await expect(importMedications(base)).rejects.toThrow(missing);
    file(`bdpm/${beside}`, '');
  }
  await importMedications(base);
  expect(output).toBe(
    'Lignes lues : 1. Ajoutées : 1, mises à jour : 0, inchangées : 0, refusées : 0.\n' +
      'Les prix sont convertis de l’euro : rien de neuf ne se vend avant qu’un superviseur l’ait validé.\n',
  );
  expect(await countOf()).toEqual([2, 0]);
});

it('imports zones with a fee for those that have none', async () => {
  const list = file('zones.csv', 'label,sectors\nCotonou – 1er,Dandji|Yagb\xe9\n'.replace('–', '-'));
  await importZones(list, {});
  expect(output).toContain('Ligne 2 refusée : Frais de livraison manquants (colonne Prix, ou --price)\n');
  await expect(importZones(list, { price: 'cher' })).rejects.toThrow(
    '--price : un nombre entier de francs est attendu.',
  );
  await importZones(list, { price: '700' });
  expect(await countOf()).toEqual([2, 1]);
});

it('an invalid file changes nothing', async () => {
  await expect(importMedications(join(folder, 'absent.csv'))).rejects.toThrow('Fichier introuvable');
  await expect(importZones(folder, {})).rejects.toThrow('EISDIR');
  await expect(importMedications(file('vide.csv', ''))).rejects.toThrow('Colonnes manquantes');
  expect(await countOf()).toEqual([2, 1]);
});
