import type { Clock, Log } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { Env } from '../../env.ts';
import { noPayments } from '../../payments/no-payments.ts';
import { openProvider } from '../../payments/providers/open-provider.ts';
import { sandboxProvider } from '../../payments/sandbox/provider.ts';
import type { PaymentProvider } from '../../ports/payment-provider.ts';
import type { PhoneVerifier } from '../../ports/phone-verifier.ts';
import type { SmsSender } from '../../ports/sms-sender.ts';
import { type EmbeddedSms, embeddedSms, noSms } from '../../sms/embedded.ts';
import { httpSms } from '../../sms/http/http-sms.ts';
import { whatsApp } from '../../sms/whatsapp/whatsapp.ts';
import { whatsAppFirst } from '../../sms/whatsapp/whatsapp-first.ts';

interface Providers {
  readonly payments: PaymentProvider;
  readonly otherPayments: readonly PaymentProvider[];
  readonly sms: SmsSender;
  readonly phoneVerifier: PhoneVerifier | null;
  /** The embedded sender, which has a page; null when it is not the one that sends. */
  readonly embedded: EmbeddedSms | null;
}

/** The payment providers, the sender of messages and the verifier of numbers that the settings name. */
export function openProviders(env: Env, db: Database, clock: Clock, log: Log): Providers {
  const embedded = env.SMS_PROVIDER === 'embedded' ? embeddedSms({ clock, log }) : null;
  const bySms = embedded ?? (env.SMS === null ? noSms : httpSms(env.SMS, { publicUrl: env.PUBLIC_URL }));
  const sms = env.WHATSAPP === null ? bySms : whatsAppFirst(whatsApp(env.WHATSAPP), bySms, log);
  const [payments = noPayments, ...otherPayments] = paymentsOf(env, db, clock);
  const phoneVerifier = env.FIREBASE === null ? null : openFirebase(env.FIREBASE, clock);
  return { payments, otherPayments, sms, phoneVerifier, embedded };
}

/** Loaded by the first token: its library takes 2 MB, and a forgotten password is rare. */
function openFirebase(settings: NonNullable<Env['FIREBASE']>, clock: Clock): PhoneVerifier {
  let opening: Promise<PhoneVerifier> | null = null;
  return {
    project: settings.project,
    async verify(idToken) {
      opening ??= import('../../session/firebase/firebase-verifier.ts').then(({ firebaseVerifier }) =>
        firebaseVerifier(settings, clock),
      );
      return (await opening).verify(idToken);
    },
  };
}

/** In the order of the settings. */
function paymentsOf(env: Env, db: Database, clock: Clock): PaymentProvider[] {
  return env.PAYMENT_PROVIDER.flatMap((name) => {
    const settings = env.PROVIDERS.find(({ provider }) => provider === name);
    if (settings !== undefined) return [openProvider(settings, clock)];
    if (name !== 'sandbox') return [];
    return [sandboxProvider({ db, clock, secret: env.PAYMENT_SECRET, hasOperators: env.DEMO_OPERATORS })];
  });
}
