import { formatMoney } from '@amasin/domain/contract/format.ts';
import type { Message } from '../notifications/notify.ts';

interface Named {
  readonly id: string;
  readonly number: string;
}

/** Tells a customer that her insurer does not pay, and that she is asked for it; nothing is taken by itself. */
export const askedFor = (userId: string, { id, number }: Named, amount: number): Message => ({
  userId,
  title: 'Part non prise en charge',
  message: `${formatMoney(amount)} de votre commande ${number} restent à régler. Nous vous appellerons.`,
  link: `/tracking?order=${id}`,
});
