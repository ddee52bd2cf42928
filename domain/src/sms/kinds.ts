import { MINUTE_MS } from '../contract/time.ts';

/** The moments of an order or a consultation that a customer, or a pharmacy that is asked, learns by message; each can be turned off. */
export const smsMoments = [
  'paid',
  'question',
  'inquiry',
  'found',
  'on-the-way',
  'delivered',
  'answer',
] as const;
export type SmsMoment = (typeof smsMoments)[number];

/** A message is about one of these. */
export const smsKinds = ['code', 'phone-changed', 'recall', ...smsMoments] as const;
export type SmsKind = (typeof smsKinds)[number];

export const smsKindLabels: Readonly<Record<SmsKind, string>> = {
  code: 'Code',
  'phone-changed': 'Numéro changé',
  recall: 'Message important',
  paid: 'Commande payée',
  question: 'Question sur une commande',
  inquiry: 'Demande à une pharmacie',
  found: 'Réponse d’une pharmacie',
  'on-the-way': 'Commande en route',
  delivered: 'Commande livrée',
  answer: 'Réponse d’un médecin',
};

/** A message is tried for so long, ms: a code is valid for ten minutes, and what happened to an order is old news after some hours. */
export const usefulMs = (kind: SmsKind): number => (kind === 'code' ? 10 * MINUTE_MS : 6 * 60 * MINUTE_MS);

/** A message waits in the queue, was accepted by a vendor, received by the telephone, or not received. The last two never change. */
export const smsStates = ['queued', 'sent', 'delivered', 'failed'] as const;
export type SmsState = (typeof smsStates)[number];

export const smsChannels = ['sms', 'whatsapp'] as const;
export type SmsChannel = (typeof smsChannels)[number];

/** A message was not received for one of these reasons. */
export const smsFailures = [
  'off',
  'key',
  'limit',
  'refused',
  'outage',
  'timeout',
  'expired',
  'undelivered',
] as const;
export type SmsFailureReason = (typeof smsFailures)[number];

export const smsFailureLabels: Readonly<Record<SmsFailureReason, string>> = {
  off: 'Aucun vendeur de SMS n’est réglé',
  key: 'Clé refusée par le vendeur',
  limit: 'Trop de messages pour le vendeur',
  refused: 'Refusé par le vendeur',
  outage: 'Vendeur injoignable ou en panne',
  timeout: 'Pas de réponse du vendeur',
  expired: 'Resté trop longtemps en attente',
  undelivered: 'Pas reçu par le téléphone',
};
