import { describe, expect, it, vi } from 'vitest';
import webPush from 'web-push';
import { backupKey } from './cli/backups.ts';
import { vapidKeys } from './cli/vapid-keys.ts';
import { readEnv, settingsOf } from './env.ts';
import { missingIdentity } from './settings/identity-settings.ts';

const server = 'postgresql://amasin@db/amasin';
const secret = 'a-secret-of-our-own-of-32-bytes-or-more';
/** The minimum settings outside demo mode. */
const production = {
  PAYMENT_PROVIDER: 'none',
  LINK_SECRET: secret,
  CONTACT_PHONE: '97 00 00 01',
  CONTACT_EMAIL: 'aide@exemple.bj',
};

describe('without any setting', () => {
  it('is in demo mode on the embedded database', () => {
    expect(readEnv({})).toMatchObject({
      PORT: 3000,
      HOST: '127.0.0.1',
      DATA_DIR: './data',
      DEMO: true,
      PAYMENT_PROVIDER: ['sandbox'],
      SMS_PROVIDER: 'embedded',
      TRUST_PROXY: 0,
    });
    expect(readEnv({}).DATABASE_URL).toBeUndefined();
  });

  it('treats an empty setting as unset', () => {
    expect(readEnv({ PORT: '', DATABASE_URL: '', DEMO: '', PAYMENT_SECRET: '' })).toEqual(readEnv({}));
  });
});

describe('an invalid setting stops the start with its name and what is expected', () => {
  it.each([
    ['PORT', 'abc', 'un nombre entier'],
    ['PORT', '3000.5', 'un nombre entier'],
    ['PORT', '-1', 'au moins 0'],
    ['PORT', '65536', 'au plus 65535'],
    ['METRICS_PORT', 'x', 'un nombre entier'],
    ['DATABASE_URL', 'mysql://db/amasin', 'une adresse postgresql://…'],
    ['DATABASE_URL', 'db/amasin', 'une adresse postgresql://…'],
    ['DEMO', 'oui', '0 ou 1'],
    ['DEMO', 'true', '0 ou 1'],
    ['LOG_LEVEL', 'verbose', 'fatal, error, warn, info, debug, trace ou silent'],
    ['TRUST_PROXY', '11', 'au plus 10'],
    ['TRUST_PROXY', 'true', 'un nombre entier'],
    ['PAYMENT_PROVIDER', 'paypal', 'sandbox, none, fedapay, kkiapay ou portal'],
    ['PAYMENT_SECRET', 'x'.repeat(31), 'un secret d’au moins 32 octets'],
    ['LINK_SECRET', 'x'.repeat(31), 'un secret d’au moins 32 octets'],
    ['BACKUP_KEY', 'x'.repeat(31), 'un secret d’au moins 32 octets'],
    ['KEEP_PHOTOS_DAYS', '29', '0, ou au moins 30'],
    ['KEEP_PHOTOS_DAYS', '-1', 'au moins 0'],
    ['KEEP_PHOTOS_DAYS', '2 ans', 'un nombre entier'],
    ['KEEP_ORDERS_YEARS', '101', 'au plus 100'],
    ['KEEP_JOURNAL_YEARS', '4', '0, ou au moins 5'],
    ['COURIER_SEES_HOURS', '0', 'au moins 1'],
    ['DESK_SESSION_HOURS', '0', 'au moins 1'],
    ['DESK_IDLE_MINUTES', '1', 'au moins 2'],
    ['PARTNER_SESSION_DAYS', '366', 'au plus 365'],
    ['CUSTOMER_SESSION_DAYS', '0', 'au moins 1'],
    ['SMS_PROVIDER', 'x', 'embedded, none ou http'],
    ['PHONE_VERIFICATION', 'x', 'sms ou firebase'],
    ['PUBLIC_URL', 'amasin.bj', 'une adresse https://… sans chemin'],
    ['PUBLIC_URL', 'https://amasin.bj/site', 'une adresse https://… sans chemin'],
    ['PUBLIC_URL', 'https://a b', 'une adresse https://… sans chemin'],
    ['MAINTENANCE', 'oui', '0 ou 1'],
  ])('%s=%s: %s', (name, value, expected) => {
    expect(() => readEnv({ [name]: value })).toThrow(`Réglage ${name} invalide : attendu ${expected}.`);
  });

  it('reports it in one line, without the value, which may be a secret', () => {
    const read = () => readEnv({ PAYMENT_SECRET: 'hunter2' });
    expect(read).toThrow(/^[^\n]+$/);
    expect(read).not.toThrow(/hunter2/);
  });
});

