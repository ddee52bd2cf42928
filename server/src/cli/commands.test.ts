import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { DrizzleQueryError, eq } from 'drizzle-orm';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
  vi,
} from 'vitest';
import { buildMedication } from '../builders/catalogue.ts';
import { buildUser } from '../builders/user.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { type KnownMigration, knownMigrations } from '../database/migration-list.ts';
import { audit } from '../database/schema/audit.ts';
import { medications } from '../database/schema/medications.ts';
import { notifications } from '../database/schema/notifications.ts';
import { zones } from '../database/schema/places.ts';
import { stock } from '../database/schema/stock.ts';
import { users } from '../database/schema/users.ts';
import { outsideDemo } from '../env.fixture.ts';
import { verifyPassword } from '../session/passwords.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, makeDataFolder, run } from '../testing/run-product.ts';
import { createSuperAdmin } from './accounts.ts';
import { explainFailure, speakFrench } from './failures.ts';
import { importStock } from './import-stock.ts';
import { importMedications, importZones } from './imports.ts';
import { migrate } from './migrate.ts';
import { showOld } from './retention.ts';

const name = `amasin_commands_${randomBytes(4).toString('hex')}`;
let env: Record<string, string>;
/** Collects what the commands print. */
let output: string;

beforeAll(async () => {
  await copyTemplate(inject('postgres'), name);
  const DATABASE_URL = withDatabase(inject('postgres').url, name);
  env = { DATABASE_URL, PAYMENT_PROVIDER: 'none', ...outsideDemo };
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

/** Reads the database of the commands. */
async function read<T>(query: (db: OpenDatabase['db']) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  return query(db).finally(close);
}

const superAdmin = {
  name: 'Aurel Quenum',
  email: 'chef@exemple.bj',
  phone: '0195000001',
  password: 'bonjour',
};
const DUPLICATE = 'Un compte existe déjà avec cet e-mail ou ce téléphone.';

const findUsers = () => read((db) => db.select().from(users));

const command = (args: string[], input = '') =>
  run('command', { env, args: ['create-superadmin', ...args], input }).ended;
const options = (phone: string, email: string) => [
  '--name',
  superAdmin.name,
  '--email',
  email,
  '--phone',
  phone,
];

describe('create-superadmin', () => {
  it('creates a super administrator and prints the sign-in path', async () => {
    await createSuperAdmin({ ...superAdmin, email: ' Chef@Exemple.BJ ', phone: '+229 95 00 00 01' });
    expect(output).toBe('Compte créé : chef@exemple.bj se connecte à l’adresse /admin.\n');
    const [created, ...others] = await findUsers();
    expect(others).toEqual([]);
    expect(created).toMatchObject({
      name: 'Aurel Quenum',
      email: 'chef@exemple.bj',
      phone: '+2290195000001',
      type: 'superAdmin',
      active: true,
      verified: true,
    });
    expect(await verifyPassword(created!.passwordHash!, 'bonjour')).toBe(true);
  });

  it.each([
    [
      'the e-mail of another account, whatever its case',
      { ...superAdmin, phone: '0195000002', email: 'CHEF@exemple.bj' },
    ],
    [
      'the phone of another account, whatever its format',
      { ...superAdmin, phone: '95 00 00 01', email: 'b@exemple.bj' },
    ],
  ])('rejects %s', async (_, taken) => {
    await expect(createSuperAdmin(taken)).rejects.toThrow(DUPLICATE);
    expect(await findUsers()).toHaveLength(1);
  });

  it.each([
    [{ name: '  ' }, 'Nom requis'],
    [{ phone: '12' }, 'Format de téléphone invalide'],
    [{ password: 'abc' }, 'Le mot de passe doit contenir au moins 4 caractères'],
  ])('rejects %o: %s', async (change, message) => {
    await expect(createSuperAdmin({ ...superAdmin, ...change })).rejects.toThrow(message);
  });

  it('validates the options before asking for a password', async () => {
    const { password: _, ...person } = superAdmin;
    await expect(createSuperAdmin({ ...person, phone: '12' })).rejects.toThrow('Format de téléphone');
    expect(output).toBe('');
  });

  it('asks for a missing password, and fails without one', async () => {
    const [given, missing] = await Promise.all([
      command(options('0195000004', 'd@exemple.bj'), 'mot de passe à moi\n'),
      command(options('0195000005', 'e@exemple.bj')),
    ]);
    expect(given).toEqual({
      code: 0,
      output: 'Mot de passe : \nCompte créé : d@exemple.bj se connecte à l’adresse /admin.\n',
      stderr: '',
    });
    const stderr = 'Aucun mot de passe n’a été donné : rien n’a été créé.\n';
    expect(missing).toEqual({ code: 1, output: 'Mot de passe : \n', stderr });
    const found = await findUsers();
    expect(found.map(({ email }) => email).sort()).toEqual(['chef@exemple.bj', 'd@exemple.bj']);
    const created = found.find(({ email }) => email === 'd@exemple.bj');
    expect(await verifyPassword(created!.passwordHash!, 'mot de passe à moi')).toBe(true);
  });
});

it("reports why the database failed, without the query's values", () => {
  const failed = new DrizzleQueryError('insert into users', ['Afi', '$argon2id$'], new Error('disk full'));
  expect(explainFailure(failed)).toBe(
    'La base de données n’a pas pu répondre (disk full) : rien n’a été changé.',
  );
});

describe('migrate', () => {
  const inDatabase = async (url: string, text: string, values: unknown[] = []) => {
    const { pool, close } = openDatabase({ connectionString: url }, () => {});
    return pool.query(text, values).finally(close);
  };

  it('fills a new database, then has nothing to do', async () => {
    const fresh = `${name}_fresh`;
    await admin(inject('postgres').url, `create database ${fresh} template template0 encoding 'UTF8'`);
    const url = withDatabase(inject('postgres').url, fresh);
    vi.stubEnv('DATABASE_URL', url);
    const all = knownMigrations.map(({ tag }) => tag).join(', ');
    await migrate({ check: true });
    await migrate({});
    await migrate({});
    expect(output).toBe(
      `Mises à jour de la base : ${all}.\nMises à jour de la base : ${all}.\n` +
        'La base est à jour.\nLa base est à jour.\n',
    );
    expect((await inDatabase(url, 'select from zones')).rowCount).toBe(0);
    await admin(inject('postgres').url, `drop database ${fresh} with (force)`);
  });

  it('asks whether the last release is stopped when it does not serve the migrated database', async () => {
    const next = { tag: '0001_next', at: Number.MAX_SAFE_INTEGER, servesOldCode: false };
    (knownMigrations as KnownMigration[]).push(next);
    onTestFinished(() => void (knownMigrations as KnownMigration[]).pop());
    await migrate({ check: true });
    await expect(migrate({})).rejects.toThrow('Ajoutez --stopped quand il est arrêté : rien n’a été changé.');
    expect(output).toContain(
      'Mises à jour de la base : 0001_next.\nLa version précédente ne sert pas la base mise à jour : arrêtez d’abord son serveur.\n',
    );
  });
});

describe('importing files', () => {
  const folder = makeDataFolder();

  /** Writes a file of this test and returns its path. */
  function file(path: string, content: string): string {
    const whole = join(folder, path);
    mkdirSync(join(whole, '..'), { recursive: true });
    writeFileSync(whole, content, 'latin1');
    return whole;
  }
  const countOf = () =>
    read(async (db) => [
      (await db.select().from(medications)).length,
      (await db.select().from(zones)).length,
    ]);

  it('imports a price list and the French public database', async () => {
    const list = file(
      'liste.csv',
      'Nom;Forme;Prix\r\nArt\xe9m\xe9ther;Comprim\xe9;1500\r\nSans forme;;100\r\n',
    );
    expect(await run('command', { env, args: ['import-medications', list, '--preview'] }).ended).toEqual({
      code: 0,
      output:
        'Ligne 3 refusée : Forme manquante\nLigne 2 ajouterait Artéméther (comprimé)\n' +
        'Lignes lues : 2. À ajouter : 1, à modifier : 0, inchangées : 0, refusées : 1. Rien n’a été écrit.\n',
      stderr: '',
    });
    expect(await countOf()).toEqual([0, 0]);
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
    expect(output).toContain(
      'Ligne 2 refusée : Frais de livraison manquants (colonne Prix, ou un prix pour les nouvelles zones)\n',
    );
    await expect(importZones(list, { price: 'cher' })).rejects.toThrow(
      '--price : un nombre entier de francs est attendu.',
    );
    await importZones(list, { price: '700' });
    expect(await countOf()).toEqual([2, 1]);
    output = '';
    const dearer = file('dearer.csv', 'label,sectors,price\nCotonou - 1er,,900\n');
    await importZones(dearer, { preview: true });
    expect(output).toBe(
      'Ligne 2 modifierait Cotonou - 1er : Prix, 700\u00a0F → 900\u00a0F\n' +
        'Lignes lues : 1. À ajouter : 0, à modifier : 1, inchangées : 0, refusées : 0. Rien n’a été écrit.\n',
    );
  });

  it('reads the list of every program, asks where its letters are doubtful, and leaves a fee of 0 waiting', async () => {
    const wide = Buffer.from('\ufeffNom\tForme\tPrix\r\nZinc été\tSirop\t1500\r\n', 'utf16le').toString(
      'latin1',
    );
    await importMedications(file('utf16.csv', wide));
    expect(output).toContain('Lignes lues : 1. Ajoutées : 1,');
    const dos = file('dos.csv', 'Nom;Forme;Prix\nT\x88te;Sirop;500\n');
    await expect(importMedications(dos)).rejects.toThrow(/cp850 \(DOS\) :\n {2}Tête;Sirop;500/);
    await expect(importMedications(dos, { encoding: 'latin' })).rejects.toThrow(
      /^--encoding : utf-8, windows-1252/,
    );
    await importMedications(dos, { encoding: 'cp850' });
    output = '';
    const cheap = file('cheap.csv', 'label,sectors,price\nCotonou - 1er,,0\n');
    await importZones(cheap, {});
    expect(output).toBe(
      'Ligne 2 en attente : Cotonou - 1er : Prix, 700\u00a0F → 0\u00a0F\n' +
        'Lignes lues : 1. Ajoutées : 0, mises à jour : 0, inchangées : 1, refusées : 0.\n' +
        'Un montant dix fois plus haut ou plus bas qu’aujourd’hui attend : --anyway l’importe aussi.\n',
    );
    await importZones(cheap, { anyway: true });
    expect(await read((db) => db.select({ price: zones.price }).from(zones))).toEqual([{ price: 0 }]);
    expect(await countOf()).toEqual([4, 1]);
  });

  it('replaces the list of a pharmacy, recorded as a command', async () => {
    const { id } = await read((db) => buildUser(db, { type: 'pharmacy', email: 'pharmacie@exemple.bj' }));
    await read((db) => buildMedication(db, { label: 'Quinine du stock', price: 1500 }));
    const list = file('stock.csv', 'Nom;Prix;Stock\nQuinine du stock;15000;4\nAbsente;100;1\nQuinine;;\n');
    await expect(importStock(list, { pharmacy: 'autre@exemple.bj' })).rejects.toThrow(
      'Aucune pharmacie n’a cette adresse : autre@exemple.bj',
    );
    const of = { pharmacy: ' Pharmacie@exemple.bj' };
    await expect(importStock(list, of)).rejects.toThrow('la liste reste comme elle est');
    const stored = () => read((db) => db.select().from(stock).where(eq(stock.pharmacyId, id)));
    await importStock(list, { ...of, anyway: true, preview: true });
    expect(await stored()).toEqual([]);
    output = '';
    await importStock(list, { ...of, anyway: true });
    expect(output).toBe(
      'Ligne 4 refusée : Stock vide (« oui », « non » ou une quantité attendu)\n' +
        'Inconnu du catalogue : Absente\n' +
        'Lignes lues : 3. Reconnues : 1, dont en stock : 1. Inconnues : 1, refusées : 1.\n',
    );
    expect(await stored()).toMatchObject([{ there: true, price: 15_000 }]);
    const [line] = await read((db) => db.select().from(audit).where(eq(audit.subjectId, id)));
    expect(line).toMatchObject({ actorId: null, details: { event: 'stock', count: 1, by: 'command' } });
  });

  it('an invalid file changes nothing', async () => {
    await expect(importMedications(join(folder, 'absent.csv'))).rejects.toThrow('Fichier introuvable');
    await expect(importZones(folder, {})).rejects.toThrow('EISDIR');
    await expect(importMedications(file('vide.csv', ''))).rejects.toThrow('Colonnes manquantes');
    expect(await countOf()).toEqual([5, 1]);
  });
});

describe('a wrong command line', () => {
  let program: Command;

  beforeEach(() => {
    const write = (text: string) => {
      output += text;
    };
    program = speakFrench(new Command('amasin')).exitOverride();
    program.configureOutput({ writeErr: write, writeOut: write });
    program.command('fill').description('remplir').requiredOption('--name <nom>', 'nom').action(write);
    program.command('read').description('lire').argument('<fichier>').action(write);
  });

  it.each([
    [['bonjour'], 'Commande inconnue : bonjour'],
    [['fill'], 'Option manquante : --name <nom>'],
    [['fill', '--name'], 'Valeur manquante : --name <nom>'],
    [['fill', '--name', 'x', '--vite'], 'Option inconnue : --vite'],
    [['fill', '--name', 'x', 'très', 'vite'], 'Arguments en trop : très, vite'],
    [['read'], 'Argument manquant : fichier'],
  ])('%j: %s', async (args, line) => {
    await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow();
    expect(output).toBe(`${line} (aide : npm run amasin -- --help)\n`);
  });

  it('prints its help in French', async () => {
    await expect(program.parseAsync(['--help'], { from: 'user' })).rejects.toThrow();
    expect(output).toBe(`Usage : amasin [options] [commande]

Options :
  -h, --help       aide

Commandes :
  fill [options]   remplir
  read <fichier>   lire
  help [commande]  aide d’une commande
`);
  });

  it('the amasin command reports errors in French', async () => {
    expect(await run('command', { args: ['bonjour'] }).ended).toEqual({
      code: 1,
      output: '',
      stderr: 'Commande inconnue : bonjour (aide : npm run amasin -- --help)\n',
    });
  });
});

describe('retention', () => {
  it('says what the next night erases, and erases nothing', async () => {
    await showOld();
    expect(output).toContain(
      'KEEP_PHOTOS_DAYS=730 KEEP_ORDERS_YEARS=10 KEEP_DECLARED_YEARS=10 KEEP_JOURNAL_YEARS=5\nLa prochaine nuit n’effacera rien.',
    );
    const { id: userId } = await read((db) => buildUser(db, { type: 'customer' }));
    const createdAt = new Date('2001-01-01T00:00:00Z');
    const old = { userId, title: 'x', message: 'x', createdAt };
    await read((db) => db.insert(notifications).values([old, old]));
    output = '';
    await showOld();
    await showOld();
    expect(output.match(/La prochaine nuit effacera :\n {2}2 notifications\n/g)).toHaveLength(2);
    vi.stubEnv('KEEP_ORDERS_YEARS', '0');
    output = '';
    await showOld();
    expect(output).toContain('n’effacera rien');
  });
});
