import { readEnv } from '../../env.ts';
import { checkProvider } from '../../payments/providers/check-provider.ts';
import type { ProviderSettings } from '../../settings/payment-settings.ts';

const names = { fedapay: 'FedaPay', kkiapay: 'KKiaPay', portal: 'Portail' } as const;

/**
 * Tries the configured payment provider and prints what has to be entered there.
 * @throws Error with one line for the operator when payments would fail
 */
export async function checkPayments(): Promise<void> {
  const { PAYMENT_PROVIDER, PROVIDER, PUBLIC_URL, DEMO } = readEnv(process.env);
  if (PAYMENT_PROVIDER === 'none') throw new Error('PAYMENT_PROVIDER=none : aucun paiement n’est possible.');
  if (PROVIDER === null) {
    print('Prestataire de démonstration : aucun argent ne circule, rien à essayer.');
    return;
  }
  const clock = { now: () => new Date() };
  const name = names[PROVIDER.provider];
  print(`${name} : ${await checkProvider(PROVIDER, clock)}`);
  if (PROVIDER.isTest && !DEMO)
    print('Attention : ces clés sont celles des essais, aucun argent ne circule.');
  print(`Adresse à inscrire comme webhook : ${webhookUrl(PUBLIC_URL, PROVIDER)}`);
  if (PUBLIC_URL === undefined)
    print('Remplacez le début par l’adresse publique du site, et donnez PUBLIC_URL.');
}

function webhookUrl(publicUrl: string | undefined, { provider }: ProviderSettings): string {
  return `${publicUrl ?? 'https://…'}/api/payments/webhooks/${provider}`;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
