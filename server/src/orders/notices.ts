import type { UserType } from '@amasin/domain/contract/user-type.ts';
import { type CardRefusal, cardRefusalLabels } from '@amasin/domain/insurance/card-refusal.ts';
import {
  type EventReason,
  eventReasonLabels,
  type ReplacementReason,
} from '@amasin/domain/orders/reasons.ts';
import type { Database } from '../database/database.ts';
import { together } from '../database/transaction.ts';
import { type Message, notify } from '../notifications/notify.ts';
import { findUserIdsOfType } from '../notifications/queries.ts';
import type { NoticeCtx } from '../ports/purchases.ts';
import { announceBySms } from '../sms/send.ts';
import { paidWords } from '../sms/texts.ts';
import type { PaidReaders } from './lookup-queries.ts';

/** The fields of an order that a notification needs. */
export interface Announced {
  readonly id: string;
  readonly number: string;
  readonly customerId: string;
}

/** The screen of each type that is notified of orders; it opens the order of `?order=`. */
const screens = {
  customer: '/tracking',
  supervisor: '/supervisor-dashboard',
  pharmacy: '/pharmacy-dashboard',
  deliveryPerson: '/delivery-dashboard',
  agent: '/agent-dashboard',
} satisfies Partial<Record<UserType, string>>;

type OrderReader = keyof typeof screens;

/** Makes a notification for one user. */
export function toOne(
  userId: string,
  type: OrderReader,
  order: Announced,
  title: string,
  message: string,
): Message {
  return { userId, title, message, link: `${screens[type]}?order=${order.id}`, orderId: order.id };
}

/** Makes a notification for a user who no longer sees the order: it opens their screen. */
export function toReplaced(
  userId: string,
  type: OrderReader,
  { id, number }: Announced,
  newName: string,
  reason: ReplacementReason | null,
): Message {
  return {
    userId,
    title: 'Commande reprise',
    message: `La commande ${number} est maintenant confiée à ${newName}${inWords(reason)}.`,
    link: screens[type],
    orderId: id,
  };
}

/** Words the reason as « (pas de réponse) »; nothing without one. */
export const inWords = (reason: EventReason | null): string =>
  reason === null ? '' : ` (${eventReasonLabels[reason].toLowerCase()})`;

export function toCustomer(order: Announced, title: string, message: string): Message {
  return toOne(order.customerId, 'customer', order, title, message);
}

/** Makes a notification for every active supervisor. */
export async function toSupervisors(
  db: Database,
  order: Announced,
  title: string,
  message: string,
): Promise<Message[]> {
  const ids = await findUserIdsOfType(db, ['supervisor']);
  return ids.map((id) => toOne(id, 'supervisor', order, title, message));
}

interface Paid extends PaidReaders {
  readonly order: Announced;
  readonly amount: number;
  /** Supervisors read this first. */
  readonly title: string;
  /** The name of the pharmacy that has it already; null while one has to be found. */
  readonly keeper: string | null;
  readonly now: Date;
}

/** Tells the customer, by SMS too as her telephone may be offline, and the supervisors, in the transaction that pays the order. */
export async function announcePaid(ctx: NoticeCtx, tx: Database, paid: Paid): Promise<void> {
  await together(notifyPaid(ctx, tx, paid), sendPaid(ctx, tx, paid));
}

function notifyPaid(
  { jobs }: NoticeCtx,
  tx: Database,
  { order, title, keeper, supervisors, now }: Paid,
): Promise<void> {
  const { number } = order;
  const next = keeper === null ? 'attend une pharmacie.' : `est chez ${keeper} et attend un livreur.`;
  return notify(jobs, tx, now, [
    toCustomer(order, 'Paiement reçu', `Votre commande ${number} est payée. Nous la préparons.`),
    ...supervisors.map((id) => toOne(id, 'supervisor', order, title, `${number} ${next}`)),
  ]);
}

function sendPaid(ctx: NoticeCtx, tx: Database, { order, amount, phone }: Paid): Promise<void> {
  return announceBySms(ctx, tx, { to: phone, words: paidWords(order.number, amount), about: order.id });
}

/** Tells a customer that her card is accepted. @param waiting the order whose payment waited for that, if one did */
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
