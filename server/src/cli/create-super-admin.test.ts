import { randomBytes } from 'node:crypto';
import { DrizzleQueryError } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { users } from '../database/schema/users.ts';
import { outsideDemo } from '../env.fixture.ts';
import { verifyPassword } from '../session/passwords.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, run } from '../testing/run-product.ts';
import { createSuperAdmin } from './accounts.ts';
import { explainFailure } from './failures.ts';

vi.setConfig({ testTimeout: 60_000 });

const name = `amasin_superadmin_${randomBytes(4).toString('hex')}`;
const superAdmin = {
  name: 'Aurel Quenum',
  email: 'chef@exemple.bj',
  phone: '0195000001',
  password: 'bonjour',
};
const DUPLICATE = 'Un compte existe déjà avec cet e-mail ou ce téléphone.';
let env: Record<string, string>;
let output: string[];

beforeAll(async () => {
  const { url } = inject('postgres');
  await copyTemplate(inject('postgres'), name);
  env = { DATABASE_URL: withDatabase(url, name), PAYMENT_PROVIDER: 'none', ...outsideDemo };
});
beforeEach(() => {
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  output = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => output.push(String(text)) > 0);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.mocked(process.stdout.write).mockRestore();
});
afterAll(async () => {
  await endPrograms();
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

async function findUsers() {
  const { db, close } = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  const found = await db.select().from(users);
  await close();
  return found;
}

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
    expect(output).toEqual(['Compte créé : chef@exemple.bj se connecte à l’adresse /admin.\n']);
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
    [{ email: 'chef' }, "Format d'email invalide"],
    [{ email: '' }, 'Email requis'],
    [{ phone: '12' }, 'Format de téléphone invalide'],
    [{ phone: '' }, 'Téléphone requis'],
    [{ password: 'abc' }, 'Le mot de passe doit contenir au moins 4 caractères'],
    [{ password: '' }, 'Mot de passe requis'],
  ])('rejects %o: %s', async (change, message) => {
    await expect(createSuperAdmin({ ...superAdmin, ...change })).rejects.toThrow(message);
  });

  it('validates the options before asking for a password', async () => {
    const { password: _, ...person } = superAdmin;
    await expect(createSuperAdmin({ ...person, phone: '12' })).rejects.toThrow('Format de téléphone');
    expect(output).toEqual([]);
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
