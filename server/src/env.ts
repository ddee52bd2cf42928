import { smsMoments } from '@amasin/domain/sms/kinds.ts';
import { z } from 'zod';
import { isEncrypted } from './settings/addresses.ts';
import { type ContactSettings, readContact } from './settings/contact-settings.ts';
import { type FirebaseSettings, readFirebaseSettings } from './settings/firebase-settings.ts';
import { flag } from './settings/formats.ts';
import {
  type ProviderSettings,
  paymentProviders,
  readProviderSettings,
} from './settings/payment-settings.ts';
import { givenSettings, readSettings } from './settings/read-settings.ts';
import { refuseWithoutEffect } from './settings/refuse-without-effect.ts';
import { secret } from './settings/secret.ts';
import { readSmsSettings, type SmsSettings, smsMomentsSetting } from './settings/sms-settings.ts';
import { readVapid, type VapidSettings } from './settings/vapid-settings.ts';
import { readWhatsAppSettings, type WhatsAppSettings } from './settings/whatsapp-settings.ts';

const whole = (minimum: number, maximum: number) =>
  z.coerce
    .number({ error: 'un nombre entier' })
    .int('un nombre entier')
    .min(minimum, `au moins ${minimum}`)
    .max(maximum, `au plus ${maximum}`);

const PROVIDER_NAMES = 'sandbox, none, fedapay, kkiapay ou portal';

