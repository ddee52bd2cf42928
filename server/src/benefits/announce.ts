import { formatAmount } from '@amasin/domain/contract/money.ts';
import type { Message } from '../notifications/notify.ts';
import type { EarnedShare } from './record-journals.ts';

const LINK = '/doctor-dashboard';
/** Tells a partner what their prescription earned (RULES 36); of the order they see nothing. */
export function earned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${formatAmount(amount)} F.`,
    link: LINK,
  };
}

/** Tells a partner that they were paid. */
export function paidOut({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement reçu',
    message: `Un paiement de ${formatAmount(amount)} F vous a été versé.`,
    link: LINK,
  };
}