it('keeps only the origin of PUBLIC_URL', () => {
  expect(readEnv({ PUBLIC_URL: 'https://Amasin.bj/' }).PUBLIC_URL).toBe('https://amasin.bj');
});

it('actions read the settings of the product by their names in camel case, and no secret', () => {
  const settings = settingsOf(readEnv({ CONTACT_PLACE: 'Parakou', UNPAID_DAYS: '3', PROMISE_MINUTES: '90' }));
  const house = { contactPlace: 'Parakou', promiseMinutes: 90, registerCustomers: true, maintenance: false };
  expect(settings).toMatchObject({ unpaidDays: 3, ...house, environment: house });
  expect(settings.environment).not.toHaveProperty('unpaidDays');
  expect(Object.keys(settings).filter((name) => /secret|key|url/i.test(name))).toEqual([]);
});

it.each([
  [{ SECOND_FACTOR_TYPES: 'agent' }, []],
  [{ DEMO: '0', ...production }, ['superAdmin']],
  [{ DEMO: '0', ...production, SECOND_FACTOR_TYPES: 'agent' }, ['superAdmin', 'agent']],
])('with %o, a second factor is asked of %j', (source, types) => {
  expect(readEnv(source).SECOND_FACTOR_TYPES).toEqual(types);
});

describe('demo mode', () => {
  it.each([
    [{}, true],
    [{ NODE_ENV: 'test' }, true],
    [{ NODE_ENV: 'production', ...production }, false],
    [{ DATABASE_URL: server, ...production }, false],
    [{ DATABASE_URL: server, DEMO: '1' }, true],
    [{ NODE_ENV: 'production', DEMO: '1' }, true],
    [{ DEMO: '0', ...production }, false],
  ])('%o: %s', (source, demo) => {
    expect(readEnv(source).DEMO).toBe(demo);
  });

  it('has a secret known to all for the embedded payment provider, unless one is given', () => {
    expect(readEnv({}).PAYMENT_SECRET).toBe(readEnv({}).LINK_SECRETS[0]);
    expect(readEnv({ PAYMENT_SECRET: secret }).PAYMENT_SECRET).toBe(secret);
  });
});

describe('how customers reach us', () => {
  it('is the demonstration’s unless it is given', () => {
    expect(readEnv({})).toMatchObject({
      CONTACT_PHONE: '+2290197000000',
      CONTACT_EMAIL: 'contact@amasin.bj',
      CONTACT_PLACE: 'Cotonou, Bénin',
    });
    expect(readEnv({ CONTACT_PHONE: '0196112233', CONTACT_PLACE: 'Parakou' })).toMatchObject({
      CONTACT_PHONE: '+2290196112233',
      CONTACT_PLACE: 'Parakou',
    });
  });

  it('is required outside demo mode, so that nobody calls the number of the demonstration', () => {
    expect(readEnv({ DEMO: '0', ...production })).toMatchObject({
      CONTACT_PHONE: '+2290197000001',
      CONTACT_EMAIL: 'aide@exemple.bj',
    });
    for (const name of ['CONTACT_PHONE', 'CONTACT_EMAIL'])
      expect(() => readEnv({ DEMO: '0', ...production, [name]: '' })).toThrow(`Réglage ${name} manquant`);
  });

  it.each([
    ['CONTACT_PHONE', '12'],
    ['CONTACT_PHONE', '01970000001'],
    ['CONTACT_EMAIL', 'aide'],
    ['CONTACT_PLACE', 'x'.repeat(81)],
  ])('%s=%s is invalid', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(`Réglage ${name} invalide`);
  });
});

describe('who is responsible', () => {
  const given = { HOUSE_NAME: 'Maison SARL', HOUSE_IFU: '3 202 600 000 001' };

  it('is said as given; what is missing is null, and named in one line', () => {
    const { IDENTITY } = readEnv({ DEMO: '0', ...production, ...given });
    expect(IDENTITY).toMatchObject({ name: 'Maison SARL', ifu: '3202600000001', rccm: null });
    expect(missingIdentity(IDENTITY)).toEqual([
      'Mentions légales incomplètes, la loi les demande : donnez HOUSE_RCCM, HOUSE_ADDRESS, HOUSE_REPRESENTATIVE, HOUSE_HOST, HOUSE_APDP.',
    ]);
  });

  it('is to be given in the demonstration, which nobody is warned of', () => {
    const { IDENTITY } = readEnv(given);
    expect(IDENTITY).toMatchObject({ name: 'Maison SARL', rccm: 'à compléter' });
    expect(missingIdentity(IDENTITY)).toEqual([]);
  });

  it.each([
    ['HOUSE_IFU', '12'],
    ['HOUSE_ADDRESS', 'x'.repeat(201)],
  ])('%s=%s is invalid', (name, value) => {
    expect(() => readEnv({ [name]: value })).toThrow(`Réglage ${name} invalide`);
  });
});

