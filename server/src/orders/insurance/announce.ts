import { type CardRefusal, cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import type { Message } from '../../notifications/notify.ts';

/** To a customer who waited for the check. */
export const cardAccepted = (userId: string): Message => ({
  userId,
  title: 'Carte vérifiée',
  message: 'Votre carte d’assurance est vérifiée : vous pouvez payer avec tout son taux.',
  link: '/order',
});

export const cardRefused = (userId: string, reason: CardRefusal): Message => ({
  userId,
  title: 'Carte non acceptée',
  message: `${cardRefusalLabels[reason]}. Modifiez votre carte, ou commandez sans elle.`,
  link: '/profile',
});
