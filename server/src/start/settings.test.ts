import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { Client } from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { admin, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, run } from '../testing/run-product.ts';
import { openStore } from './open-store.ts';

afterAll(endPrograms);

/** The first line of a server, once its settings are read. */
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

it('an invalid setting stops the start with one line', async () => {
  expect(await startError({ PORT: 'abc' })).toBe('Réglage PORT invalide : attendu un nombre entier.');
});

it('an invalid setting stops the start before the site is built', async () => {
  // The place is in the pages, which are another build with it.
  const env = { DEMO: '2', CONTACT_PLACE: 'Parakou' };
  expect(await startError(env, { program: 'start' })).toBe('Réglage DEMO invalide : attendu 0 ou 1.');
});

it('an unknown database or a foreign address stops the start with one line', async () => {
  const { url } = inject('postgres');
  const name = `amasin_settings_${randomBytes(4).toString('hex')}`;
  await admin(url, `create database ${name} template template0 encoding 'UTF8'`);
  const started = { output: FIRST_LINE };
  const [unknown, elsewhere] = await Promise.all([
    startError({ DATABASE_URL: withDatabase(url, 'amasin_nowhere'), DEMO: '1' }, started),
    // 192.0.2.0/24 is reserved for documentation.
    startError({ DATABASE_URL: withDatabase(url, name), DEMO: '1', HOST: '192.0.2.1' }, started),
  ]).finally(() => admin(url, `drop database ${name} with (force)`));
  expect(unknown).toBe(
    'Réglage DATABASE_URL : cette base ne peut pas être ouverte (database "amasin_nowhere" does not exist).',
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
    { print: () => {}, onError: () => {} },
  );
  const message = await opening.then(
    () => 'opened',
    (error: Error) => error.message,
  );
  expect(message).toMatch(/^Réglage DATABASE_URL : cette base ne peut pas être ouverte \([^\n]+\)\.$/);
  expect(message).toMatch(reason);
  expect(message).not.toContain('hunter2');
});

it('waits for a database that starts after the server, and says so', async () => {
  const { url } = inject('postgres');
  const name = `amasin_late_${randomBytes(4).toString('hex')}`;
  await admin(url, `create database ${name} template template0 encoding 'UTF8'`);
  const port = await takePort();
  const DATABASE_URL = `postgresql://amasin@127.0.0.1:${port}/${name}`;
  const lines: string[] = [];
  const refused = Promise.withResolvers<void>();
  const opening = openStore(
    { DATABASE_URL, DATABASE_CONNECTIONS: 4, DATA_DIR: '' },
    {
      onError: () => {},
      waitMs: 60_000,
      print: (line) => {
        lines.push(line);
        refused.resolve();
      },
    },
  );
  await refused.promise;
  const late = forwardTo(url).listen(port, '127.0.0.1');
  const { close } = await opening;
  await close();
  late.close();
  await admin(url, `drop database ${name} with (force)`);
  expect(lines).toEqual([
    `La base de données ne répond pas encore (connect ECONNREFUSED 127.0.0.1:${port}) : elle est attendue 60 s.`,
  ]);
});

it('SIGTERM ends the waiting for a database', async () => {
  const port = await takePort();
  const DATABASE_URL = `postgresql://amasin:hunter2@127.0.0.1:${port}/amasin`;
  const program = run('server', { env: { PORT: '0', DEMO: '1', DATABASE_URL } });
  await program.says(/ne répond pas encore/);
  const { code, output, stderr } = await program.kill('SIGTERM');
  expect([code, stderr]).toEqual([
    1,
    `Réglage DATABASE_URL : cette base ne peut pas être ouverte (connect ECONNREFUSED 127.0.0.1:${port}).\n`,
  ]);
  expect(output).not.toContain('hunter2');
});

/** A port where nothing listens. */
async function takePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** Passes each connection on to a database, by its port or its socket. */
function forwardTo(url: string) {
  const { host, port } = new Client({ connectionString: url });
  return createServer((incoming) => {
    const outgoing = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    incoming.pipe(outgoing).pipe(incoming);
    for (const socket of [incoming, outgoing]) socket.on('error', () => {});
  });
}
