import { describe, expect, it } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import { readEnv } from '../env.ts';

const production = { ...outsideDemo, PAYMENT_PROVIDER: 'none', PUBLIC_URL: 'https://amasin.bj' };
const sms = {
  ...production,
  SMS_PROVIDER: 'http',
  SMS_URL: 'https://sms.test/send',
  SMS_HEADERS: '{"APIKEY":"{key}"}',
  SMS_FIELDS: '{"to":"{to}","text":"{text}","callbackUrl":"{report}"}',
  SMS_KEY: 'key-of-tests',
  SMS_REPORT_SECRET: 'a-secret-of-this-test-of-32-bytes-or-more',
  SMS_ID_FIELD: 'messageId',
};

describe('a setting without effect stops the start', () => {
  it.each([
    ['KKIAPAY_SANBOX', { KKIAPAY_SANBOX: '1' }],
    ['SMS_FEILDS', { ...sms, SMS_FEILDS: '{}' }],
    ['PORTAL_NOM', { PORTAL_NOM: 'Portail' }],
  ])('%s, which is misspelt', (name, change) => {
    expect(() => readEnv({ ...production, ...change })).toThrow(
      `Réglage ${name} inconnu : vérifiez comment il s’écrit.`,
    );
  });

  it('but those of the system, of other programs and of earlier releases do not', () => {
    expect(() =>
      readEnv({
        ...production,
        HOME: '/root',
        SEARCHES_PER_MINUTE: '500',
        SMS_SERVICE_HOST: '10.0.0.1',
        PORTAL_PORT: 'tcp://10.0.0.1:80',
      }),
    ).not.toThrow();
  });

  it.each([
    ['SMS_REPORT_SECRET', { ...sms, SMS_REPORT_SECRET: '' }, 'SMS_FIELDS le demande.'],
    ['PUBLIC_URL', { ...sms, PUBLIC_URL: '' }, 'SMS_FIELDS le demande.'],
    ['SMS_ID_FIELD', { ...sms, SMS_ID_FIELD: '' }, 'SMS_REPORT_SECRET le demande.'],
    ['SMS_PROVIDER', { ...sms, SMS_PROVIDER: '' }, 'SMS_URL le demande.'],
    ['WHATSAPP_TOKEN', { WHATSAPP_TEMPLATES: '{"paid":"payee"}' }, 'WHATSAPP_TEMPLATES le demande.'],
    ['PHONE_VERIFICATION', { FIREBASE_PROJECT_ID: 'amasin-bj' }, 'FIREBASE_PROJECT_ID le demande.'],
  ])('%s is missing', (name, change, why) => {
    const read = () => readEnv({ ...production, ...change });
    expect(read).toThrow(`Réglage ${name} manquant : indiquez `);
    expect(read).toThrow(why);
  });

  it('a key that is nowhere', () => {
    expect(() => readEnv({ ...sms, SMS_HEADERS: '{}' })).toThrow(
      'Réglage SMS_KEY : {key} n’est ni dans SMS_HEADERS',
    );
  });

  it('but not one that is switched off', () => {
    expect(readEnv({ ...sms, SMS_PROVIDER: 'none' }).SMS).toBeNull();
    expect(
      readEnv({ ...production, PHONE_VERIFICATION: 'sms', FIREBASE_PROJECT_ID: 'amasin-bj' }).FIREBASE,
    ).toBeNull();
  });
});

it('the public address is encrypted outside demo mode, unless it is this machine', () => {
  const read = (PUBLIC_URL: string, env = production) => readEnv({ ...env, PUBLIC_URL }).PUBLIC_URL;
  expect(() => read('http://amasin.bj')).toThrow(
    'Réglage PUBLIC_URL invalide : attendu une adresse https://… hors démonstration.',
  );
  expect(read('http://127.0.0.1:3000')).toBe('http://127.0.0.1:3000');
  expect(readEnv({ PUBLIC_URL: 'http://amasin.local' }).PUBLIC_URL).toBe('http://amasin.local');
});
