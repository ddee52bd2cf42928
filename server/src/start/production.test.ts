import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findPostmasters } from '../database/embedded/postmaster.ts';
import { endPrograms, makeDataFolder, type Product, run, startProduct } from '../testing/run-product.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const PASSWORD = 'mot-de-passe-du-chef';
let env: Record<string, string>;
let product: Product;

beforeAll(async () => {
  const LINK_SECRET = 'a-secret-of-this-test';
  env = { DATA_DIR: makeDataFolder(), DEMO: '0', PAYMENT_PROVIDER: 'none', LINK_SECRET };
  product = await startProduct(env);
});
afterAll(endPrograms);

const createChief = (email: string, phone: string) =>
  run('command', {
    env,
    args: ['create-superadmin', '--name', 'Prudencio Zinsou', '--email', email, '--phone', phone],
    input: `${PASSWORD}\n`,
  });

const logIn = async (door: string, identifier: string, password: string): Promise<string | undefined> =>
  (await product.call('POST', door, { identifier, password })).body.token;

it('shows no demonstration account, and has none', async () => {
  expect(product.output()).not.toMatch(/démonstration|demo/i);
  expect(await logIn('/auth/admin-login', 'admin@amasin.demo', 'demo-amasin')).toBeUndefined();
  expect(await logIn('/auth/login', '0197000001', 'demo-amasin')).toBeUndefined();
});

it('has no payment portal, and shows nobody’s messages', async () => {
  const calls = [
    ['GET', '/sandbox-pay'],
    ['GET', '/sandbox-pay/portal.js'],
    ['POST', '/sandbox-pay/transactions/x/approve'],
    ['GET', '/api/dev/sms'],
  ] as const;
  for (const [method, path] of calls) {
    expect([path, (await fetch(`${product.url}${path}`, { method })).status]).toEqual([path, 404]);
  }
});

it('begins with a super administrator made beside it; a payment is refused, and nothing is charged', async () => {
  expect(await createChief('chef@exemple.bj', '0195000001').ended).toEqual({
    code: 0,
    output: 'Mot de passe : \nCompte créé : chef@exemple.bj se connecte à l’adresse /admin.\n',
    complaint: '',
  });
  const chief = await logIn('/auth/admin-login', 'chef@exemple.bj', PASSWORD);
  const zone = { label: 'Ouidah centre', sectors: ['Zongo'], price: 800 };
  const medicine = { label: 'Sels de réhydratation', form: 'other', price: 150, requiresPrescription: false };
  const { body: zones } = await product.call('POST', '/zones', zone, chief);
  const { body: medicines } = await product.call('POST', '/medications', medicine, chief);

  const customer = { name: 'Fifamè Zannou', phone: '0195000002', password: 'bonjour' };
  await product.call('POST', '/auth/register', customer);
  const token = await logIn('/auth/login', customer.phone, customer.password);
  const order = {
    prescription: { type: 'numerical', items: [{ medicationId: medicines.medication._id, quantity: 1 }] },
    deliveryZone: zones.zone._id,
    deliveryAddress: 'Près du temple des pythons',
  };
  expect(await product.call('POST', '/payments', { order }, token)).toEqual({
    status: 503,
    body: { success: false, code: 'PAYMENT_SERVICE_ERROR', message: 'Payment service error' },
  });
  expect((await product.call('POST', '/orders', order, token)).status).toBe(402);
  expect((await product.call('GET', '/orders', undefined, token)).body.total).toBe(0);
});

it('is not given demonstration data by the command either', async () => {
  expect(await run('command', { env, args: ['demo'] }).ended).toEqual({
    code: 1,
    output: '',
    complaint: 'Les données de démonstration demandent DEMO=1.\n',
  });
});

it('stops on SIGHUP; a command then starts the database for itself, and leaves nothing running', async () => {
  const running = () => findPostmasters(join(env.DATA_DIR!, 'postgres')).length;
  expect(await product.kill('SIGHUP')).toMatchObject({ code: 0, complaint: '' });
  expect(await createChief('CHEF@exemple.bj', '0195000003').ended).toMatchObject({
    code: 1,
    complaint: 'Un compte existe déjà avec cet e-mail ou ce téléphone.\n',
  });
  expect(running()).toBe(0);
  const interrupted = createChief('autre@exemple.bj', '0195000004');
  await vi.waitFor(() => expect(running()).toBe(1), { timeout: 60_000, interval: 10 });
  expect(await interrupted.kill('SIGINT')).toMatchObject({ code: 130, complaint: '' });
  expect(running()).toBe(0);
});

it('started later as a demonstration, keeps what it has and promises no account that it has not', async () => {
  product = await startProduct({ DATA_DIR: env.DATA_DIR! });
  expect(await logIn('/auth/admin-login', 'chef@exemple.bj', PASSWORD)).toBeDefined();
  // The accounts would come before the answer to a signal.
  expect((await product.kill('SIGTERM')).output).not.toContain('Comptes de démonstration');
});
