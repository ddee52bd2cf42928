import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from '../database/database.ts';
import { urlTo } from '../database/embedded/home.ts';
import { findPostmasters, findRunningPostgres } from '../database/embedded/lock.ts';
import { outsideDemo } from '../env.fixture.ts';
import { expectInvariants } from '../testing/invariants.ts';
import { endPrograms, makeDataFolder, type Product, run, startProduct } from '../testing/run-product.ts';

/** The line that a server prints before it looks at its folder and port. */
const BEGINS = expect.stringMatching(/^Amasin \S+ démarre \(Node \S+\)\.\n$/);

const isBuilt = existsSync(
  fileURLToPath(new URL('../../../web/build/client/__spa-fallback.html', import.meta.url)),
);
const PASSWORD = 'demo-amasin';
const accounts = [
  ['admin@amasin.demo', 'superAdmin'],
  ['superviseur@amasin.demo', 'supervisor'],
  ['pharmacien@amasin.demo', 'agent'],
  ['pharmacie@amasin.demo', 'pharmacy'],
  ['pharmacie2@amasin.demo', 'pharmacy'],
  ['livreur@amasin.demo', 'deliveryPerson'],
  ['livreur2@amasin.demo', 'deliveryPerson'],
  ['docteur@amasin.demo', 'partnerDoctor'],
  ['docteur2@amasin.demo', 'partnerDoctor'],
  ['0197000001', 'customer'],
  ['0197000002', 'customer'],
] as const;

// The tests run in order on one data folder, across restarts.
let dataDir: string;
let cluster: string;
let product: Product;

beforeAll(async () => {
  dataDir = makeDataFolder();
  cluster = join(dataDir, 'postgres');
  product = await startProduct({ DATA_DIR: dataDir });
});
afterAll(endPrograms);

const newcomer = (phone: string) => ({ name: 'Reine Houéto', phone, password: 'bonjour' });
const register = (phone: string) => product.call('POST', '/auth/register', newcomer(phone));

async function signIn(identifier: string, password = PASSWORD) {
  const path = identifier.includes('@') ? '/auth/admin-login' : '/auth/login';
  const { status, body } = await product.call('POST', path, { identifier, password });
  return { status, type: body.user?.type as string, token: body.token as string };
}

/** A paid order of the first customer, by the same calls as the browser. */
async function placeOrder(): Promise<string> {
  const { token } = await signIn('0197000001');
  const { body: zones } = await product.call('GET', '/zones', undefined, token);
  const { body: found } = await product.call('GET', '/medications/search?q=paracetamol', undefined, token);
  const medicine = found.medications.find(
    (one: { requiresPrescription: boolean }) => !one.requiresPrescription,
  );
  const order = {
    prescription: { type: 'numerical', items: [{ medicationId: medicine._id, quantity: 2 }] },
    deliveryZone: zones.zones[0]._id,
    deliveryAddress: 'Derrière le stade, portail rouge',
  };
  const { body: payment } = await product.call('POST', '/payments', { order }, token);
  const { transactionId } = payment;
  await fetch(`${product.url}/sandbox-pay/transactions/${transactionId}/approve`, { method: 'POST' });
  const { body } = await product.call('POST', '/orders', { ...order, transactionId }, token);
  return body.order._id;
}

