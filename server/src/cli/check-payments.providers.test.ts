import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import type { FakeProvider, Trouble } from '../payments/providers/fake-provider.fixture.ts';
import { FEDAPAY_KEY, startFedapay } from '../payments/providers/fedapay.fixture.ts';
import { KKIAPAY_KEYS, startKkiapay } from '../payments/providers/kkiapay.fixture.ts';
import { type FakePortal, portalEnv, startPortal } from '../payments/providers/portal.fixture.ts';
import { endPrograms, run } from '../testing/run-product.ts';

let fedapay: FakeProvider;
let kkiapay: FakeProvider;
let portal: FakePortal;
beforeAll(async () => {
  [fedapay, kkiapay, portal] = await Promise.all([startFedapay(), startKkiapay(), startPortal()]);
});
afterEach(() => {
  fedapay.trouble = null;
});
afterAll(async () => {
  await endPrograms();
  await Promise.all([fedapay.close(), kkiapay.close(), portal.close()]);
});

const common = {
  ...outsideDemo,
  PUBLIC_URL: 'https://amasin.bj',
};
const withFedapay = () => ({
  ...common,
  PAYMENT_PROVIDER: 'fedapay',
  FEDAPAY_SECRET_KEY: FEDAPAY_KEY,
  FEDAPAY_WEBHOOK_SECRET: 'wh_sandbox_of-tests',
  FEDAPAY_URL: fedapay.url,
});
const check = (env: Record<string, string>) => run('command', { env, args: ['check-payments'] }).ended;

describe('check-payments', () => {
  it('opens a payment with FedaPay and prints the address of the webhook', async () => {
    const { code, output, stderr } = await check(withFedapay());
    expect([code, stderr]).toEqual([0, '']);
    expect(output.trim().split('\n')).toEqual([
      'FedaPay : les clés sont acceptées, un paiement d’essai de 100 F a été ouvert et ne sera pas payé.',
      'Attention : ces clés sont celles des essais, aucun argent ne circule.',
      'Adresse à inscrire comme webhook : https://amasin.bj/api/payments/webhooks/fedapay',
      'PAYMENT_LICENCE manque : notez l’agrément du prestataire (BCEAO), que vous devez avoir vérifié.',
      'Le secret du webhook ne s’essaie pas d’ici : après un premier paiement, vérifiez chez le prestataire que son appel a reçu 200.',
    ]);
    expect(fedapay.calls.slice(0, 2)).toEqual(['POST /v1/transactions', 'POST /v1/transactions/1000/token']);
  });

  it('tries the keys of KKiaPay', async () => {
    const { code, output } = await check({
      ...common,
      PAYMENT_PROVIDER: 'kkiapay',
      KKIAPAY_PUBLIC_KEY: KKIAPAY_KEYS.publicKey,
      KKIAPAY_PRIVATE_KEY: KKIAPAY_KEYS.privateKey,
      KKIAPAY_SECRET_KEY: KKIAPAY_KEYS.secretKey,
      KKIAPAY_WEBHOOK_SECRET: KKIAPAY_KEYS.webhookSecret,
      KKIAPAY_URL: kkiapay.url,
    });
    expect(code).toBe(0);
    expect(output).toContain('KKiaPay : les clés sont acceptées.');
    expect(output).toContain('https://amasin.bj/api/payments/webhooks/kkiapay');
  });

  it('signs in to a portal, and says that the status is not tried', async () => {
    const { code, output } = await check({ ...common, PAYMENT_PROVIDER: 'portal', ...portalEnv(portal) });
    expect(code).toBe(0);
    expect(output).toContain(
      'Portail : la connexion est acceptée. L’état d’un paiement ne s’essaie que par un vrai paiement.',
    );
  });

  it.each<[Trouble, RegExp]>([
    ['refused-key', /refuse la clé : vérifiez FEDAPAY_SECRET_KEY\./],
    ['error', /est en panne \(réponse 500\) : réessayez plus tard\./],
    ['garbage', /répond autrement que prévu : vérifiez les adresses et les réglages\./],
  ])('says in one line what is wrong: %s', async (trouble, expected) => {
    fedapay.trouble = trouble;
    const { code, stderr } = await check(withFedapay());
    expect(code).toBe(1);
    expect(stderr).toMatch(expected);
    expect(stderr).toMatch(/^[^\n]+ Les paiements échoueraient\.\n$/);
    expect(stderr).not.toContain(FEDAPAY_KEY);
  });

  it.each([
    [{ FEDAPAY_URL: 'http://127.0.0.1:1' }, '127.0.0.1:1 est injoignable'],
    [{ FEDAPAY_SECRET_KEY: 'pk_live_public' }, 'Réglage FEDAPAY_SECRET_KEY invalide'],
    [{ PAYMENT_PROVIDER: 'none' }, 'aucun paiement n’est possible'],
  ])('fails with %o', async (change, expected) => {
    const { code, stderr } = await check({ ...withFedapay(), ...change });
    expect(code).toBe(1);
    expect(stderr).toContain(expected);
  });
});