const schema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: whole(0, 65_535).default(3000),
  /** By default all interfaces, in demo mode only this machine. */
  HOST: z.string().optional(),
  /** Port of `/metrics`; no metrics when unset. */
  METRICS_PORT: whole(0, 65_535).optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  /** A PostgreSQL server, 15 or later; the embedded one when unset. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'une adresse postgresql://…')
    .optional(),
  /**
   * Connections to it of this process, which keeps about one of its cores busy: more compete for the cores, and each plans every
   * statement for itself. The embedded PostgreSQL accepts a hundred.
   */
  DATABASE_CONNECTIONS: whole(2, 90).default(4),
  DATA_DIR: z.string().min(1).default('./data'),
  /** Allows demo data, default secrets, the embedded payment provider and its pages. */
  DEMO: flag.optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace ou silent',
    })
    .default('warn'),
  /** Number of proxies in front of this server. */
  TRUST_PROXY: whole(0, 10).default(0),
  /** One, or several that the customer chooses from; the first is taken when she does not. */
  PAYMENT_PROVIDER: z
    .string()
    .transform((text) => text.split(',').map((name) => name.trim()))
    .pipe(
      z
        .array(z.enum(['sandbox', 'none', ...paymentProviders], { error: PROVIDER_NAMES }), {
          error: PROVIDER_NAMES,
        })
        .refine((names) => new Set(names).size === names.length, 'chaque prestataire une seule fois')
        .refine((names) => names.length === 1 || !names.includes('none'), 'none seul'),
    )
    .optional(),
  /** `provider`: it sends payouts to partners; `manual`: they are paid by hand and noted. */
  PAYOUTS: z.enum(['provider', 'manual'], { error: 'provider ou manual' }).default('manual'),
  /** 1: the embedded provider lets the customer choose her operator. */
  DEMO_OPERATORS: flag.default(false),
  /** Secret that signs the calls of the embedded payment provider. */
  PAYMENT_SECRET: secret.optional(),
  /** Secret that signs the links to prescriptions and insurance cards. */
  LINK_SECRET: secret.optional(),
  /** Encrypts and seals backups; required for them outside demo mode. */
  BACKUP_KEY: secret.optional(),
  /**
   * Requests served at the same time, further ones are refused. At 150 requests a second about five are in progress, and up to a
   * hundred in the first seconds of a process, when nothing is planned or compiled yet. Two cores finish them in half a second.
   */
  MAX_BUSY: whole(10, 10_000).default(100),
  /** Distinct accounts that one network address may attempt in 15 minutes before it has to wait. */
  ADDRESS_LIMIT: whole(1, 1_000_000).default(100),
  SEARCHES_PER_MINUTE: whole(1, 1_000_000).default(240),
  /** Of visitors, from one network address. */
  PUBLIC_SEARCHES_PER_MINUTE: whole(1, 1_000_000).default(2_400),
  PAYMENTS_PER_MINUTE: whole(1, 1_000_000).default(20),
  UPLOADS_PER_MINUTE: whole(1, 1_000_000).default(30),
  /** Messages over HTTP: as many as the 20 events a second of a live connection. */
  MESSAGES_PER_MINUTE: whole(1, 1_000_000).default(1_200),
  /** Lists that one user downloads: each reads up to 10,000 rows. */
  EXPORTS_PER_MINUTE: whole(1, 1_000_000).default(10),
  /** All other calls that write, together: five a second, far above a busy evening of a supervisor. */
  WRITES_PER_MINUTE: whole(1, 1_000_000).default(300),
  /** Successful sign-ins of one account: each takes some 30 ms of one core. */
  SIGN_INS_PER_MINUTE: whole(1, 1_000_000).default(60),
  /** How long a session of a super administrator, supervisor or in-house pharmacist lasts, and how long without activity. */
  DESK_SESSION_HOURS: whole(1, 8_760).default(12),
  DESK_IDLE_MINUTES: whole(2, 100_000).default(30),
  /** How long a session of a courier, pharmacy or prescriber lasts. */
  PARTNER_SESSION_DAYS: whole(1, 365).default(30),
  CUSTOMER_SESSION_DAYS: whole(1, 365).default(30),
  /** Reset codes that one network address may request in an hour. */
  CODES_PER_HOUR: whole(1, 1_000_000).default(10),
  /** Steps of the proof of work before a code: a second or two on a cheap phone. */
  CAPTCHA_WORK: whole(1, 1_000_000).default(8_000),
  SMS_PROVIDER: z.enum(['embedded', 'none', 'http'], { error: 'embedded, none ou http' }).optional(),
  /** Who sends the code of a forgotten password: ours, or Firebase from the browser. */
  PHONE_VERIFICATION: z.enum(['sms', 'firebase'], { error: 'sms ou firebase' }).default('sms'),
  SMS_MOMENTS: smsMomentsSetting.default([...smsMoments]),
  /** Public URL of the site; when unset, its pages contain no absolute URL. */
  PUBLIC_URL: z
    .string()
    .regex(/^https?:\/\/[^/?#]+\/?$/, 'une adresse https://… sans chemin')
    .refine(URL.canParse, 'une adresse https://… sans chemin')
    .transform((url) => new URL(url).origin)
    .optional(),
  /** How long after the payment an order is promised, in minutes. */
  PROMISE_MINUTES: whole(1, 10_000).default(120),
  /** After how many days without payment an order is cancelled. */
  UNPAID_DAYS: whole(1, 365).default(7),
  /** The number of the emergency services, shown in consultations. */
  EMERGENCY_NUMBER: z
    .string()
    .regex(/^\+?[0-9 ]{2,20}$/, 'un numéro de téléphone')
    .default('112'),
  /** Keys of the push messages (`npm run amasin -- vapid-keys`); all three or none. */
  VAPID_PUBLIC_KEY: z
    .string()
    .regex(/^[\w-]{87}$/, 'une clé de vapid-keys')
    .optional(),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/, 'une clé de vapid-keys')
    .optional(),
  /** Contact for the push services. */
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'mailto:… ou https://…')
    .refine(URL.canParse, 'mailto:… ou https://…')
    .optional(),
  /** 1: only the maintenance page is served. */
  MAINTENANCE: flag.default(false),
  /** 1: an order with insurance is paid only after the card has been checked (RULES 35). */
  INSURANCE_STRICT: flag.default(false),
  /** The most that a card which is not checked takes off an order, in francs; 0: nothing before the check. */
  UNCHECKED_INSURANCE_LIMIT: whole(0, 2_000_000_000).default(20_000),
});

export interface Env
  extends Omit<
    z.output<typeof schema>,
    | 'DEMO'
    | 'HOST'
    | 'PAYMENT_PROVIDER'
    | 'SMS_PROVIDER'
    | 'PAYMENT_SECRET'
    | 'LINK_SECRET'
    | 'VAPID_PUBLIC_KEY'
    | 'VAPID_PRIVATE_KEY'
    | 'VAPID_SUBJECT'
  > {
  readonly DEMO: boolean;
  readonly HOST: string;
  readonly PAYMENT_PROVIDER: readonly ('sandbox' | 'none' | (typeof paymentProviders)[number])[];
  /** Those of PAYMENT_PROVIDER that are neither `none` nor the embedded one. */
  readonly PROVIDERS: readonly ProviderSettings[];
  readonly SMS_PROVIDER: 'embedded' | 'none' | 'http';
  readonly CONTACT: ContactSettings;
  /** Null: messages are not sent, or kept by the embedded sender. */
  readonly SMS: SmsSettings | null;
  /** Null: codes are our own. */
  readonly FIREBASE: FirebaseSettings | null;
  /** Null: nothing is sent by WhatsApp. */
  readonly WHATSAPP: WhatsAppSettings | null;
  readonly PAYMENT_SECRET: string;
  readonly LINK_SECRET: string;
  /** Null: push is off. */
  readonly VAPID: VapidSettings | null;
}

