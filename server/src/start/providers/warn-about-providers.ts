import type { Log } from '../../ctx.ts';
import type { Env } from '../../env.ts';

type Chosen = Pick<Env, 'DEMO' | 'SMS_PROVIDER' | 'WHATSAPP' | 'FIREBASE'> & {
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
}
