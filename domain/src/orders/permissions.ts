import type { UserType } from '../contract/user-type.ts';
import { isPaidState, type OrderAction, type OrderState } from './lifecycle.ts';

/** The fields of an order that determine who may see it and which actions they may take. */
export interface OrderFacts {
  readonly state: OrderState;
  readonly customerId: string;
  readonly pharmacyId: string | null;
  readonly deliveryPersonId: string | null;
  readonly agentId: string | null;
  /** The agent, supervisor or super admin who entered the items, if one did. */
  readonly itemsWrittenById: string | null;
  readonly hasItems: boolean;
  readonly hasPrescription: boolean;
  /** Its prescription has more than one medicine, left out or not. */
  readonly hasSeveralLines: boolean;
  readonly hasCard: boolean;
  /** It is unpaid, and the insurer of its checked card has to answer first. */
  readonly needsAgreement: boolean;
  /** It was placed with a photograph. */
  readonly hasPhoto: boolean;
  /** Its photograph cannot be read. */
  readonly needsPhoto: boolean;
  /** Its pharmacy has prepared it. */
  readonly isReady: boolean;
  /** Its courier or its pharmacy has reported a problem that is not solved. */
  readonly hasProblem: boolean;
  /** That problem is a shortage at its pharmacy. */
  readonly hasShortage: boolean;
  /** Its customer is asked whether another medicine may be given instead of one that lacks. */
  readonly isSubstituteAsked: boolean;
  /** That problem is a recall of one of its medicines. */
  readonly isRecalled: boolean;
  /** It was brought back, and a courier still has its medicines. */
  readonly isHeld: boolean;
  /** Its courier waits at the door. */
  readonly isWaitedFor: boolean;
  /** Whether its customer asked to cancel it once paid, and whether that was declined. */
  readonly cancelRequest: 'none' | 'open' | 'declined';
  /** It is paid, and not all of its lines are given back. */
  readonly hasLinesToGiveBack: boolean;
}

export interface OrderReader {
  readonly _id: string;
  readonly type: UserType;
}

/**
 * Whether this user sees the order (rule 10, authorization.csv 16 and 17). Lists apply the same rule in SQL
 * (server/src/scopes/orders.ts); a test checks that the two agree.
 */
export function canSeeOrder(order: OrderFacts, reader: OrderReader): boolean {
  switch (reader.type) {
    case 'customer':
      return order.customerId === reader._id;
    case 'pharmacy':
      return order.pharmacyId === reader._id && isPaidState(order.state);
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

/** The actions that this user may take on the order now (rules 7 to 9). Screens show exactly these. */
export function allowedOrderActions(order: OrderFacts, reader: OrderReader): OrderAction[] {
  if (!canSeeOrder(order, reader)) return [];
  switch (reader.type) {
    case 'customer':
      if (order.state === 'pending')
        return [
          ...substitutionActions(order),
          ...(order.cancelRequest === 'none' ? (['ask-cancel'] as const) : []),
        ];
      if (order.state !== 'pre-treatment') return [];
      if (order.hasItems)
        return order.hasPrescription && order.hasSeveralLines
          ? ['leave-out', 'pay', 'cancel']
          : ['pay', 'cancel'];
      return order.needsPhoto ? ['replace-photo', 'cancel'] : ['cancel'];
    case 'agent':
      return [...prescriptionActions(order), ...insuranceActions(order)];
    case 'deliveryPerson':
      // Delivery starts at a pharmacy, so one must be assigned (rule 8).
      if (order.state === 'pending') {
        if (order.pharmacyId === null || order.isRecalled) return [];
        // A shortage is not hidden by another problem.
        return order.hasShortage ? ['start-delivery'] : ['start-delivery', 'report-problem'];
      }
      if (order.state !== 'delivering') return [];
      return [
        ...(order.isWaitedFor ? [] : (['start-waiting'] as const)),
        'mark-delivered',
        ...(order.isRecalled ? [] : (['report-problem'] as const)),
      ];
    case 'supervisor':
    case 'superAdmin':
      return [
        ...supervisorActions(order),
        ...substitutionActions(order),
        ...(order.hasProblem ? (['solve-problem'] as const) : []),
        ...(order.hasLinesToGiveBack && isPaidState(order.state) ? (['give-back'] as const) : []),
        ...insuranceActions(order),
        ...(order.needsAgreement ? (['note-agreement'] as const) : []),
      ];
    case 'pharmacy':
      // What a courier has is prepared.
      if (order.state !== 'pending' || order.isHeld || order.isRecalled) return [];
      if (order.isReady) return ['mark-not-ready', 'report-shortage'];
      return order.hasShortage ? ['report-shortage'] : ['mark-ready', 'report-shortage'];
    case 'partnerDoctor':
      return [];
  }
}

/** The items of a photograph are entered once, and may be corrected until the order is paid (rule 20). */
function prescriptionActions(order: OrderFacts): OrderAction[] {
  const { state, hasItems, hasPrescription, hasPhoto, needsPhoto } = order;
  if (state !== 'pre-treatment') return [];
  if (!hasItems)
    return hasPhoto && !needsPhoto ? ['write-prescription', 'refuse-photo'] : ['write-prescription'];
  return hasPrescription ? ['edit-prescription'] : [];
}

/** The customer states the rate of a card, so an in-house pharmacist or supervisor must check it (rule 35). */
const insuranceActions = ({ hasCard, state }: OrderFacts): OrderAction[] =>
  hasCard && state !== 'ended' && state !== 'cancelled' ? ['check-insurance'] : [];

const substitutionActions = ({ isSubstituteAsked }: OrderFacts): OrderAction[] =>
  isSubstituteAsked ? ['decide-substitute'] : [];

const cancelActions = {
  none: ['cancel-paid'],
  // The request of the customer is decided first.
  open: ['accept-cancel', 'decline-cancel'],
  // A supervisor who declined may still accept, or cancel for another reason.
  declined: ['accept-cancel', 'cancel-paid'],
} as const satisfies Record<OrderFacts['cancelRequest'], readonly OrderAction[]>;

function supervisorActions(order: OrderFacts): OrderAction[] {
  switch (order.state) {
    case 'pre-treatment':
      if (order.hasItems) return [...prescriptionActions(order), 'cancel'];
      return [
        ...prescriptionActions(order),
        order.agentId === null ? 'assign-agent' : 'replace-agent',
        'cancel',
      ];
    case 'pending':
      if (order.pharmacyId === null) return [...cancelActions[order.cancelRequest], 'assign-pharmacy'];
      return [
        ...cancelActions[order.cancelRequest],
        order.deliveryPersonId === null ? 'assign-delivery-person' : 'replace-delivery-person',
        'replace-pharmacy',
      ];
    case 'delivering':
      // For example after an accident, or when the courier's account was deactivated (rule 9).
      return ['replace-delivery-person', 'bring-back', 'cancel-paid'];
    case 'delivered':
      return ['end'];
    case 'ended':
    case 'cancelled':
      return [];
  }
}
