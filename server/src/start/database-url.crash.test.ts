import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { setFull } from '../audit/full-disk.fixture.ts';
import { openDatabase } from '../database/database.ts';
import { users } from '../database/schema/users.ts';
import { admin, withDatabase } from '../testing/global-setup.ts';
import { endPrograms, type Product, run, startProduct } from '../testing/run-product.ts';

// Empty and not migrated.
const name = `amasin_url_${randomBytes(4).toString('hex')}`;
let env: Record<string, string>;
let product: Product;

beforeAll(async () => {
  const { url } = inject('postgres');
  await admin(url, `create database ${name} template template0 encoding 'UTF8'`);
  env = { DATABASE_URL: withDatabase(url, name), DEMO: '1', DATABASE_CONNECTIONS: '2' };
  product = await startProduct(env);
});
afterAll(async () => {
  await endPrograms();
  await admin(inject('postgres').url, `drop database ${name} with (force)`);
});

async function countPeople(): Promise<number> {
  const { db, close } = openDatabase({ connectionString: env.DATABASE_URL }, () => {});
  const found = await db.select().from(users);
  await close();
  return found.length;
}

const signIn = () =>
  product.call('POST', '/auth/login', { identifier: '0197000001', password: 'demo-amasin' });

it('does not fill an external database with demo data', async () => {
  expect((await fetch(`${product.url}/health/ready`)).status).toBe(200);
  expect(await countPeople()).toBe(0);
  expect((await signIn()).status).toBe(401);
});

it('the demo command fills it once, while the server is running', async () => {
  expect(await run('command', { env, args: ['demo'] }).ended).toEqual({
    code: 0,
    output: 'Données de démonstration prêtes. Mot de passe de chaque compte : demo-amasin\n',
    stderr: '',
  });
  expect((await signIn()).status).toBe(200);

  const people = await countPeople();
  expect(await run('command', { env, args: ['demo'] }).ended).toEqual({
    code: 1,
    output: '',
    stderr: 'La base contient déjà des comptes : rien n’a été changé.\n',
  });
  expect(await countPeople()).toBe(people);
});

it('opens no more connections than DATABASE_CONNECTIONS, and one that listens', async () => {
  await Promise.all(Array.from({ length: 20 }, () => product.call('GET', '/zones')));
  const { pool, close } = openDatabase({ connectionString: env.DATABASE_URL, max: 1 }, () => {});
  const count = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    return rows[0].n;
  };
  // Connections of earlier tests end a moment after they are closed; the server keeps all that it has opened.
  await expect.poll(count, { timeout: 10_000 }).toBe(3);
  await close();
});

it('stops on SIGTERM, without having listed accounts; reads that a full disk left unrecorded are recorded', async () => {
  const { pool, close } = openDatabase({ connectionString: env.DATABASE_URL, max: 1 }, () => {});
  await setFull(pool, true);
  const credentials = { identifier: 'superviseur@amasin.demo', password: 'demo-amasin' };
  const { token } = (await product.call('POST', '/auth/admin-login', credentials)).body;
  const { orders } = (await product.call('GET', '/orders?limit=20', undefined, token)).body;
  await setFull(pool, false);
  const { code, output, stderr } = await product.kill('SIGTERM');
  expect([code, stderr]).toEqual([0, '']);
  expect(output).not.toContain('Comptes de démonstration');
  const { rows } = await pool.query(`select subject_id from audit where action = 'read'`);
  const ids = orders.map(({ _id }: { _id: string }) => _id);
  expect(ids).not.toEqual([]);
  expect(rows.map((row) => row.subject_id).sort()).toEqual(ids.sort());
  await close();
});
