import { describe, expect, it } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import { readEnv } from '../env.ts';
import { readProviderSettings } from './payment-settings.ts';

const fedapay = {
  PUBLIC_URL: 'https://amasin.bj',
  FEDAPAY_SECRET_KEY: 'sk_live_abc-DEF_123',
  FEDAPAY_WEBHOOK_SECRET: 'wh_live_abc',
};
const kkiapay = {
  KKIAPAY_PUBLIC_KEY: 'public',
  KKIAPAY_PRIVATE_KEY: 'private',
  KKIAPAY_SECRET_KEY: 'secret',
  KKIAPAY_WEBHOOK_SECRET: 'x'.repeat(32),
};
const portal = {
  PORTAL_LOGIN_URL: 'https://pay.test/login',
  PORTAL_EMAIL: 'compte@amasin.bj',
  PORTAL_PASSWORD: 'mot de passe',
  PORTAL_URL: 'https://pay.test/portal',
  PORTAL_CLIENT_ID: 'client',
  PORTAL_PRODUCT_ID: 'produit',
  PORTAL_STATUS_URL: 'https://pay.test/transactions/{transactionId}',
  PORTAL_WEBHOOK_SECRET: 'x'.repeat(32),
};
const all = { fedapay, kkiapay, portal } as const;

describe.each(['fedapay', 'kkiapay', 'portal'] as const)('%s', (provider) => {
  it.each(Object.keys(all[provider]))('needs %s', (name) => {
    expect(() => readProviderSettings(provider, { ...all[provider], [name]: undefined })).toThrow(
      new RegExp(`^Réglage ${name} manquant : indiquez [^\\n]+\\.$`),
    );
  });

  it('is read with the other settings, outside demo mode', () => {
    const env = readEnv({
      ...outsideDemo,
      PAYMENT_PROVIDER: provider,
      ...all[provider],
    });
    expect(env.PROVIDERS.map((one) => one.provider)).toEqual([provider]);
  });
});

it.each([
  ['fedapay', { FEDAPAY_SECRET_KEY: 'pk_live_public' }, 'sk_live_… ou sk_sandbox_…'],
  ['fedapay', { FEDAPAY_URL: 'http://api.fedapay.com' }, 'une adresse https://…'],
  ['kkiapay', { KKIAPAY_WEBHOOK_SECRET: 'x'.repeat(31) }, 'un secret d’au moins 32 octets'],
  ['kkiapay', { KKIAPAY_SANDBOX: 'oui' }, '0 ou 1'],
  ['portal', { PORTAL_WEBHOOK_SECRET: 'short' }, 'un secret d’au moins 32 octets'],
  ['portal', { PORTAL_STATUS_URL: 'https://pay.test/transactions' }, 'qui contient {transactionId}'],
  ['portal', { PORTAL_URL: 'https://user:pass@pay.test' }, 'une adresse https://…'],
] as const)('%s refuses %o, without showing the value', (provider, change, expected) => {
  const [[name = '', value = ''] = []] = Object.entries(change);
  const read = () => readProviderSettings(provider, { ...all[provider], ...change });
  expect(read).toThrow(`Réglage ${name} invalide : attendu`);
  expect(read).toThrow(expected);
  expect(read).not.toThrow(`« ${value} »`);
});

it('chooses the address of FedaPay and of KKiaPay by the kind of keys', () => {
  const url = (change: object) => readProviderSettings('fedapay', { ...fedapay, ...change }).url;
  expect(url({})).toBe('https://api.fedapay.com');
  expect(url({ FEDAPAY_SECRET_KEY: 'sk_sandbox_abc' })).toBe('https://sandbox-api.fedapay.com');
  expect(readProviderSettings('kkiapay', kkiapay).url).toBe('https://api.kkiapay.me');
  expect(readProviderSettings('kkiapay', { ...kkiapay, KKIAPAY_SANDBOX: '1' })).toMatchObject({
    url: 'https://api-sandbox.kkiapay.me',
    isTest: true,
  });
});
