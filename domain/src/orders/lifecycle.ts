import type { UserType } from '../users/user-type.ts';

/** Order states (SPEC 4). */
export const orderStates = ['pre-treatment', 'pending', 'delivering', 'delivered', 'ended'] as const;

export type OrderState = (typeof orderStates)[number];

export const FIRST_STATES: readonly OrderState[] = ['pre-treatment', 'pending'];

/** Everything that can be asked of an order; `allowedActions` of an answer is a choice of these. */
export const orderActions = [
  'write-prescription',
  'edit-prescription',
  'check-insurance',
  'assign-agent',
  'replace-agent',
  'pay',
  'assign-pharmacy',
  'replace-pharmacy',
  'assign-delivery-person',
  'replace-delivery-person',
  'start-delivery',
  'mark-delivered',
  'end',
] as const;

export type OrderAction = (typeof orderActions)[number];

export interface Transition {
  readonly action: OrderAction;
  readonly from: OrderState;
  readonly to: OrderState;
  /** Who may ask for it; being concerned by the order is checked apart. */
  readonly by: readonly UserType[];
}

/** The only legal moves (RULES 8, RELIABILITY 3). Each is one conditional update on `from`. */
export const transitions: readonly Transition[] = [
  { action: 'pay', from: 'pre-treatment', to: 'pending', by: ['customer'] },
  { action: 'start-delivery', from: 'pending', to: 'delivering', by: ['deliveryPerson'] },
  { action: 'mark-delivered', from: 'delivering', to: 'delivered', by: ['deliveryPerson'] },
  { action: 'end', from: 'delivered', to: 'ended', by: ['supervisor', 'superAdmin'] },
];

/** The one move that ends in `to`, or undefined where nothing leads there. */
export function transitionTo(to: OrderState): Transition | undefined {
  return transitions.find((transition) => transition.to === to);
}

/** The word for a state depends on who reads it (SPEC 4). */
export function orderStateLabel(state: OrderState, reader: UserType): string {
  if (state === 'pre-treatment' && reader === 'customer') return 'En préparation';
  if (state === 'pending' && reader === 'pharmacy') return 'En préparation';
  if (state === 'pending' && reader === 'deliveryPerson') return 'À récupérer';
  return stateLabels[state];
}

const stateLabels: Readonly<Record<OrderState, string>> = {
  'pre-treatment': 'Pré-traitement',
  pending: 'En attente',
  delivering: 'En livraison',
  delivered: 'Livrée',
  ended: 'Terminée',
};

/** The four steps that a customer follows (SPEC 4); those up to the present state are done. */
export const trackingSteps = [
  { key: 'received', label: 'Commande reçue', reachedIn: 'pre-treatment' },
  { key: 'preparation', label: 'Préparation', reachedIn: 'pending' },
  { key: 'delivery', label: 'Livraison', reachedIn: 'delivering' },
  { key: 'delivered', label: 'Livrée', reachedIn: 'delivered' },
] as const satisfies readonly { key: string; label: string; reachedIn: OrderState }[];

/** How many of the four steps are done in this state: 1 to 4. */
export function stepsDone(state: OrderState): number {
  const reached = orderStates.indexOf(state);
  return trackingSteps.filter((step) => orderStates.indexOf(step.reachedIn) <= reached).length;
}
