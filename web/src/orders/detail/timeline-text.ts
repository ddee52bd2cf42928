import {
  type OrderAction,
  type OrderState,
  orderStateLabel,
  orderStates,
} from '@amasin/domain/orders/lifecycle.ts';
import type { timelineLine } from '@amasin/domain/orders/order.ts';
import { readUserType, type UserType, userTypeLabels } from '@amasin/domain/users/user-type.ts';
import type { z } from 'zod';
import { quoted } from '../../lib/format/text.ts';

export type TimelineLine = z.output<typeof timelineLine>;

const assigned: Readonly<Record<string, string>> = {
  'assign-agent': 'Pharmacien interne assigné',
  'assign-pharmacy': 'Pharmacie assignée',
  'assign-delivery-person': 'Livreur assigné',
  'replace-agent': 'Pharmacien interne remplacé',
  'replace-pharmacy': 'Pharmacie remplacée',
  'replace-delivery-person': 'Livreur remplacé',
} satisfies Partial<Record<OrderAction, string>>;

const done: Readonly<Record<string, string>> = {
  create: 'Commande passée',
  'write-prescription': 'Ordonnance saisie',
  'edit-prescription': 'Ordonnance corrigée',
  'check-insurance': 'Carte d’assurance vérifiée',
  'price-anew': 'Prix mis à jour après 30 jours',
  pay: 'Commande payée',
  'start-delivery': 'Livraison commencée',
  'mark-delivered': 'Commande livrée',
  end: 'Commande terminée',
} satisfies Partial<Record<OrderAction, string>> & { create: string; 'price-anew': string };

/** « Pharmacie assignée : Pharmacie Camp Guézo ». */
export function describeEvent(line: TimelineLine, reader: UserType): string {
  const { action, from, to } = line;
  const assignment = assigned[action];
  if (assignment !== undefined) {
    if (to === null) return assignment;
    return `${assignment} : ${from === null ? to : `${from} → ${to}`}`;
  }
  if (action === 'create' && to === 'pending') return 'Commande passée et payée';
  if (action === 'check-insurance' && to === 'false') return 'Carte d’assurance à vérifier de nouveau';
  const text = done[action];
  if (text !== undefined) return text;
  // This version does not support the action: show the new state.
  return isState(to) ? `Commande passée à ${quoted(orderStateLabel(to, reader))}` : 'Commande mise à jour';
}

/** « Koffi Adjovi, livreur »; the platform has no role. */
export function describeActor({ name, type }: TimelineLine['actor']): string {
  const userType = readUserType(type);
  return userType === undefined ? name : `${name}, ${userTypeLabels[userType].toLowerCase()}`;
}

function isState(value: string | null): value is OrderState {
  return orderStates.some((state) => state === value);
}
