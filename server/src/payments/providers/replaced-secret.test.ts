import { describe, expect, it } from 'vitest';
import { readProviderSettings } from '../../settings/payment-settings.ts';
import { openProvider } from '../open.ts';
import { signCall } from './call.ts';
import { FEDAPAY_KEY } from './fedapay.fixture.ts';
import { KKIAPAY_KEYS } from './kkiapay.fixture.ts';
import { portalEnv } from './portal.fixture.ts';

const NOW = new Date('2026-11-20T10:00:00Z');
const OLD = 'wh_the-secret-that-was-given-before-this-day';
const NEW = 'wh_the-secret-that-is-given-from-this-day-on';
const url = 'http://127.0.0.1:9';
const body = '{"entity":{"id":7},"transactionId":"7"}';

const providers = {
  fedapay: {
    given: { PUBLIC_URL: 'https://amasin.test', FEDAPAY_SECRET_KEY: FEDAPAY_KEY },
    headersOf: (secret: string) => ({ 'x-fedapay-signature': signCall(body, secret, NOW) }),
  },
  kkiapay: {
    given: {
      KKIAPAY_PUBLIC_KEY: KKIAPAY_KEYS.publicKey,
      KKIAPAY_PRIVATE_KEY: KKIAPAY_KEYS.privateKey,
      KKIAPAY_SECRET_KEY: KKIAPAY_KEYS.secretKey,
    },
    headersOf: (secret: string) => ({ 'x-kkiapay-secret': secret }),
  },
  portal: {
    given: portalEnv({ url } as Parameters<typeof portalEnv>[0]),
    headersOf: (secret: string) => ({ 'x-portal-signature': signCall(body, secret, NOW) }),
  },
} as const;

describe.each(['fedapay', 'kkiapay', 'portal'] as const)('the webhook of %s', (name) => {
  const { given, headersOf } = providers[name];
  const setting = `${name.toUpperCase()}_WEBHOOK_SECRET`;
  /** Whether a server with these settings accepts calls signed by the old secret, the new one, and neither. */
  const accepted = (secrets: Record<string, string>) => {
    const settings = readProviderSettings(name, { ...given, ...secrets });
    const provider = openProvider(settings, { now: () => NOW });
    return [OLD, NEW, 'x'.repeat(40)].map(
      (secret) => provider.readEvent(Buffer.from(body), headersOf(secret)) !== null,
    );
  };

  it.each([
    ['the old one before', { [setting]: OLD }, [true, false, false]],
    ['both while it is replaced', { [setting]: NEW, [`${setting}_OLD`]: OLD }, [true, true, false]],
    ['the new one after', { [setting]: NEW }, [false, true, false]],
  ])('accepts %s', (_, secrets, expected) => {
    expect(accepted(secrets)).toEqual(expected);
  });
});
