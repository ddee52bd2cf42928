import { formatAmount } from '@amasin/domain/contract/format.ts';
import type { RefundWay } from '@amasin/domain/orders/refund.ts';
import type { RefundRow } from '../database/schema/refunds.ts';
import type { Message } from '../notifications/notify.ts';

/** Tells the customer; the link opens the cancelled order, if the refund is of one. */
export function refundNotice(
  { customerId, orderId, amount }: Pick<RefundRow, 'customerId' | 'orderId' | 'amount'>,
  state: 'asked' | 'done',
): Message {
  const sum = `${formatAmount(amount)} F`;
  return {
    userId: customerId,
    ...(state === 'done'
      ? { title: 'Remboursement effectué', message: `Remboursement de ${sum} effectué.` }
      : {
          title: 'Remboursement en cours',
          message: `Remboursement de ${sum} en cours, sur le compte qui a payé.`,
        }),
    link: orderId === null ? '/tracking' : `/tracking?order=${orderId}`,
    ...(orderId !== null && { orderId }),
  };
}

interface FailedRefund {
  readonly amount: number;
  readonly transactionId: string;
  /** The provider's own reference of the money. */
  readonly reference: string;
  /** The provider in whose dashboard it has to be made; null when the provider was asked. */
  readonly byHandAt: string | null;
  readonly way: RefundWay;
  /** « Moov …17 »; null when the number that paid is not known. */
  readonly to: string | null;
  /** An earlier try got no answer, or the provider has reported the money as paid back. */
  readonly mayBeDone: boolean;
}

/**
 * Tells a supervisor that the provider has refused a refund, or that it has to be made there. It may be done already:
 * who pays by hand then would pay twice.
 */
export function refundFailed(
  userId: string,
  { amount, transactionId, reference, byHandAt, mayBeDone, way, to }: FailedRefund,
): Message {
  const sum = `${formatAmount(amount)} F`;
  const number = to ?? 'le numéro qui a payé';
  const isByHand = byHandAt !== null || way !== 'provider';
  const message = !isByHand
    ? `Le prestataire a refusé de rendre ${sum} (transaction ${transactionId}).`
    : way === 'payout'
      ? `L’envoi de ${sum} sur ${number} a échoué (transaction ${transactionId}). Rendez-les autrement, puis notez-le ici.`
      : byHandAt === null
        ? `Rendez ${sum} sur ${number} (transaction ${transactionId}), puis notez-le ici.`
        : `Rendez ${sum} dans le tableau de bord de ${byHandAt} (référence ${reference}), puis notez-le ici.`;
  const doubt = ' Il est peut-être déjà rendu : vérifiez d’abord chez le prestataire.';
  return {
    userId,
    title: isByHand ? 'Remboursement à faire' : 'Remboursement refusé',
    message: mayBeDone ? message + doubt : message,
    link: '/supervisor-dashboard?tab=payments',
  };
}
