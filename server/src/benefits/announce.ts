import { writtenAmount } from '@amasin/domain/contract/writing/written-amount.ts';
import type { Message } from '../notifications/notify.ts';
import type { EarnedShare } from './record-ending.ts';

const LINK = '/doctor-dashboard';
/** Tells a partner what their prescription earned (RULES 36); of the order they see nothing. */
export function earned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${writtenAmount(amount)} F.`,
    link: LINK,
  };
}

/** Tells a partner that they were paid. */
export function paidOut({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement reçu',
    message: `Un paiement de ${writtenAmount(amount)} F vous a été versé.`,
    link: LINK,
  };
}
