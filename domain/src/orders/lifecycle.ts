import type { UserType } from '../contract/user-type.ts';

/** Order states in their order, and `cancelled`. */
export const orderStates = [
  'pre-treatment',
  'pending',
  'delivering',
  'delivered',
  'ended',
  'cancelled',
] as const;

export type OrderState = (typeof orderStates)[number];

/** Tells whether this version knows the state: a value may come from another version. */
export const isOrderState = (value: string | null): value is OrderState =>
  orderStates.some((state) => state === value);

/** Whether an order in this state is paid. */
export const isPaidState = (state: string): boolean => state !== 'pre-treatment' && state !== 'cancelled';

export const FIRST_STATES: readonly OrderState[] = ['pre-treatment', 'pending'];

/** All actions on an order; `allowedActions` of an order is a subset of them. */
export const orderActions = [
  'write-prescription',
  'edit-prescription',
  'refuse-photo',
  'replace-photo',
  'check-insurance',
  'note-agreement',
  'assign-agent',
  'replace-agent',
  'leave-out',
  'pay',
  'assign-pharmacy',
  'replace-pharmacy',
  'assign-delivery-person',
  'replace-delivery-person',
  'mark-ready',
  'mark-not-ready',
  'report-problem',
  'report-shortage',
  'decide-substitute',
  'solve-problem',
  'start-delivery',
  'start-waiting',
  'mark-delivered',
  'bring-back',
  'end',
  'cancel',
  'cancel-paid',
  'ask-cancel',
  'accept-cancel',
  'decline-cancel',
  'give-back',
] as const;

export type OrderAction = (typeof orderActions)[number];

export interface Transition {
  readonly action: OrderAction;
  readonly from: OrderState;
  readonly to: OrderState;
  /** User types that may request it; whether the order is theirs is checked separately. */
  readonly by: readonly UserType[];
}

/** The only allowed transitions (rule 8). Each is one conditional update on `from`. */
export const transitions: readonly Transition[] = [
  { action: 'pay', from: 'pre-treatment', to: 'pending', by: ['customer'] },
  { action: 'start-delivery', from: 'pending', to: 'delivering', by: ['deliveryPerson'] },
  { action: 'mark-delivered', from: 'delivering', to: 'delivered', by: ['deliveryPerson'] },
  { action: 'end', from: 'delivered', to: 'ended', by: ['supervisor', 'superAdmin'] },
  {
    action: 'cancel',
    from: 'pre-treatment',
    to: 'cancelled',
    by: ['customer', 'supervisor', 'superAdmin'],
  },
  // These two refund the order: at the customer's request, or for a reason of a supervisor.
  { action: 'accept-cancel', from: 'pending', to: 'cancelled', by: ['supervisor', 'superAdmin'] },
  { action: 'cancel-paid', from: 'pending', to: 'cancelled', by: ['supervisor', 'superAdmin'] },
  // An order that could not be handed over is delivered anew, or cancelled and refunded (rule 51).
  { action: 'bring-back', from: 'delivering', to: 'pending', by: ['supervisor', 'superAdmin'] },
  { action: 'cancel-paid', from: 'delivering', to: 'cancelled', by: ['supervisor', 'superAdmin'] },
];

/** Finds the transition that a change of state alone asks for; undefined if there is none. Others are calls of their own. */
export function transitionTo(to: OrderState): Transition | undefined {
  return transitions.find((transition) => transition.to === to);
}

/** Returns the French label of a state, which depends on the reader's type. */
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
  cancelled: 'Annulée',
};

/** The four steps of tracking; those up to the current state are done. */
export const trackingSteps = [
  { key: 'received', label: 'Commande reçue', reachedIn: 'pre-treatment' },
  { key: 'preparation', label: 'Préparation', reachedIn: 'pending' },
  { key: 'delivery', label: 'Livraison', reachedIn: 'delivering' },
  { key: 'delivered', label: 'Livrée', reachedIn: 'delivered' },
] as const satisfies readonly { key: string; label: string; reachedIn: OrderState }[];

/** Counts the tracking steps that are done in this state: 1 to 4, or 0 for a cancelled order. */
export function stepsDone(state: OrderState): number {
  if (state === 'cancelled') return 0;
  const reached = orderStates.indexOf(state);
  return trackingSteps.filter((step) => orderStates.indexOf(step.reachedIn) <= reached).length;
}