const DEMO_SECRET = 'secret-de-demonstration-connu-de-tous';

/**
 * Reads and validates the settings. Without DEMO, it rejects everything that is only for demo mode.
 * @throws Error with one line that names the setting and what is expected
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const given = givenSettings(source);
  const { VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT, ...env } = readSettings(schema, given);
  const VAPID = readVapid({ VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY, VAPID_SUBJECT });
  const DEMO = env.DEMO ?? (env.DATABASE_URL === undefined && env.NODE_ENV !== 'production');
  const PAYMENT_PROVIDER = env.PAYMENT_PROVIDER ?? (DEMO ? (['sandbox'] as const) : undefined);
  if (PAYMENT_PROVIDER === undefined) {
    throw new Error(
      'Réglage PAYMENT_PROVIDER manquant : indiquez fedapay, kkiapay, portal ou none (aucun paiement) hors démonstration.',
    );
  }
  const hasSandbox = PAYMENT_PROVIDER.includes('sandbox');
  if (!DEMO && hasSandbox) {
    throw new Error('Réglage PAYMENT_PROVIDER : sandbox n’est permis qu’avec DEMO=1.');
  }
  const SMS_PROVIDER = env.SMS_PROVIDER ?? (DEMO ? 'embedded' : 'none');
  if (!DEMO && SMS_PROVIDER === 'embedded') {
    throw new Error('Réglage SMS_PROVIDER : embedded n’est permis qu’avec DEMO=1.');
  }
  // Only the sandbox provider reads it, and outside demo mode that provider is rejected above.
  const PAYMENT_SECRET = env.PAYMENT_SECRET ?? DEMO_SECRET;
  const LINK_SECRET = env.LINK_SECRET ?? (DEMO ? DEMO_SECRET : undefined);
  if (LINK_SECRET === undefined || (!DEMO && LINK_SECRET === DEMO_SECRET)) {
    throw new Error(
      'Réglage LINK_SECRET manquant : indiquez un secret d’au moins 32 octets (openssl rand -base64 32).',
    );
  }
  const CONTACT = readContact(given, DEMO);
  if (!DEMO && env.PUBLIC_URL !== undefined && !isEncrypted(env.PUBLIC_URL)) {
    throw new Error('Réglage PUBLIC_URL invalide : attendu une adresse https://… hors démonstration.');
  }
  const PROVIDERS = PAYMENT_PROVIDER.flatMap((name) =>
    name === 'sandbox' || name === 'none'
      ? []
      : [readProviderSettings(name, { ...given, PUBLIC_URL: env.PUBLIC_URL })],
  );
  if (env.PAYOUTS === 'provider' && !hasSandbox && !PAYMENT_PROVIDER.includes('fedapay')) {
    throw new Error('Réglage PAYOUTS : provider demande fedapay dans PAYMENT_PROVIDER.');
  }
  const SMS = SMS_PROVIDER === 'http' ? readSmsSettings(given) : null;
  const FIREBASE = env.PHONE_VERIFICATION === 'firebase' ? readFirebaseSettings(given) : null;
  const WHATSAPP = readWhatsAppSettings(given);
  refuseWithoutEffect(schema, given);
  // Without a vendor, only the codes that are asked for are noted as not sent.
  const SMS_MOMENTS = SMS_PROVIDER === 'none' && WHATSAPP === null ? [] : env.SMS_MOMENTS;
  const chosen = { SMS_MOMENTS, WHATSAPP, PAYMENT_PROVIDER, PROVIDERS, SMS_PROVIDER, SMS, FIREBASE };
  const HOST = env.HOST ?? (DEMO ? '127.0.0.1' : '0.0.0.0');
  return { ...env, ...chosen, CONTACT, DEMO, HOST, PAYMENT_SECRET, LINK_SECRET, VAPID };
}
