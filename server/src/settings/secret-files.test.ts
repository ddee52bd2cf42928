import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outsideDemo } from '../env.fixture.ts';
import { generalSettings, readEnv } from '../env.ts';
import { readSecretFiles, secretNames } from './secret-files.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amasin-secrets-'));
  mkdirSync(join(folder, 'folder'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string, name = 'secret'): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

const SECRET = 'a-secret-in-a-file-of-32-bytes-or-more';
const { LINK_SECRET, ...withoutSecret } = outsideDemo;
const production = { ...withoutSecret, PAYMENT_PROVIDER: 'none' };

it('every secret may be in a file', () => {
  const names = secretNames(generalSettings);
  expect(names.toSorted()).toEqual([
    'BACKUP_KEY',
    'DATABASE_URL',
    'FEDAPAY_SECRET_KEY',
    'FEDAPAY_WEBHOOK_SECRET',
    'FEDAPAY_WEBHOOK_SECRET_OLD',
    'KKIAPAY_PRIVATE_KEY',
    'KKIAPAY_SECRET_KEY',
    'KKIAPAY_WEBHOOK_SECRET',
    'KKIAPAY_WEBHOOK_SECRET_OLD',
    'LINK_SECRET',
    'LINK_SECRET_OLD',
    'PAYMENT_SECRET',
    'PORTAL_PASSWORD',
    'PORTAL_WEBHOOK_SECRET',
    'PORTAL_WEBHOOK_SECRET_OLD',
    'S3_ACCESS_KEY_ID',
    'S3_SECRET_ACCESS_KEY',
    'SMS_KEY',
    'SMS_REPORT_SECRET',
    'VAPID_PRIVATE_KEY',
    'WHATSAPP_APP_SECRET',
    'WHATSAPP_TOKEN',
    'WHATSAPP_VERIFY_TOKEN',
  ]);
  const files = names.map((name) => [`${name}_FILE`, fileOf(`value of ${name}\n`, name)]);
  expect(readSecretFiles(Object.fromEntries(files), generalSettings)).toEqual(
    Object.fromEntries(names.map((name) => [name, `value of ${name}`])),
  );
});

it.each(['', '\n', '\r\n'])('a secret ends before the newline of its file: %j', (end) => {
  const env = readEnv({ ...production, LINK_SECRET_FILE: fileOf(`${SECRET}${end}`) });
  expect(env.LINK_SECRETS).toEqual([SECRET]);
});

it('a secret of a service from a file has effect, and is not refused as misspelt', () => {
  const env = readEnv({
    ...outsideDemo,
    PUBLIC_URL: 'https://amasin.bj',
    PAYMENT_PROVIDER: 'fedapay',
    FEDAPAY_SECRET_KEY_FILE: fileOf('sk_live_of-a-file\n', 'key'),
    FEDAPAY_WEBHOOK_SECRET_FILE: fileOf('wh_of-a-file\n', 'webhook'),
  });
  expect(env.PROVIDERS).toMatchObject([{ secretKey: 'sk_live_of-a-file', webhookSecret: 'wh_of-a-file' }]);
});

describe('the start is refused with one line, without the secret', () => {
  it.each([
    [
      'both are given',
      () => ({ LINK_SECRET, LINK_SECRET_FILE: fileOf(SECRET) }),
      'Réglage LINK_SECRET : donnez LINK_SECRET ou LINK_SECRET_FILE, pas les deux.',
    ],
    [
      'there is no such file',
      () => ({ LINK_SECRET_FILE: '/nowhere/secret' }),
      'Réglage LINK_SECRET_FILE : le fichier /nowhere/secret ne peut pas être lu (ENOENT).',
    ],
    [
      'the file cannot be read',
      () => ({ LINK_SECRET_FILE: join(folder, 'folder') }),
      /^Réglage LINK_SECRET_FILE : le fichier \S+ ne peut pas être lu \(EISDIR\)\.$/,
    ],
    [
      'the file is empty',
      () => ({ LINK_SECRET_FILE: fileOf('\n') }),
      /^Réglage LINK_SECRET_FILE : le fichier \S+ est vide\.$/,
    ],
    [
      'its content is not a secret',
      () => ({ LINK_SECRET_FILE: fileOf('short') }),
      'Réglage LINK_SECRET invalide : attendu un secret d’au moins 32 octets.',
    ],
    [
      'the setting that has a file is misspelt',
      () => ({ LINK_SECRET, SMS_KYE_FILE: fileOf(SECRET) }),
      'Réglage SMS_KYE_FILE inconnu : vérifiez comment il s’écrit.',
    ],
  ])('when %s', (_, given, line) => {
    expect(() => readEnv({ ...production, ...given() })).toThrow(line);
  });
});

it('files that other programs name are left alone', () => {
  const given = { COMPOSE_FILE: '/nowhere/compose.yaml', PORT_FILE: '/nowhere' };
  expect(readSecretFiles(given, generalSettings)).toEqual(given);
});
