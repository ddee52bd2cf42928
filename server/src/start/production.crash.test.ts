import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { findPostmasters } from '../database/embedded/lock.ts';
import { outsideDemo } from '../env.fixture.ts';
import { codeAt } from '../session/code-at.fixture.ts';
import { version } from '../settings/version.ts';
import { endPrograms, makeDataFolder, type Product, run, startProduct } from '../testing/run-product.ts';

const PASSWORD = 'mot-de-passe-du-chef';
let env: Record<string, string>;
let product: Product;
/** The packages that the product has loaded. */
let loaded: string;

beforeAll(async () => {
  env = {
    ...outsideDemo,
    DATA_DIR: makeDataFolder(),
    PAYMENT_PROVIDER: 'none',
    METRICS_PORT: '0',
    PUBLIC_URL: 'https://amasin.bj',
    PHONE_VERIFICATION: 'firebase',
    FIREBASE_PROJECT_ID: 'amasin-essai',
    FIREBASE_API_KEY: 'AIzaSyTest-key-of-a-test-project',
    FIREBASE_AUTH_DOMAIN: 'amasin-essai.firebaseapp.com',
  };
  loaded = join(makeDataFolder(), 'packages');
  const recorder = new URL('./record-packages.fixture.ts', import.meta.url).href;
  product = await startProduct({
    ...env,
    LOADED_PACKAGES: loaded,
    NODE_OPTIONS: `--import=${recorder}`,
  });
});
afterAll(endPrograms);

const createChief = (email: string, phone: string) =>
  run('command', {
    env,
    args: ['create-superadmin', '--name', 'Prudencio Zinsou', '--email', email, '--phone', phone],
    input: `${PASSWORD}\n`,
  });

const signIn = async (path: string, identifier: string, password: string): Promise<string | undefined> =>
  (await product.call('POST', path, { identifier, password })).body.token;

// They would be in memory all the time.
it('starts without the packages that only some requests need', async () => {
  const packages = () => readFileSync(loaded, 'utf8').trimEnd().split('\n');
  const seldom = [
    '@fastify/ajv-compiler',
    '@fastify/fast-json-stringify-compiler',
    '@fastify/swagger',
    '@fastify/swagger-ui',
    '@opentelemetry/sdk-trace-base',
    'age-encryption',
    'altcha-lib',
    'cli-progress',
    'commander',
    'csv-stringify',
    'jose',
    'modern-tar',
    'otpauth',
    'pdfmake',
    'sharp',
    'web-push',
    'yaml',
  ];
  expect(packages()).toContain('fastify');
  expect(packages().filter((name) => seldom.includes(name))).toEqual([]);
  expect((await fetch(`${product.url}/api/docs/json`)).status).toBe(200);
  expect(packages()).toContain('@fastify/swagger');
});

/** The messages of the log so far; throws unless every line is JSON. */
const said = () =>
  product
    .output()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);

it('writes nothing but JSON, of which the first line has the version', async () => {
  expect(said()[0]).toBe(`Amasin ${version} démarre (Node ${process.versions.node}).`);
  const log = { level: 30, pid: product.pid, hostname: hostname() };
  expect(JSON.parse(product.output().split('\n')[0] ?? '')).toMatchObject(log);
});

it('prints its public address beside the one on this machine', () => {
  expect(said()).toContain('Adresse publique : https://amasin.bj');
});

it('lists and creates no demo accounts', async () => {
  expect(product.output()).not.toMatch(/démonstration|demo/i);
  expect(await signIn('/auth/admin-login', 'admin@amasin.demo', 'demo-amasin')).toBeUndefined();
  expect(await signIn('/auth/login', '0197000001', 'demo-amasin')).toBeUndefined();
});

it('serves neither the payment portal nor the messages page', async () => {
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

it('serves metrics on 127.0.0.1, on a port of their own', async () => {
  await product.call('GET', '/zones');
  const [, url = ''] = await product.says(/Mesures : (http:\/\/127\.0\.0\.1:\d+\/metrics)"/);
  const text = await (await fetch(url)).text();
  expect(text).toMatch(
    /amasin_http_request_seconds_count\{method="GET",route="\/api\/zones",status="401"\} 1\n/,
  );
  expect(text).toMatch(/amasin_jobs\{queue="send-sms",state="ready"\} 0\n/);
  expect((await fetch(`${product.url}/metrics`)).status).toBe(404);
});

it('starts from a super administrator created by the command; payments return 503 and charge nothing', async () => {
  expect(await createChief('chef@exemple.bj', '0195000001').ended).toEqual({
    code: 0,
    output: 'Mot de passe : \nCompte créé : chef@exemple.bj se connecte à l’adresse /admin.\n',
    stderr: '',
  });
  const chief = await signIn('/auth/admin-login', 'chef@exemple.bj', PASSWORD);
  expect((await product.call('GET', '/users', undefined, chief)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  const password = { currentPassword: PASSWORD };
  const { body: offered } = await product.call('POST', '/auth/second-factor', password, chief);
  // The server's clock.
  const { headers } = await fetch(`${product.url}/health`);
  const code = codeAt(offered.secret, new Date(headers.get('date') ?? ''));
  expect((await product.call('PUT', '/auth/second-factor', { code }, chief)).status).toBe(200);
  const zone = { label: 'Ouidah centre', sectors: ['Zongo'], price: 800 };
  const medicine = { label: 'Sels de réhydratation', form: 'other', price: 150, requiresPrescription: false };
  const { body: zones } = await product.call('POST', '/zones', zone, chief);
  const { body: medicines } = await product.call('POST', '/medications', medicine, chief);

  const customer = { name: 'Fifamè Zannou', phone: '0195000002', password: 'bonjour' };
  await product.call('POST', '/auth/register', customer);
  const token = await signIn('/auth/login', customer.phone, customer.password);
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

it('the demo command is rejected', async () => {
  expect(await run('command', { env, args: ['demo'] }).ended).toEqual({
    code: 1,
    output: '',
    stderr: 'Les données de démonstration demandent DEMO=1.\n',
  });
});

it('stops on SIGHUP after its output was closed; a command then starts and stops the database', async () => {
  const running = () => findPostmasters(join(env.DATA_DIR!, 'postgres')).length;
  product.closeOutput();
  expect(await product.kill('SIGHUP')).toMatchObject({ code: 0, stderr: '' });
  expect(await createChief('CHEF@exemple.bj', '0195000003').ended).toMatchObject({
    code: 1,
    stderr: 'Un compte existe déjà avec cet e-mail ou ce téléphone.\n',
  });
  expect(running()).toBe(0);
  const interrupted = createChief('autre@exemple.bj', '0195000004');
  await vi.waitFor(() => expect(running()).toBe(1), { timeout: 60_000, interval: 10 });
  expect(await interrupted.kill('SIGINT')).toMatchObject({ code: 130, stderr: '' });
  expect(running()).toBe(0);
});

it('restarted in demo mode, keeps its data and lists no demo accounts', async () => {
  product = await startProduct({ DATA_DIR: env.DATA_DIR! });
  // The right password; the second step is kept too.
  const chief = { email: 'chef@exemple.bj', password: PASSWORD };
  expect((await product.call('POST', '/auth/admin-login', chief)).body.code).toBe('CODE_REQUIRED');
  // The accounts are printed before the signal is handled.
  expect((await product.kill('SIGTERM')).output).not.toContain('Comptes de démonstration');
});
