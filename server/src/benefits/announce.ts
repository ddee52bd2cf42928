import type { Message } from '../notifications/notify.ts';
import type { EarnedShare } from './record-ending.ts';

const LINK = '/doctor-dashboard';
const wholeNumber = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 0 });

/** `12 500`, as our screens write it. */
export const written = (amount: number): string => wholeNumber.format(amount);

/** Tells a partner what their prescription earned (RULES 36); of the order they see nothing. */
export function earned({ partnerId, prescriptionNumber, amount }: EarnedShare): Message {
  return {
    userId: partnerId,
    title: 'Nouveau bénéfice',
    message: `Votre ordonnance ${prescriptionNumber} vous rapporte ${written(amount)} F.`,
    link: LINK,
  };
}

/** Tells a partner that they were paid. */
export function paidOut({ partnerId, amount }: { partnerId: string; amount: number }): Message {
  return {
    userId: partnerId,
    title: 'Paiement reçu',
    message: `Un paiement de ${written(amount)} F vous a été versé.`,
    link: LINK,
  };
}