it('listens on this machine only in demo mode, unless HOST says otherwise', () => {
  expect(readEnv({ DEMO: '0', ...production }).HOST).toBe('0.0.0.0');
  expect(readEnv({ HOST: '192.168.1.5' }).HOST).toBe('192.168.1.5');
  expect(readEnv({ DEMO: '0', ...production, HOST: '127.0.0.1' }).HOST).toBe('127.0.0.1');
});

it('accepts the key of backups as `backup-key` prints it', () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  backupKey();
  const [name = '', key = ''] = String(write.mock.calls[0]?.[0]).trim().split(/=(.*)/s);
  write.mockRestore();
  expect(readEnv({ [name]: key }).BACKUP_KEY).toBe(key);
  expect(Buffer.from(key, 'base64url')).toHaveLength(32);
});

describe('the keys of push messages', () => {
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  const subject = 'mailto:essai@exemple.bj';
  const all = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject };

  it('are all three or none', () => {
    expect(readEnv({}).VAPID).toBeNull();
    expect(readEnv(all).VAPID).toEqual({ publicKey, privateKey, subject });
    for (const name of Object.keys(all)) {
      expect(() => readEnv({ ...all, [name]: '' })).toThrow(`Réglage ${name} manquant : VAPID_PUBLIC_KEY,`);
    }
  });

  it('are accepted as `vapid-keys` prints them', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vapidKeys();
    const text = write.mock.calls.map(([line]) => String(line)).join('');
    write.mockRestore();
    const settings = Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    expect(readEnv(settings).VAPID).toEqual({
      publicKey: settings.VAPID_PUBLIC_KEY,
      privateKey: settings.VAPID_PRIVATE_KEY,
      subject: 'mailto:vous@exemple.bj',
    });
  });

  it('must form a pair, and the subject must be a `mailto:` or `https:` URL', () => {
    const other = webPush.generateVAPIDKeys().publicKey;
    expect(() => readEnv({ ...all, VAPID_PUBLIC_KEY: other })).toThrow(
      'Réglage VAPID_PUBLIC_KEY : ce n’est pas la clé publique de VAPID_PRIVATE_KEY.',
    );
    for (const VAPID_SUBJECT of [
      'essai@exemple.bj',
      'mailto:essai',
      'http://exemple.bj',
      // Apple refuses every message that is signed with a name without a domain.
      'mailto:essai@localhost',
      'https://localhost:3000/',
    ]) {
      expect(() => readEnv({ ...all, VAPID_SUBJECT })).toThrow('Réglage VAPID_SUBJECT invalide');
    }
    const zeros = { ...all, VAPID_PRIVATE_KEY: 'A'.repeat(43) };
    expect(() => readEnv(zeros)).toThrow(/^Réglage VAPID_PRIVATE_KEY invalide/);
  });
});

describe('in demo mode', () => {
  const webhook = 'x'.repeat(32);
  const fedapay = (key: string) => ({
    DEMO: '1',
    PUBLIC_URL: 'https://amasin.bj',
    PAYMENT_PROVIDER: 'sandbox,fedapay',
    FEDAPAY_SECRET_KEY: key,
    FEDAPAY_WEBHOOK_SECRET: `wh_${webhook}`,
  });
  const kkiapay = (sandbox: string) => ({
    DEMO: '1',
    PAYMENT_PROVIDER: 'kkiapay',
    KKIAPAY_PUBLIC_KEY: 'a',
    KKIAPAY_PRIVATE_KEY: 'b',
    KKIAPAY_SECRET_KEY: 'c',
    KKIAPAY_WEBHOOK_SECRET: webhook,
    KKIAPAY_SANDBOX: sandbox,
  });

  it.each([
    ['fedapay', fedapay('sk_live_abc')],
    ['kkiapay', kkiapay('0')],
  ])('keys of %s that take real money are refused', (name, source) => {
    expect(() => readEnv(source)).toThrow(
      `Réglage PAYMENT_PROVIDER : en démonstration, ${name} n’est permis qu’avec des clés d’essai. Donnez DEMO=0 pour encaisser de l’argent réel.`,
    );
  });

  it.each([[fedapay('sk_sandbox_abc')], [kkiapay('1')]])('keys for trying are accepted', (source) => {
    expect(readEnv(source).PROVIDERS).toMatchObject([{ isTest: true }]);
  });
});

