import { formatAmount } from '@amasin/domain/contract/format.ts';
import { maskPhone, operatorLabels } from '@amasin/domain/payments/operators.ts';
import type { Message } from '../notifications/notify.ts';
import type { PayoutAccount } from './payout-queries.ts';
import type { EarnedShare } from './record-journals.ts';

const LINK = '/doctor-dashboard';

/** Tells a partner about a share (rule 36), and nothing about the order. */
export function shareEarned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${formatAmount(amount)} F.`,
    link: LINK,
  };
}

/** Tells a partner that a payout was made. */
export function paidOut({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement reçu',
    message: `Un paiement de ${formatAmount(amount)} F vous a été versé.`,
    link: LINK,
  };
}

/** Tells a partner that the provider is about to make a payout. */
export function onItsWay(
  { partnerId, amount }: { partnerId: string; amount: number },
  { operator, phone }: PayoutAccount,
): Message {
  return {
    userId: partnerId,
    title: 'Paiement en route',
    message: `Un paiement de ${formatAmount(amount)} F part vers ${operatorLabels[operator]}, ${maskPhone(phone)}.`,
    link: LINK,
  };
}

/** Tells a partner that payouts go elsewhere from now on: somebody else may have asked for it. */
export function accountChanged(partnerId: string, { operator, phone }: PayoutAccount): Message {
  return {
    userId: partnerId,
    title: 'Compte de paiement changé',
    message: `Vos prochains paiements iront vers ${operatorLabels[operator]}, ${maskPhone(phone)}. Si ce n’est pas vous, changez votre mot de passe.`,
    link: LINK,
  };
}

/** Tells a partner that a payout did not arrive. */
export function notArrived({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement non arrivé',
    message: `Le paiement de ${formatAmount(amount)} F n’a pas pu être fait : vérifiez votre compte mobile money.`,
    link: LINK,
  };
}

/** Tells a super administrator that a payout failed: its amount is owed again. */
export function payoutFailed(
  userId: string,
  {
    partnerId,
    name,
    amount,
    reason,
  }: { partnerId: string | null; name: string; amount: number; reason: string | null },
): Message {
  return {
    userId,
    title: 'Versement échoué',
    message: `${formatAmount(amount)} F à ${name}${reason === null ? '' : ` (${reason})`} : la somme est de nouveau à payer.`,
    link: '/cpanel?tab=benefice',
    ...(partnerId !== null && { namesId: partnerId }),
  };
}
