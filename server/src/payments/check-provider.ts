import type { Clock } from '../ctx.ts';
import type { ProviderSettings } from '../settings/payment-settings.ts';
import { openProvider } from './open.ts';
import { ProviderError } from './providers/call.ts';
import { newTransactionId } from './transaction-id.ts';

/** Every provider accepts this amount, F. */
const AMOUNT = 100;

const keysOf = {
  fedapay: 'FEDAPAY_SECRET_KEY',
  kkiapay: 'KKIAPAY_PUBLIC_KEY, KKIAPAY_PRIVATE_KEY et KKIAPAY_SECRET_KEY',
  portal: 'PORTAL_EMAIL et PORTAL_PASSWORD',
} as const;

/**
 * Opens a payment that stays unpaid, and asks for its status: the same calls as for an order.
 * @returns what was tried, in French
 * @throws Error with one line in French that says what to correct, without any key
 */
export async function checkProvider(settings: ProviderSettings, clock: Clock): Promise<string> {
  const provider = openProvider(settings, clock);
  const transactionId = newTransactionId();
  try {
    const { providerTransactionId } = await provider.openPortal({
      transactionId,
      amount: AMOUNT,
      message: 'Essai du réglage d’Amasin, à ne pas payer',
      expiresAt: clock.now(),
      returnPath: '/',
      operator: null,
      payingPhone: null,
    });
    // With KKiaPay there is no transaction before the widget: an unknown one shows that the keys are accepted.
    await provider.ask(transactionId, providerTransactionId ?? transactionId);
  } catch (error) {
    throw new Error(`${explain(error, settings)} Les paiements échoueraient.`, { cause: error });
  }
  return accepted[settings.provider];
}

const accepted = {
  fedapay: `les clés sont acceptées, un paiement d’essai de ${AMOUNT} F a été ouvert et ne sera pas payé.`,
  kkiapay: 'les clés sont acceptées.',
  // A transaction is unknown to it before the customer pays: the address and the fields of its status cannot be tried.
  portal: 'la connexion est acceptée. L’état d’un paiement ne s’essaie que par un vrai paiement.',
} as const;

function explain(error: unknown, { provider, url }: ProviderSettings): string {
  const host = new URL(url).host;
  if (!(error instanceof ProviderError)) {
    return `${host} est injoignable : vérifiez l’adresse et la connexion de ce serveur.`;
  }
  if (error.status === 401 || error.status === 403)
    return `${host} refuse la clé : vérifiez ${keysOf[provider]}.`;
  if (error.status === null)
    return `${host} répond autrement que prévu : vérifiez les adresses et les réglages.`;
  if (error.status >= 500) return `${host} est en panne (réponse ${error.status}) : réessayez plus tard.`;
  return `${host} refuse d’ouvrir un paiement (réponse ${error.status}) : vérifiez le compte auprès du prestataire.`;
}
