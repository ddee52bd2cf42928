import type { Clock, Log } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { Env } from '../env.ts';
import { noPayments } from '../payments/confirm.ts';
import { openProvider } from '../payments/open.ts';
import { sandboxProvider } from '../payments/providers/sandbox.ts';
import type { PaymentProvider } from '../ports/payment-provider.ts';
import type { PhoneVerifier } from '../ports/phone-verifier.ts';
import type { SmsSender } from '../ports/sms-sender.ts';
import { lacksLicence } from '../settings/payment-settings.ts';
import { type EmbeddedSms, embeddedSms, noSms } from '../sms/embedded.ts';
import { httpSms } from '../sms/http-vendor.ts';
import { whatsApp, whatsAppFirst } from '../sms/whatsapp.ts';

interface Providers {
  readonly payments: PaymentProvider;
  readonly otherPayments: readonly PaymentProvider[];
  readonly sms: SmsSender;
  readonly phoneVerifier: PhoneVerifier | null;
  /** The embedded sender, which has a page; null when it is not the one that sends. */
  readonly embedded: EmbeddedSms | null;
}

/** Opens the payment providers, the sender of messages and the verifier of numbers that the settings name. */
export function openProviders(env: Env, db: Database, clock: Clock, log: Log): Providers {
  const embedded = env.SMS_PROVIDER === 'embedded' ? embeddedSms({ clock, log }) : null;
  const bySms = embedded ?? (env.SMS === null ? noSms : httpSms(env.SMS, { publicUrl: env.PUBLIC_URL }));
  const sms = env.WHATSAPP === null ? bySms : whatsAppFirst(whatsApp(env.WHATSAPP), bySms, log);
  const [payments = noPayments, ...otherPayments] = paymentsOf(env, db, clock);
  const phoneVerifier = env.FIREBASE === null ? null : openFirebase(env.FIREBASE, clock);
  return { payments, otherPayments, sms, phoneVerifier, embedded };
}

/** Loads the verifier for the first token: its library takes 2 MB, and a forgotten password is rare. */
function openFirebase(settings: NonNullable<Env['FIREBASE']>, clock: Clock): PhoneVerifier {
  let opening: Promise<PhoneVerifier> | null = null;
  return {
    project: settings.project,
    async verify(idToken) {
      opening ??= import('../session/firebase.ts').then(({ firebaseVerifier }) =>
        firebaseVerifier(settings, clock),
      );
      return (await opening).verify(idToken);
    },
  };
}

/** Opens the payment providers in the order of the settings. */
function paymentsOf(env: Env, db: Database, clock: Clock): PaymentProvider[] {
  return env.PAYMENT_PROVIDER.flatMap((name) => {
    const settings = env.PROVIDERS.find(({ provider }) => provider === name);
    if (settings !== undefined) return [openProvider(settings, clock)];
    if (name !== 'sandbox') return [];
    return [sandboxProvider({ db, clock, secret: env.PAYMENT_SECRET, hasOperators: env.DEMO_OPERATORS })];
  });
}

type Chosen = Pick<Env, 'DEMO' | 'PAYMENT_LICENCE' | 'SMS_PROVIDER' | 'WHATSAPP' | 'FIREBASE'> & {
  readonly PROVIDERS: readonly Pick<Env['PROVIDERS'][number], 'provider' | 'isTest'>[];
};

/** Logs what the operator should know about these settings. */
export function warnAboutProviders(env: Chosen, log: Log): void {
  if (env.SMS_PROVIDER === 'none' && env.WHATSAPP === null)
    log.warn(
      {},
      env.FIREBASE === null
        ? 'SMS_PROVIDER is none: no codes or messages are sent'
        : 'SMS_PROVIDER is none: no messages are sent, and codes only by Firebase',
    );
  for (const { provider, isTest } of env.PROVIDERS) {
    if (env.DEMO || !isTest) continue;
    log.warn({ provider }, 'the payment provider is in its test mode: no money moves');
  }
  if (lacksLicence(env))
    log.warn({}, 'PAYMENT_LICENCE is missing: write down the licence of the payment provider (BCEAO)');
}
