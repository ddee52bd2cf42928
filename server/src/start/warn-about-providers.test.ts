import { expect, it, vi } from 'vitest';
import { warnAboutProviders } from './providers.ts';

const ready = { DEMO: false, SMS_PROVIDER: 'http', WHATSAPP: null, FIREBASE: null, PROVIDERS: [] } as const;
const whatsApp = { token: 'token', phoneId: '1', url: 'https://exemple.bj', templates: {} };
const firebase = { projectId: 'amasin-bj' };

const NOTHING_SENT = 'SMS_PROVIDER is none: no codes or messages are sent';
const ONLY_FIREBASE = 'SMS_PROVIDER is none: no messages are sent, and codes only by Firebase';
const NO_LICENCE = 'PAYMENT_LICENCE is missing: write down the licence of the payment provider (BCEAO)';
const TEST_MODE = 'the payment provider is in its test mode: no money moves';

it.each([
  ['a vendor of SMS', {}, []],
  ['no vendor', { SMS_PROVIDER: 'none' }, [NOTHING_SENT]],
  ['no vendor, WhatsApp', { SMS_PROVIDER: 'none', WHATSAPP: whatsApp }, []],
  ['no vendor, Firebase', { SMS_PROVIDER: 'none', FIREBASE: firebase }, [ONLY_FIREBASE]],
  [
    'a provider in its test mode',
    { PROVIDERS: [{ provider: 'fedapay', isTest: true }] },
    [TEST_MODE, NO_LICENCE],
  ],
  ['a provider without a licence', { PROVIDERS: [{ provider: 'kkiapay', isTest: false }] }, [NO_LICENCE]],
  [
    'a provider with a licence',
    { PAYMENT_LICENCE: 'BCEAO EME 12/2025', PROVIDERS: [{ provider: 'kkiapay', isTest: false }] },
    [],
  ],
  ['the same in the demonstration', { DEMO: true, PROVIDERS: [{ provider: 'fedapay', isTest: true }] }, []],
])('with %s', (_, settings, warnings) => {
  const warn = vi.fn();
  const log = { info: vi.fn(), warn, error: vi.fn() };
  warnAboutProviders({ ...ready, ...settings } as Parameters<typeof warnAboutProviders>[0], log);
  expect(warn.mock.calls.map(([, text]) => text)).toEqual(warnings);
});
