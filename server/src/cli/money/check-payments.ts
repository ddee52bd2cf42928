import { readEnv } from '../../env.ts';
import { checkProvider } from '../../payments/providers/check-provider.ts';
import { type ProviderSettings, providerLabels } from '../../settings/payment-settings.ts';

/**
 * Tries the configured payment providers and prints what has to be entered there.
 * @throws Error with one line for the operator when payments would fail
 */
export async function checkPayments(): Promise<void> {
  const { PAYMENT_PROVIDER, PROVIDERS, PUBLIC_URL, DEMO } = readEnv(process.env);
  if (PAYMENT_PROVIDER.includes('none'))
    throw new Error('PAYMENT_PROVIDER=none : aucun paiement n’est possible.');
  if (PAYMENT_PROVIDER.includes('sandbox')) {
    print('Prestataire de démonstration : aucun argent ne circule, rien à essayer.');
  }
  const clock = { now: () => new Date() };
  for (const settings of PROVIDERS) {
    print(`${providerLabels[settings.provider]} : ${await checkProvider(settings, clock)}`);
    if (settings.isTest && !DEMO)
      print('Attention : ces clés sont celles des essais, aucun argent ne circule.');
    print(`Adresse à inscrire comme webhook : ${webhookUrl(PUBLIC_URL, settings)}`);
  }
  if (PROVIDERS.length === 0) return;
  if (PUBLIC_URL === undefined)
    print('Remplacez le début par l’adresse publique du site, et donnez PUBLIC_URL.');
  print(
    'Le secret du webhook ne s’essaie pas d’ici : après un premier paiement, vérifiez chez le prestataire que son appel a reçu 200.',
  );
}

function webhookUrl(publicUrl: string | undefined, { provider }: ProviderSettings): string {
  return `${publicUrl ?? 'https://…'}/api/payments/webhooks/${provider}`;
}

const print = (line: string) => process.stdout.write(`${line}\n`);