describe('outside demo mode', () => {
  it('requires a payment provider other than the embedded one', () => {
    expect(() => readEnv({ DEMO: '0' })).toThrow(/^Réglage PAYMENT_PROVIDER manquant : [^\n]+$/);
    expect(() => readEnv({ DATABASE_URL: server })).toThrow(/PAYMENT_PROVIDER manquant/);
    expect(() => readEnv({ DEMO: '0', PAYMENT_PROVIDER: 'sandbox', PAYMENT_SECRET: secret })).toThrow(
      /^Réglage PAYMENT_PROVIDER : [^\n]*DEMO=1/,
    );
  });

  it('sends no messages by default and rejects the embedded sender', () => {
    expect(readEnv({ DEMO: '0', ...production }).SMS_PROVIDER).toBe('none');
    expect(() => readEnv({ DEMO: '0', ...production, SMS_PROVIDER: 'embedded' })).toThrow(
      'Réglage SMS_PROVIDER : embedded n’est permis qu’avec DEMO=1.',
    );
  });

  const vendor = {
    SMS_PROVIDER: 'http',
    SMS_URL: 'https://sms.exemple.bj',
    SMS_FIELDS: '{"to":"{to}","text":"{text}"}',
  };

  it.each([
    ['with a vendor of SMS', vendor, true],
    ['with a vendor of SMS, unless it is not wanted', { ...vendor, PHONE_PROOF: '0' }, false],
    ['not while no code can be sent', {}, false],
    ['not while no code can be sent, unless it is wanted', { PHONE_PROOF: '1' }, true],
    ['not in the demonstration', { DEMO: '1' }, false],
    ['in the demonstration when it is wanted', { DEMO: '1', PHONE_PROOF: '1' }, true],
  ])('asks for a proven telephone %s', (_, given, expected) => {
    expect(readEnv({ DEMO: '0', ...production, ...given }).PHONE_PROOF).toBe(expected);
  });

  it('rejects the demo secret', () => {
    const [LINK_SECRET] = readEnv({}).LINK_SECRETS;
    expect(() => readEnv({ DEMO: '0', ...production, LINK_SECRET })).toThrow(/^Réglage LINK_SECRET manquant/);
  });

  it.each([
    ['the same secret', secret, /^Réglage LINK_SECRET_OLD : c’est le même que LINK_SECRET\.$/],
    ['the demo secret', readEnv({}).LINK_SECRETS[0], /^Réglage LINK_SECRET_OLD : [^\n]*DEMO=1\.$/],
    ['a short one', 'short', /^Réglage LINK_SECRET_OLD invalide : attendu un secret/],
  ])('rejects as LINK_SECRET_OLD %s', (_, LINK_SECRET_OLD, line) => {
    expect(() => readEnv({ DEMO: '0', ...production, LINK_SECRET_OLD })).toThrow(line);
  });

  it('accepts an old secret behind the new one', () => {
    const LINK_SECRET_OLD = 'the-secret-that-was-given-before-this-day';
    expect(readEnv({ DEMO: '0', ...production, LINK_SECRET_OLD }).LINK_SECRETS).toEqual([
      secret,
      LINK_SECRET_OLD,
    ]);
  });

  it('requires a secret for links to files', () => {
    expect(() => readEnv({ DEMO: '0', PAYMENT_PROVIDER: 'none' })).toThrow(
      'Réglage LINK_SECRET manquant : indiquez un secret d’au moins 32 octets (openssl rand -base64 32).',
    );
    expect(readEnv({ DEMO: '0', ...production }).LINK_SECRETS).toEqual([secret]);
  });
});

it.each([
  ['https://s3.exemple.bj/', 'https://s3.exemple.bj'],
  ['http://objects:7070', 'http://objects:7070'],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['http://s3.exemple.bj', null],
  ['https://moi:secret@s3.exemple.bj', null],
  ['', null],
])('files may be at %s: %s', (S3_ENDPOINT, expected) => {
  const key = { S3_BUCKET: 'amasin', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const read = () => readEnv({ FILES: 's3', S3_ENDPOINT, ...key }).S3?.endpoint;
  if (expected === null) expect(read).toThrow(/^Réglage S3_ENDPOINT/);
  else expect(read()).toBe(expected);
});
