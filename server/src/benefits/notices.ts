import type { Payee } from '@amasin/domain/benefits/journal.ts';
import { ACCOUNT_WAIT_HOURS } from '@amasin/domain/benefits/settlement.ts';
import { formatAmount } from '@amasin/domain/contract/format.ts';
import { maskPhone, operatorLabels } from '@amasin/domain/payments/operators.ts';
import { homes } from '@amasin/domain/users/pages.ts';
import type { Message } from '../notifications/notify.ts';
import type { PayoutAccount } from './payout-queries.ts';
import type { EarnedShare } from './record-journals.ts';

/** Tells a partner about a share (rule 36), and nothing about the order. */
export function shareEarned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${formatAmount(amount)} F.`,
    link: homes.partnerDoctor,
  };
}

/** Tells a partner that a share has become smaller, because a part of the order was given back; nothing about the order. */
export function shareCorrected({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Bénéfice corrigé',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${formatAmount(amount)} F de moins : une partie a été remboursée.`,
    link: homes.partnerDoctor,
  };
}

interface ToPayee {
  readonly to: Payee;
  readonly amount: number;
}

/** Where a payee reads what was paid. */
const linkOf = ({ type }: Payee) => homes[type];

/** Tells a payee that a payout was made. */
export function paidOut({ to, amount }: ToPayee): Message {
  return {
    userId: to.id,
    title: 'Paiement reçu',
    message: `Un paiement de ${formatAmount(amount)} F vous a été versé.`,
    link: linkOf(to),
  };
}

/** Tells a payee that the provider is about to make a payout. */
export function onItsWay({ to, amount }: ToPayee, { operator, phone }: PayoutAccount): Message {
  return {
    userId: to.id,
    title: 'Paiement en route',
    message: `Un paiement de ${formatAmount(amount)} F part vers ${operatorLabels[operator]}, ${maskPhone(phone)}.`,
    link: linkOf(to),
  };
}

/** Tells a payee that payouts go elsewhere from now on: somebody else may have asked for it. */
export function accountChanged(to: Payee, { operator, phone }: PayoutAccount): Message {
  return {
    userId: to.id,
    title: 'Compte de paiement changé',
    message: `Dans ${ACCOUNT_WAIT_HOURS} h, vos paiements iront vers ${operatorLabels[operator]}, ${maskPhone(phone)}. Si ce n’est pas vous, changez votre mot de passe.`,
    link: linkOf(to),
  };
}

/** Tells a payee that a payout did not arrive. */
export function notArrived({ to, amount }: ToPayee): Message {
  return {
    userId: to.id,
    title: 'Paiement non arrivé',
    message: `Le paiement de ${formatAmount(amount)} F n’a pas pu être fait : vérifiez votre compte mobile money.`,
    link: linkOf(to),
  };
}

/** Tells a super administrator that a payout failed: its amount is owed again. */
export function payoutFailed(
  userId: string,
  { payeeId, name, amount, reason }: { payeeId: string; name: string; amount: number; reason: string | null },
): Message {
  return {
    userId,
    title: 'Versement échoué',
    message: `${formatAmount(amount)} F à ${name}${reason === null ? '' : ` (${reason})`} : la somme est de nouveau à payer.`,
    link: '/cpanel?tab=benefice',
    namesId: payeeId,
  };
}

/** Tells a super administrator in the morning that payouts are due. */
export function settlementReady(
  userId: string,
  { payees, amount }: { payees: number; amount: number },
): Message {
  const who = payees === 1 ? 'une personne' : `${payees} personnes`;
  return {
    userId,
    title: 'Versements à faire',
    message: `${formatAmount(amount)} F sont à verser à ${who}.`,
    link: '/cpanel?tab=argent',
  };
}
