import { afterAll, beforeAll, expect, it } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import { openProvider } from '../payments/open.ts';
import {
  type FakeFedapay,
  FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET,
  fedapayEnv,
  startFedapay,
} from '../payments/providers/fedapay.fixture.ts';
import { KKIAPAY_KEYS } from '../payments/providers/kkiapay.fixture.ts';
import { findMoneyHold } from '../payments/queries.ts';
import { readProviderSettings } from '../settings/payment-settings.ts';
import { fillBasket, openPayment } from '../testing/pay.ts';
import { endPrograms, run } from '../testing/run-product.ts';
import { startTestApp, type TestApp } from '../testing/test-app.ts';

let fedapay: FakeFedapay;
let server: TestApp;
let env: Record<string, string>;

beforeAll(async () => {
  fedapay = await startFedapay({ now: () => server.clock.now() });
  const settings = readProviderSettings('fedapay', fedapayEnv(fedapay.url));
  server = await startTestApp({ payments: openProvider(settings, { now: () => server.clock.now() }) });
  env = {
    ...outsideDemo,
    DATABASE_URL: String(server.pool.options.connectionString),
    PUBLIC_URL: 'https://amasin.bj',
    PAYMENT_PROVIDER: 'fedapay,kkiapay',
    FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
    FEDAPAY_WEBHOOK_SECRET,
    FEDAPAY_URL: fedapay.url,
    KKIAPAY_PUBLIC_KEY: KKIAPAY_KEYS.publicKey,
    KKIAPAY_PRIVATE_KEY: KKIAPAY_KEYS.privateKey,
    KKIAPAY_SECRET_KEY: KKIAPAY_KEYS.secretKey,
    KKIAPAY_WEBHOOK_SECRET: KKIAPAY_KEYS.webhookSecret,
  };
});
afterAll(async () => {
  await endPrograms();
  await server.close();
  await fedapay.close();
});

const command = (...args: string[]) => run('command', { env, args }).ended;
const spaced = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');

it('reconcile lists what the provider has and we have not, and changes nothing', async () => {
  const customer = await server.signIn('customer');
  const { order } = await fillBasket(server);
  const { transactionId } = await openPayment(server, customer, { order });
  fedapay.settle(transactionId, { status: 'paid' });
  await server.pool.query('delete from payments');
  const { code, output, stderr } = await command('reconcile', '--since', '2026-11-20');
  expect([code, stderr]).toEqual([0, '']);
  expect(spaced(output).trim().split('\n')).toEqual([
    'FedaPay, depuis le 20/11/2026 00:00 :',
    `  chez le prestataire seulement : paiement de 4 825 F, 20/11/2026 11:00, référence 1000, la nôtre ${transactionId}`,
    'KKiaPay, depuis le 20/11/2026 00:00 :',
    '  ne donne pas la liste de ses opérations : comparez dans son tableau de bord.',
  ]);
  const later = await command('reconcile', '--since', '2026-11-25');
  expect(spaced(later.output)).toContain('FedaPay, depuis le 25/11/2026 00:00 :\n  tout concorde.\n');
  expect((await server.pool.query('select from payments')).rowCount).toBe(0);
});

it('reconcile says when a date is wrong or a provider does not answer', async () => {
  expect(await command('reconcile', '--since', 'hier')).toMatchObject({
    code: 1,
    stderr: 'Indiquez --since sous la forme 2026-11-28.\n',
  });
  fedapay.trouble = 'error';
  expect(await command('reconcile', '--since', '2026-11-20')).toMatchObject({
    code: 1,
    stderr: 'FedaPay ne répond pas comme prévu : rien n’a été comparé, réessayez.\n',
  });
  fedapay.trouble = null;
});

it('resume-money ends the waiting, once, with a line of the journal', async () => {
  expect((await command('resume-money')).output).toBe(
    'Rien n’attendait : aucune restauration n’est à reprendre.\n',
  );
  await server.pool.query(
    'insert into restores (id, restored_at, backup_at) values (gen_random_uuid(), now(), now())',
  );
  expect(await command('resume-money')).toMatchObject({
    code: 0,
    output: 'Remboursements, versements, messages et suivi des paiements reprennent dans la minute.\n',
  });
  expect(await findMoneyHold(server.db)).toBeNull();
  const { rows } = await server.pool.query(
    `select subject_kind, details from audit where action = 'resume-money'`,
  );
  expect(rows).toEqual([{ subject_kind: 'list', details: { by: 'command' } }]);
});
