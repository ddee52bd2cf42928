import type { UserType } from '../users/user-type.ts';
import type { OrderAction, OrderState } from './lifecycle.ts';

/** What of an order decides who may see and do what; ids or null. */
export interface OrderFacts {
  readonly state: OrderState;
  readonly customerId: string;
  readonly pharmacyId: string | null;
  readonly deliveryPersonId: string | null;
  readonly agentId: string | null;
  /** Who wrote its items, when an agent or a supervisor did. */
  readonly itemsWrittenById: string | null;
  readonly hasItems: boolean;
  readonly hasPrescription: boolean;
  readonly hasCard: boolean;
}

export interface OrderReader {
  readonly _id: string;
  readonly type: UserType;
}

/**
 * Whether this person sees the order at all (RULES 10, csv 16 and 17). The same rule stands in SQL for the lists
 * (server/src/orders/scope.ts); a test holds the two together.
 */
export function canSeeOrder(order: OrderFacts, reader: OrderReader): boolean {
  switch (reader.type) {
    case 'customer':
      return order.customerId === reader._id;
    case 'pharmacy':
      return order.pharmacyId === reader._id && order.state !== 'pre-treatment';
    case 'deliveryPerson':
      return order.deliveryPersonId === reader._id;
    case 'agent':
      return (
        order.itemsWrittenById === reader._id ||
        (order.state === 'pre-treatment' && (order.agentId === null || order.agentId === reader._id))
      );
    case 'supervisor':
    case 'superAdmin':
      return true;
    case 'partnerDoctor':
      return false;
  }
}

/** What this person may do with an order now (RULES 7 to 9); nothing with one unseen. Screens show just these. */
export function allowedOrderActions(order: OrderFacts, reader: OrderReader): OrderAction[] {
  if (!canSeeOrder(order, reader)) return [];
  switch (reader.type) {
    case 'customer':
      return order.state === 'pre-treatment' && order.hasItems ? ['pay'] : [];
    case 'agent':
      return [...treatment(order), ...insurance(order)];
    case 'deliveryPerson':
      // Nothing to fetch before a pharmacy is assigned (RULES 8).
      if (order.state === 'pending') return order.pharmacyId === null ? [] : ['start-delivery'];
      return order.state === 'delivering' ? ['mark-delivered'] : [];
    case 'supervisor':
    case 'superAdmin':
      return [...supervisorActions(order), ...insurance(order)];
    case 'pharmacy':
    case 'partnerDoctor':
      return [];
  }
}

/** Reading a photograph, and correcting what was read until it is paid (RULES 20). */
function treatment({ state, hasItems, hasPrescription }: OrderFacts): OrderAction[] {
  if (state !== 'pre-treatment') return [];
  if (!hasItems) return ['write-prescription'];
  return hasPrescription ? ['edit-prescription'] : [];
}

/** A card's rate is the customer's word until somebody has looked at it (RULES 35). */
const insurance = ({ hasCard, state }: OrderFacts): OrderAction[] =>
  hasCard && state !== 'ended' ? ['check-insurance'] : [];

function supervisorActions(order: OrderFacts): OrderAction[] {
  switch (order.state) {
    case 'pre-treatment':
      if (order.hasItems) return treatment(order);
      return [...treatment(order), order.agentId === null ? 'assign-agent' : 'replace-agent'];
    case 'pending':
      if (order.pharmacyId === null) return ['assign-pharmacy'];
      return [
        order.deliveryPersonId === null ? 'assign-delivery-person' : 'replace-delivery-person',
        'replace-pharmacy',
      ];
    case 'delivering':
      // An accident, an account switched off: the courier can still be replaced (RULES 9).
      return ['replace-delivery-person'];
    case 'delivered':
      return ['end'];
    case 'ended':
      return [];
  }
}
