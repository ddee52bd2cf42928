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
      return order.state === 'pre-treatment' && !order.hasItems ? ['write-prescription'] : [];
    case 'deliveryPerson':
      // Nothing to fetch before a pharmacy is assigned (RULES 8).
      if (order.state === 'pending') return order.pharmacyId === null ? [] : ['start-delivery'];
      return order.state === 'delivering' ? ['mark-delivered'] : [];
    case 'supervisor':
    case 'superAdmin':
      return supervisorActions(order);
    case 'pharmacy':
    case 'partnerDoctor':
      return [];
  }
}

function supervisorActions(order: OrderFacts): OrderAction[] {
  switch (order.state) {
    case 'pre-treatment':
      if (order.hasItems) return [];
      return ['write-prescription', order.agentId === null ? 'assign-agent' : 'replace-agent'];
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