describe('the first start', () => {
  it('lists each demo account with its sign-in page', async () => {
    await product.says(/0197000002.*\n/);
    expect(product.output()).toContain(`(mot de passe : ${PASSWORD})`);
    for (const [identifier] of accounts) {
      const page = identifier.includes('@') ? '/admin' : '/login';
      expect(product.output()).toMatch(new RegExp(`\\S {2,}${identifier} +${page}\n`));
    }
  });

  it('each account can sign in and has its type', async () => {
    const found = await Promise.all(accounts.map(async ([who]) => [who, (await signIn(who)).type]));
    expect(found).toEqual(accounts);
  });

  it('is ready and serves its documentation', async () => {
    const ready = await fetch(`${product.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok' }]);
    const docs = await fetch(`${product.url}/api/docs`);
    expect([docs.status, docs.headers.get('content-type')]).toEqual([200, expect.stringContaining('html')]);
  });

  it.skipIf(!isBuilt)('serves the site (needs the built web)', async () => {
    const home = await fetch(product.url);
    expect([home.status, await home.text()]).toEqual([200, expect.stringContaining('Amasin')]);
  });

  it('a second server on the same folder or port fails with one line', async () => {
    const { port } = new URL(product.url);
    const [sameFolder, samePort] = await Promise.all([
      run('server', { env: { DATA_DIR: dataDir, PORT: '0' } }).ended,
      run('server', {
        env: { DATABASE_URL: urlTo(findRunningPostgres(dataDir)!), DATA_DIR: dataDir, DEMO: '1', PORT: port },
      }).ended,
    ]);
    expect(sameFolder).toEqual({
      code: 1,
      output: BEGINS,
      stderr: `Une autre instance d’Amasin utilise déjà le dossier ${dataDir} (processus ${product.pid}).\n`,
    });
    expect(samePort).toEqual({
      code: 1,
      output: BEGINS,
      stderr: `Réglage PORT : le port ${port} est déjà pris, indiquez-en un autre.\n`,
    });
    expect((await signIn('0197000001')).status).toBe(200);
  });
});

describe('stopping', () => {
  it('after SIGTERM, even twice, it responds to the pending request and leaves no process running', async () => {
    expect((await register('0196000001')).status).toBe(201);
    const body = JSON.stringify(newcomer('0196000002'));
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    };
    // Like a browser: the connection stays open until the server closes it.
    const agent = new Agent({ keepAlive: true });
    const late = request(`${product.url}/api/auth/register`, { method: 'POST', headers, agent });
    late.flushHeaders();
    await once(late, 'continue');
    const stopped = product.kill('SIGTERM');
    await product.says(/Arrêt demandé \(SIGTERM\)…\n/);
    void product.kill('SIGTERM');
    late.end(body);
    const [response] = await once(late, 'response');
    response.resume();
    expect(response.statusCode).toBe(201);
    expect(await stopped).toMatchObject({ code: 0, stderr: '' });
    expect(findPostmasters(cluster)).toEqual([]);
  });

  it('a signal during the start stops it cleanly', async () => {
    const starting = run('server', { env: { DATA_DIR: dataDir, PORT: '0' } });
    await vi.waitFor(() => expect(findPostmasters(cluster)).toHaveLength(1), {
      timeout: 60_000,
      interval: 10,
    });
    expect(await starting.kill('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    expect(starting.output()).not.toContain('à l’adresse');
    expect(findPostmasters(cluster)).toEqual([]);
  });
});

describe('starting again', () => {
  it('keeps the data of the first start', async () => {
    product = await startProduct({ DATA_DIR: dataDir });
    expect(product.output()).not.toContain('Première fois');
    for (const phone of ['0196000001', '0196000002']) {
      expect((await signIn(phone, 'bonjour')).type).toBe('customer');
    }
  });

  it('loses no acknowledged data after kill -9', async () => {
    const orderId = await placeOrder();
    const created: string[] = [];
    const phones = Array.from({ length: 20 }, (_, index) => String(196_100_000 + index).padStart(10, '0'));
    const killed = Promise.withResolvers<unknown>();
    await Promise.allSettled(
      phones.map(async (phone) => {
        if ((await register(phone)).status === 201) created.push(phone);
        if (created.length === 5) killed.resolve(product.kill('SIGKILL'));
      }),
    );
    await killed.promise;

    product = await startProduct({ DATA_DIR: dataDir });
    expect(product.output()).toContain('Une base laissée par un serveur interrompu');
    const found = await Promise.all(created.map((phone) => signIn(phone, 'bonjour')));
    expect(found.map(({ status }) => status)).toEqual(created.map(() => 200));
    const { token } = await signIn('0197000001');
    const { body } = await product.call('GET', `/orders/${orderId}`, undefined, token);
    expect(body.order).toMatchObject({ _id: orderId, state: 'pending' });
    const beside = openDatabase(findRunningPostgres(dataDir)!, () => {});
    await expectInvariants(beside.db);
    await beside.close();
  });

  it('Ctrl-C stops it like SIGTERM', async () => {
    expect(await product.kill('SIGINT')).toMatchObject({ code: 0, stderr: '' });
    expect(findPostmasters(cluster)).toEqual([]);
  });

  it('fails without DEMO, because the passwords of its accounts are public', async () => {
    const production = {
      ...outsideDemo,
      PAYMENT_PROVIDER: 'none',
    };
    expect(await run('server', { env: { ...production, DATA_DIR: dataDir, PORT: '0' } }).ended).toEqual({
      code: 1,
      // Outside the demonstration each line is one of the log.
      output: expect.stringMatching(/^\{.*"msg":"Amasin \S+ démarre \(Node \S+\)\."\}\n$/),
      stderr:
        'Réglage DEMO : cette base a des comptes de démonstration, permis seulement avec DEMO=1 ; indiquez-en une autre (DATA_DIR, DATABASE_URL).\n',
    });
    expect(findPostmasters(cluster)).toEqual([]);
  });
});
