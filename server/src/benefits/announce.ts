import { formatAmount } from '@amasin/domain/contract/money.ts';
import type { Message } from '../notifications/notify.ts';
import type { EarnedShare } from './record-journals.ts';

const LINK = '/doctor-dashboard';

/** The notification of a partner's share (RULES 36); it contains nothing about the order. */
export function shareEarned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${formatAmount(amount)} F.`,
    link: LINK,
  };
}

/** The notification of a payout to a partner. */
export function paidOut({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement reçu',
    message: `Un paiement de ${formatAmount(amount)} F vous a été versé.`,
    link: LINK,
  };
}
