import { type CardRefusal, cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import type { Message } from '../../notifications/notify.ts';

/** To a customer whose card was to be checked. @param waiting the order whose payment waited for that, if one did */
export const cardAccepted = (userId: string, waiting: { id: string; number: string } | null): Message => ({
  userId,
  title: 'Carte vérifiée',
  message:
    waiting === null
      ? 'Votre carte d’assurance est vérifiée.'
      : `Votre carte d’assurance est vérifiée : vous pouvez payer votre commande ${waiting.number}.`,
  link: waiting === null ? '/order' : `/tracking?order=${waiting.id}`,
});

export const cardRefused = (userId: string, reason: CardRefusal): Message => ({
  userId,
  title: 'Carte non acceptée',
  message: `${cardRefusalLabels[reason]}. Changez sa photo ou son taux, ou commandez sans elle.`,
  link: '/profile',
});
