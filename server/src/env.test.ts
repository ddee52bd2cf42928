import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

const server = 'postgresql://amasin@db/amasin';
const secret = 'a-secret-of-our-own';
/** The least that a server outside a demonstration is told. */
const serious = { PAYMENT_PROVIDER: 'none', LINK_SECRET: secret };

describe('without any setting', () => {
  it('is a demonstration on the embedded database', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '0.0.0.0',
      DATA_DIR: './data',
      DEMO: true,
      PAYMENT_PROVIDER: 'sandbox',
      SMS_PROVIDER: 'embedded',
      TRUST_PROXY: 0,
    });
    expect(readEnv({}).DATABASE_URL).toBeUndefined();
  });

  it('takes an empty setting for none', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', DEMO: '', PAYMENT_SECRET: '' })).toEqual(readEnv({}));
  });
});

describe('a wrong setting stops the start with its name and what is expected', () => {
  it.each([
    ['PORT', 'abc', 'un nombre entier'],
    ['PORT', '3000.5', 'un nombre entier'],
    ['PORT', '-1', 'au moins 0'],
    ['PORT', '65536', 'au plus 65535'],
    ['DATABASE_URL', 'mysql://db/amasin', 'une adresse postgresql://…'],
    ['DATABASE_URL', 'db/amasin', 'une adresse postgresql://…'],
    ['DEMO', 'oui', '0 ou 1'],
    ['DEMO', 'true', '0 ou 1'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace ou silent'],
    ['TRUST_PROXY', '11', 'au plus 10'],
    ['TRUST_PROXY', 'true', 'un nombre entier'],
    ['PAYMENT_PROVIDER', 'paypal', 'sandbox ou none'],
    ['PAYMENT_SECRET', 'short', 'au moins 16 caractères'],
    ['LINK_SECRET', 'short', 'au moins 16 caractères'],
    ['ADDRESS_LIMIT', '0', 'au moins 1'],
    ['SEARCHES_PER_MINUTE', 'x', 'un nombre entier'],
    ['CODES_PER_HOUR', '0', 'au moins 1'],
    ['CAPTCHA_WORK', '0', 'au moins 1'],
    ['SMS_PROVIDER', 'x', 'embedded ou none'],
    ['PUBLIC_URL', 'amasin.bj', 'une adresse https://… sans chemin'],
    ['PUBLIC_URL', 'https://amasin.bj/site', 'une adresse https://… sans chemin'],
    ['PUBLIC_URL', 'https://a b', 'une adresse https://… sans chemin'],
    ['MAINTENANCE', 'oui', '0 ou 1'],
  ])('%s=%s: %s', (name, value, expected) => {
    expect(() => readEnv({ [name]: value })).toThrow(`Réglage ${name} invalide : attendu ${expected}.`);
  });

  it('in one line, and without the value: it may be a secret', () => {
    const read = () => readEnv({ PAYMENT_SECRET: 'hunter2' });
    expect(read).toThrow(/^[^\n]+$/);
    expect(read).not.toThrow(/hunter2/);
  });
});

it('the site is named by its origin alone', () => {
  expect(readEnv({ PUBLIC_URL: 'https://Amasin.bj/' }).PUBLIC_URL).toBe('https://amasin.bj');
});

describe('whether it is a demonstration', () => {
  it.each([
    [{}, true],
    [{ NODE_ENV: 'test' }, true],
    [{ NODE_ENV: 'production', ...serious }, false],
    [{ DATABASE_URL: server, ...serious }, false],
    [{ DATABASE_URL: server, DEMO: '1' }, true],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DEMO: '0', ...serious }, false],
  ])('%o: %s', (source, demo) => {
    expect(readEnv(source).DEMO).toBe(demo);
  });
});

describe('outside a demonstration', () => {
  it('the payment provider has to be named, and is not the embedded one', () => {
    expect(() => readEnv({ DEMO: '0' })).toThrow(/^Réglage PAYMENT_PROVIDER manquant : [^\n]+$/);
    expect(() => readEnv({ DATABASE_URL: server })).toThrow(/PAYMENT_PROVIDER manquant/);
    expect(() => readEnv({ DEMO: '0', PAYMENT_PROVIDER: 'sandbox', PAYMENT_SECRET: secret })).toThrow(
      /^Réglage PAYMENT_PROVIDER : [^\n]*DEMO=1/,
    );
  });

  it('messages are sent by nobody, unless somebody else than the embedded sender does', () => {
    expect(readEnv({ DEMO: '0', ...serious }).SMS_PROVIDER).toBe('none');
    expect(() => readEnv({ DEMO: '0', ...serious, SMS_PROVIDER: 'embedded' })).toThrow(
      'Réglage SMS_PROVIDER : embedded n’est permis qu’avec DEMO=1.',
    );
  });

  it('the secret of the demonstration is refused', () => {
    const { PAYMENT_SECRET, LINK_SECRET } = readEnv({});
    expect(() => readEnv({ DEMO: '0', ...serious, PAYMENT_SECRET })).toThrow(/^Réglage PAYMENT_SECRET /);
    expect(readEnv({ DEMO: '0', ...serious, PAYMENT_SECRET: secret }).PAYMENT_SECRET).toBe(secret);
    expect(() => readEnv({ DEMO: '0', ...serious, LINK_SECRET })).toThrow(/^Réglage LINK_SECRET manquant/);
  });

  it('links to files need a secret of their own', () => {
    expect(() => readEnv({ DEMO: '0', PAYMENT_PROVIDER: 'none' })).toThrow(
      'Réglage LINK_SECRET manquant : indiquez un secret d’au moins 16 caractères.',
    );
    expect(readEnv({ DEMO: '0', ...serious }).LINK_SECRET).toBe(secret);
  });
});
