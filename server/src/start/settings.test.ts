import { randomBytes } from 'node:crypto';
import { afterAll, expect, inject, it, vi } from 'vitest';
import { admin, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, run } from '../testing/run-product.ts';
import { openStore } from './open-store.ts';

vi.setConfig({ testTimeout: 60_000 });

afterAll(endPrograms);

/** What a server says first, once its settings are read. */
const FIRST_LINE = /^Amasin \d+\.\d+\.\d+ démarre \(Node [\d.]+\)\.\n$/;

/** The error output of a server that rejects these settings, and does not say more than `output`. */
async function startError(
  env: Record<string, string>,
  { program = 'server', output = /^$/ }: { program?: 'start' | 'server'; output?: RegExp } = {},
): Promise<string> {
  const { code, output: said, stderr } = await run(program, { env: { PORT: '0', ...env } }).ended;
  expect(code).toBe(1);
  expect(said).toMatch(output);
  // One line, without a stack.
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trimEnd();
}

it.concurrent.each([
  [{ DEMO: '2' }, 'Réglage DEMO invalide : attendu 0 ou 1.'],
  [{ PORT: 'abc' }, 'Réglage PORT invalide : attendu un nombre entier.'],
  [{ DATABASE_URL: 'foo' }, 'Réglage DATABASE_URL invalide : attendu une adresse postgresql://….'],
  [
    { PAYMENT_PROVIDER: 'x' },
    'Réglage PAYMENT_PROVIDER invalide : attendu sandbox, none, fedapay, kkiapay ou portal.',
  ],
  [
    { DEMO: '0' },
    'Réglage PAYMENT_PROVIDER manquant : indiquez fedapay, kkiapay, portal ou none (aucun paiement) hors démonstration.',
  ],
  [
    { DEMO: '0', PAYMENT_PROVIDER: 'sandbox' },
    'Réglage PAYMENT_PROVIDER : sandbox n’est permis qu’avec DEMO=1.',
  ],
  [
    { DEMO: '0', PAYMENT_PROVIDER: 'none' },
    'Réglage LINK_SECRET manquant : indiquez un secret d’au moins 32 octets (openssl rand -base64 32).',
  ],
])('%o stops the start: %s', async (env, line) => {
  expect(await startError(env)).toBe(line);
});

it('an invalid setting stops the start before the site is built', async () => {
  // The place is in the pages, which are another build with it.
  const env = { DEMO: '2', CONTACT_PLACE: 'Parakou' };
  expect(await startError(env, { program: 'start' })).toBe('Réglage DEMO invalide : attendu 0 ou 1.');
});

it('an unreachable database or a foreign address stops the start with one line', async () => {
  const { url } = inject('postgres');
  const name = `amasin_settings_${randomBytes(4).toString('hex')}`;
  await admin(url, `create database ${name} template template0 encoding 'UTF8'`);
  const started = { output: FIRST_LINE };
  const [unreachable, elsewhere] = await Promise.all([
    startError({ DATABASE_URL: 'postgresql://amasin:hunter2@127.0.0.1:1/amasin', DEMO: '1' }, started),
    // 192.0.2.0/24 is reserved for documentation.
    startError({ DATABASE_URL: withDatabase(url, name), DEMO: '1', HOST: '192.0.2.1' }, started),
  ]).finally(() => admin(url, `drop database ${name} with (force)`));
  expect(unreachable).toBe(
    'Réglage DATABASE_URL : cette base ne peut pas être ouverte (connect ECONNREFUSED 127.0.0.1:1).',
  );
  expect(elsewhere).toMatch(/^Réglage HOST ou PORT : rien ne peut y écouter \(listen EADDRNOTAVAIL.*\)\.$/);
});

it.each([
  ['a name with several addresses', () => 'postgresql://amasin:hunter2@localhost:1/amasin', /ECONNREFUSED/],
  ['a socket that does not exist', () => 'postgresql://localhost/amasin?host=/nowhere', /ENOENT/],
  ['a database that does not exist', () => withDatabase(inject('postgres').url, 'none'), /none/],
])('reports what is wrong with DATABASE_URL, never its password: %s', async (_, url, reason) => {
  const opening = openStore(
    { DATABASE_URL: url(), DATABASE_CONNECTIONS: 4, DATA_DIR: '' },
    () => {},
    () => {},
  );
  const message = await opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );
  expect(message).toMatch(/^Réglage DATABASE_URL : cette base ne peut pas être ouverte \([^\n]+\)\.$/);
  expect(message).toMatch(reason);
  expect(message).not.toContain('hunter2');
});
