import { formatMoney, formatNumber } from '@amasin/domain/contract/format.ts';
import type { ReviewReason } from '@amasin/domain/payments/lifecycle.ts';
import type { ReviewedPayment } from '@amasin/domain/payments/payment.ts';

const labels: Readonly<Record<ReviewReason, string>> = {
  reference: 'Référence absente, ou déjà comptée pour un autre paiement',
  amount: 'Montant différent',
  'paid-twice': 'Commande déjà payée par un autre paiement : à rembourser',
  'prescription-changed': 'Ordonnance utilisée ou modifiée entre-temps : à rembourser',
  'order-changed': 'Commande déjà payée ou modifiée entre-temps : à rembourser',
  'customer-removed': 'Compte du client supprimé : à rembourser',
};

/** Why a payment is under review; for another amount or currency, what was received. */
export function reasonOf({ reason, received, amount }: ReviewedPayment): string {
  if (reason !== 'amount' || received?.amount == null) return labels[reason];
  const sum = `${formatNumber(received.amount)}\u00a0${received.currency ?? 'sans monnaie'}`;
  return `${labels.amount} : reçu ${sum} au lieu de ${formatMoney(amount)}`;
}
