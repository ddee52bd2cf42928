import type { OrderAction } from '@amasin/domain/orders/lifecycle.ts';
import type { Order } from '@amasin/domain/orders/order.ts';

/** Search params of the dialogs. */
export const ASSIGN = 'assign';
export const TREAT = 'treat';

/** The roles that can be assigned to an order, named as in the call and the user types. */
export const roles = ['pharmacy', 'deliveryPerson', 'agent'] as const;

export type Role = (typeof roles)[number];

type Labels = {
  assign: OrderAction;
  replace: OrderAction;
  name: string;
  unassigned: string;
  assignLabel: string;
  replaceLabel: string;
  /** Text of an empty list of candidates. */
  noCandidate: string;
};

export const roleLabels: Readonly<Record<Role, Labels>> = {
  pharmacy: {
    assign: 'assign-pharmacy',
    replace: 'replace-pharmacy',
    name: 'Pharmacie',
    unassigned: 'Non assignée',
    assignLabel: 'Assigner une pharmacie',
    replaceLabel: 'Remplacer la pharmacie',
    noCandidate: 'Aucune pharmacie partenaire disponible',
  },
  deliveryPerson: {
    assign: 'assign-delivery-person',
    replace: 'replace-delivery-person',
    name: 'Livreur',
    unassigned: 'Non assigné',
    assignLabel: 'Assigner un livreur',
    replaceLabel: 'Remplacer le livreur',
    noCandidate: 'Aucun livreur disponible',
  },
  agent: {
    assign: 'assign-agent',
    replace: 'replace-agent',
    name: 'Pharmacien interne',
    unassigned: 'Non assigné',
    assignLabel: 'Assigner un pharmacien interne',
    replaceLabel: 'Remplacer le pharmacien interne',
    noCandidate: 'Aucun pharmacien interne disponible',
  },
};

type Assignable = Pick<Order, 'allowedActions'>;

/** Whether the server allows this role to be assigned, or its person to be replaced. */
export function assignmentOf(order: Assignable, role: Role): 'assign' | 'replace' | null {
  const { assign, replace } = roleLabels[role];
  if (order.allowedActions.includes(assign)) return 'assign';
  return order.allowedActions.includes(replace) ? 'replace' : null;
}

/** The roles that a paid order waits for, in order. */
const steps = ['pharmacy', 'deliveryPerson'] as const;

/** The next assignment: the courier of the same order, then the first other order that waits for someone. */
export function nextToAssign<O extends Assignable & Pick<Order, '_id'>>(
  assigned: O,
  toDo: readonly O[],
): { order: O; role: Role } | null {
  for (const order of [assigned, ...toDo.filter(({ _id }) => _id !== assigned._id)]) {
    const role = steps.find((step) => assignmentOf(order, step) === 'assign');
    if (role !== undefined) return { order, role };
  }
  return null;
}

/** The role in the URL, if it can still be assigned or replaced. */
export function readRole(order: Assignable, written: string | null): Role | null {
  const role = roles.find((known) => known === written);
  return role !== undefined && assignmentOf(order, role) !== null ? role : null;
}
