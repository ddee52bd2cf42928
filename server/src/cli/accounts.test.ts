import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { type OpenDatabase, openDatabase } from '../database/database.ts';
import { admin, copyTemplate, withDatabase } from '../testing/global-setup.ts';
import { connectTo } from '../testing/live.ts';
import { quickHash } from '../testing/quick-hash.ts';
import { endPrograms, type Product, run, startProduct } from '../testing/run-product.ts';
import { endSessions, listStaff, removeSuperAdmin, switchSuperAdmin } from './accounts.ts';
import { exportCustomer } from './export-person.ts';

// Each command is a process of its own beside two running servers.

const name = `amasin_accounts_${randomBytes(4).toString('hex')}`;
let env: Record<string, string>;
let database: OpenDatabase;
let server: Product;
let second: Product;

beforeAll(async () => {
  const { url } = inject('postgres');
  await copyTemplate(inject('postgres'), name);
  env = { DATABASE_URL: withDatabase(url, name), DEMO: '1' };
  database = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  [server, second] = await Promise.all([startProduct(env), startProduct(env)]);
});
afterAll(async () => {
  await endPrograms();
  await database.close();
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

const command = (args: string[], input = '') => run('command', { env, args, input }).ended;

async function signIn(type: UserType) {
  const row = await buildUser(database.db, { type, passwordHash: await quickHash('ancien') });
  const { status, token } = await enter(row, 'ancien');
  expect(status).toBe(200);
  return { row, token };
}

async function enter(
  { type, email, phone }: { type: UserType; email: string | null; phone: string | null },
  password: string,
) {
  const { status, body } =
    type === 'customer'
      ? await server.call('POST', '/auth/login', { identifier: phone, password })
      : await server.call('POST', '/auth/admin-login', { email, password });
  return { status, token: body.token as string };
}

const me = async (token: string, at = server) => (await at.call('GET', '/auth/me', undefined, token)).status;

/** After a command has ended. The servers remember for five seconds a session whose end they do not hear of (decision 27). */
const A_SECOND = { timeout: 1_000, interval: 10 };

/** Both servers refuse this token within a second. */
const expectShutOut = (token: string) =>
  vi.waitFor(
    async () => expect(await Promise.all([me(token), me(token, second)])).toEqual([401, 401]),
    A_SECOND,
  );

/** Runs a command while both servers keep the session of this token in their memory. */
async function whileRemembered(
  token: string,
  work: Promise<{ code: number | null; output: string; stderr: string }>,
) {
  let isOver = false;
  const ended = work.finally(() => {
    isOver = true;
  });
  // Often enough for their memory, and seldom enough to leave the command the processor.
  const remember = async () => {
    await Promise.all([me(token), me(token, second)]);
    expect(isOver).toBe(true);
  };
  await vi.waitFor(remember, { timeout: 120_000, interval: 100 });
  return ended;
}

it('reset-superadmin shuts out who uses the account of a running server at once', async () => {
  const { row, token } = await signIn('superAdmin');
  const other = await signIn('superAdmin');
  const socket = await connectTo(server.url, token);
  const outcome = await whileRemembered(
    token,
    command(['reset-superadmin', '--email', row.email ?? ''], 'nouveau\n'),
  );
  expect(outcome).toEqual({
    code: 0,
    output: `Mot de passe : \n${row.email} a un nouveau mot de passe. Sessions fermées : 1. Deuxième étape de connexion : retirée.\n`,
    stderr: '',
  });
  await Promise.all([
    expectShutOut(token),
    vi.waitFor(() => expect(socket.socket.connected).toBe(false), A_SECOND),
  ]);
  expect((await enter(row, 'ancien')).status).toBe(401);
  expect((await enter(row, 'nouveau')).status).toBe(200);
  expect(await me(other.token)).toBe(200);
});

it('reset-superadmin changes nothing for another type', async () => {
  const { row, token } = await signIn('supervisor');
  expect(await command(['reset-superadmin', '--email', row.email ?? ''], 'nouveau\n')).toMatchObject({
    code: 1,
    stderr: 'Aucun super administrateur n’a cet e-mail (list-staff les donne) : rien n’a été changé.\n',
  });
  expect(await me(token)).toBe(200);
  expect((await enter(row, 'ancien')).status).toBe(200);
});

it('a super administrator is disabled, enabled and deleted by commands, while another active one remains', async () => {
  const [kept, gone] = [await signIn('superAdmin'), await signIn('superAdmin')];
  const off = (row: typeof kept.row, isOff = true) =>
    outputOf(() => switchSuperAdmin({ email: row.email ?? '', off: isOff }));
  expect(await off(gone.row)).toBe(`${gone.row.email} est désactivé. Sessions fermées : 1.\n`);
  await expectShutOut(gone.token);
  expect(await off(gone.row)).toBe(`${gone.row.email} est déjà désactivé.\n`);
  expect(await off(gone.row, false)).toBe(`${gone.row.email} est actif.\n`);
  expect((await enter(gone.row, 'ancien')).status).toBe(200);
  const remove = (row: { email: string | null }) =>
    outputOf(() => removeSuperAdmin({ email: row.email ?? '' }));
  expect(await remove(gone.row)).toBe(`${gone.row.email} est supprimé.\n`);
  expect((await enter(gone.row, 'ancien')).status).toBe(401);
  await database.pool.query(`update users set active = id = $1 where type = 'superAdmin'`, [kept.row.id]);
  const last = 'C’est le dernier super administrateur actif : rien n’a été changé.';
  await expect(off(kept.row)).rejects.toThrow(last);
  await expect(remove(kept.row)).rejects.toThrow(last);
  expect(await me(kept.token)).toBe(200);
  const { row: other } = await signIn('supervisor');
  await expect(remove(other)).rejects.toThrow('Aucun super administrateur');
});

it('no command takes a password as an argument', async () => {
  const args = ['--name', 'A', '--email', 'a@exemple.bj', '--phone', '97000000', '--password', 'visible'];
  expect((await command(['create-superadmin', ...args])).code).toBe(1);
});

/** The output of a command in this process, which is another one than the server's. */
async function outputOf(work: () => Promise<void>): Promise<string> {
  for (const [key, value] of Object.entries(env)) vi.stubEnv(key, value);
  let output = '';
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  try {
    await work();
  } finally {
    write.mockRestore();
    vi.unstubAllEnvs();
  }
  return output;
}

it('end-sessions shuts a super administrator out of both servers within a second', async () => {
  const { row, token } = await signIn('superAdmin');
  const other = await signIn('superAdmin');
  const sockets = [await connectTo(server.url, token), await connectTo(second.url, token)];
  const outcome = await whileRemembered(token, command(['end-sessions', '--email', row.email ?? '']));
  expect(outcome).toEqual({ code: 0, output: 'Sessions fermées : 1.\n', stderr: '' });
  await Promise.all([
    expectShutOut(token),
    vi.waitFor(() => expect(sockets.map(({ socket }) => socket.connected)).toEqual([false, false]), A_SECOND),
  ]);
  expect(await Promise.all([me(other.token), me(other.token, second)])).toEqual([200, 200]);
});

it('end-sessions ends those of one account at once, and of no other', async () => {
  const agent = await signIn('agent');
  const customer = await signIn('customer');
  expect(await Promise.all([me(agent.token), me(agent.token, second)])).toEqual([200, 200]);
  expect(await outputOf(() => endSessions({ email: agent.row.email ?? '' }))).toBe('Sessions fermées : 1.\n');
  await expectShutOut(agent.token);
  expect(await me(customer.token)).toBe(200);
  await outputOf(() => endSessions({ phone: customer.row.phone ?? '' }));
  await expectShutOut(customer.token);
});

it('end-sessions needs one account, or --all', async () => {
  const one = 'Indiquez --email, --phone (un client) ou --all.';
  await expect(endSessions({})).rejects.toThrow(one);
  await expect(endSessions({ all: true, email: 'a@exemple.bj' })).rejects.toThrow(one);
  await expect(outputOf(() => endSessions({ email: 'inconnu@exemple.bj' }))).rejects.toThrow(
    'Aucun compte trouvé : aucune session n’a été fermée.',
  );
});

it('list-staff prints who works for Amasin, without customers and partners', async () => {
  const supervisor = await signIn('supervisor');
  const others = [await signIn('customer'), await signIn('partnerDoctor')];
  const output = await outputOf(listStaff);
  const line = output.split('\n').find((one) => one.includes(supervisor.row.email ?? ''));
  expect(line).toMatch(
    /^Superviseur · .* · actif · mot de passe seul · sessions : 1 · vu le \d{4}-\d\d-\d\d à \d\d:\d\d$/,
  );
  for (const { row } of others) expect(output).not.toContain(row.email ?? row.phone);
});

it('export-person writes what is known of a customer, once, for this user of the machine only', async () => {
  const { row } = await signIn('customer');
  const folder = await mkdtemp(join(tmpdir(), 'amasin-export-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const write = () => outputOf(() => exportCustomer(row.phone ?? '', folder));
  await write();
  const names = await readdir(folder);
  expect(names.toSorted()).toEqual([`donnees-${row.id}.json`, `donnees-${row.id}.pdf`]);
  const path = join(folder, `donnees-${row.id}.json`);
  expect(await readFile(path, 'utf8')).toContain(row.phone);
  expect((await stat(path)).mode & 0o077).toBe(0);
  await expect(write()).rejects.toThrow('EEXIST');
  await expect(outputOf(() => exportCustomer('0190000099', folder))).rejects.toThrow(
    'Aucun client n’a ce téléphone : rien n’a été écrit.',
  );
});

it('end-sessions --all ends every session', async () => {
  const people = [await signIn('superAdmin'), await signIn('customer')];
  await outputOf(() => endSessions({ all: true }));
  for (const { token } of people) await expectShutOut(token);
});
