import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import {
  type CancelDecline,
  isShortage,
  type ProblemReason,
  type ShortageReason,
} from '@amasin/domain/orders/reasons.ts';
import type { RefundState } from '@amasin/domain/orders/refund.ts';
import type { Behaviour, RefundBehaviour } from '../../payments/providers/sandbox.ts';
import { type Name, type Role, userTypes } from './people.ts';

// A second, independent implementation of rules 7 to 10 and 15. The model test compares the server with it.

interface ModelPayment {
  status: 'pending' | 'failed' | 'cancelled' | 'paid' | 'review' | 'refunded';
  /** The state that the provider reports. */
  atProvider: 'nothing' | 'paid' | 'declined';
  /** Opened for the order without its second medicine. */
  leftOut: boolean;
  /** How the provider behaves when it is asked for the refund; null when it does not know the payment. */
  refundBehaviour: RefundBehaviour | null;
}

export interface ModelRefund {
  state: RefundState;
  /** The state at the provider: a slow refund is pending there. */
  atProvider: 'nothing' | 'slow' | 'done' | 'failed';
  /** How it behaves for the payment that is refunded; null when it does not know that payment. */
  behaviour: RefundBehaviour | null;
  settledBy: Name | null;
}

export interface Model {
  state: OrderState;
  writer: Name | null;
  assigned: Record<Role, Name | null>;
  payments: ModelPayment[];
  /** The people who moved it to each state. */
  movedBy: Partial<Record<OrderState, Name[]>>;
  /** Number of events in the timeline. */
  events: number;
  hasItems: boolean;
  /** The customer does not take the second medicine. */
  leftOut: boolean;
  /** A portal was opened. The test's clock does not advance, so the reservation never ends. */
  reserved: boolean;
  cancelAsked: boolean;
  cancelDeclined: CancelDecline | null;
  /** Reported by the pharmacy or the courier. */
  problem: { reason: ProblemReason | ShortageReason; medicine: 'first' | 'second' | null } | null;
  ready: boolean;
  /** The courier who has the medicines of an order that was brought back. */
  heldBy: Name | null;
  /** It was brought back, and has not left again. */
  broughtBack: boolean;
  /** Who had it until it was cancelled or brought back: they read so. */
  lostBy: Name[];
  refund: ModelRefund | null;
  /** One box of its first medicine is given back. */
  gaveBack: boolean;
  /** Boxes of each medicine that its prescription says. */
  prescribed: number;
  /** Boxes that other orders took of its prescription. */
  rest: Boxes;
}

export interface Boxes {
  first: number;
  second: number;
}

export const isStaff = (name: Name) => userTypes[name] === 'supervisor' || userTypes[name] === 'superAdmin';

export function sees(model: Model, name: Name): boolean {
  switch (userTypes[name]) {
    case 'customer':
      return name === 'owner';
    case 'pharmacy':
      return model.assigned.pharmacy === name;
    case 'deliveryPerson':
      return model.assigned.deliveryPerson === name;
    case 'agent': {
      const waits = model.state === 'pre-treatment';
      const isAvailable = model.assigned.agent === null || model.assigned.agent === name;
      return model.writer === name || (waits && isAvailable);
    }
    case 'partnerDoctor':
      return false;
    default:
      return isStaff(name);
  }
}

/** The answer to someone who does not see it. */
export const unseen = (model: Model, name: Name): number => (model.lostBy.includes(name) ? 409 : 404);

export const moved = ({ movedBy }: Model, name: Name, to: OrderState): boolean =>
  movedBy[to]?.includes(name) ?? false;

const before: Partial<Record<OrderState, OrderState>> = {
  delivering: 'pending',
  delivered: 'delivering',
  ended: 'delivered',
  cancelled: 'pre-treatment',
};

export const nothingOpen = {
  problem: null,
  cancelAsked: false,
  cancelDeclined: null,
  heldBy: null,
  broughtBack: false,
};

/** PATCH status. Changes the model if the move is allowed; returns the HTTP status. */
export function advance(model: Model, name: Name, to: OrderState): number {
  const type = userTypes[name];
  if (type === 'pharmacy' || type === 'agent' || type === 'partnerDoctor') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (to === 'pre-treatment') return 409;
  const isAllowed =
    type === 'customer'
      ? to === 'pending' || to === 'cancelled'
      : isStaff(name)
        ? to === 'ended' || to === 'cancelled'
        : to === 'delivering' || to === 'delivered';
  if (!isAllowed) return 403;
  if (to === 'pending') return pay(model);
  if (to === 'cancelled' && model.payments.some(({ status }) => status === 'pending')) return 409;
  if (model.state === before[to]) {
    Object.assign(model, { state: to, events: model.events + 1 });
    model.movedBy[to] = [...(model.movedBy[to] ?? []), name];
    // Whatever was reported or asked, it goes on.
    if (to !== 'cancelled') Object.assign(model, nothingOpen);
    return 200;
  }
  return model.state === to && moved(model, name, to) ? 200 : 409;
}

/** PUT by the customer: the server checks their last payment with the provider. */
function pay(model: Model): number {
  if (model.state === 'cancelled') return 409;
  if (model.payments.some(({ status }) => status === 'paid')) return model.state === 'pending' ? 200 : 409;
  const last = model.payments.at(-1);
  if (last === undefined) return 402;
  check(model, last);
  return last.status === ('paid' as string) ? 200 : 402;
}

function check(model: Model, payment: ModelPayment): void {
  if (payment.atProvider === 'paid') settle(model, payment);
  else if (payment.atProvider === 'declined' && payment.status === 'pending') payment.status = 'failed';
}

/** A confirmed payment moves an unpaid order of its amount to `pending`, or goes to review. */
function settle(model: Model, payment: ModelPayment): void {
  if (['paid', 'review', 'refunded'].includes(payment.status)) return;
  if (model.state !== 'pre-treatment' || payment.leftOut !== model.leftOut) {
    payment.status = 'review';
    return;
  }
  for (const other of model.payments) if (other.status === 'pending') other.status = 'cancelled';
  payment.status = 'paid';
  Object.assign(model, { state: 'pending', events: model.events + 1 });
}

/** PUT: the customer pays, the others write the items. */
export function put(model: Model, name: Name): number {
  const type = userTypes[name];
  if (type === 'pharmacy' || type === 'deliveryPerson' || type === 'partnerDoctor') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (type === 'customer') return pay(model);
  if (model.state !== 'pre-treatment' || model.hasItems) return 409;
  Object.assign(model, { hasItems: true, writer: name, prescribed: 2, events: model.events + 1 });
  return 200;
}

/** PUT of its prescription: replaces the items until a payment is open or paid. */
export function edit(model: Model, name: Name): number {
  const type = userTypes[name];
  if (type === 'customer' || type === 'pharmacy' || type === 'deliveryPerson') return 403;
  if (!sees(model, name)) return unseen(model, name);
  // Its prescription is free again, for its author and for other orders.
  if (model.state === 'cancelled') return model.rest.first > 0 ? 409 : 404;
  if (model.state !== 'pre-treatment' || model.reserved) return 409;
  Object.assign(model, { prescribed: 3, events: model.events + 1 });
  return 200;
}

/** What paid orders took of its prescription. */
export function givenOf(model: Model): Boxes {
  const { prescribed, rest } = model;
  if (model.state === 'pre-treatment' || model.state === 'cancelled') return rest;
  return {
    first: rest.first + prescribed - Number(model.gaveBack),
    second: rest.second + (model.leftOut ? 0 : prescribed),
  };
}

/** Whether the code of its prescription can be ordered: it is written, no unpaid order has it, and something of it remains. */
export function hasRest(model: Model): boolean {
  const { first, second } = givenOf(model);
  const isFree = model.writer !== null && model.state !== 'pre-treatment';
  return isFree && first + second < 2 * model.prescribed;
}

/** POST /payments for another order, by the code of the prescription, which is paid at once. */
export function orderRest(model: Model): number {
  const { first, second } = givenOf(model);
  model.rest.first += model.prescribed - first;
  model.rest.second += model.prescribed - second;
  return 201;
}

/** PUT left-out: changes what is paid while no portal is open. */
export function leaveOut(model: Model, name: Name, isLeftOut: boolean): number {
  if (userTypes[name] !== 'customer') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (!isPayable(model)) return 409;
  if (model.leftOut === isLeftOut) return 200;
  if (model.payments.some(({ status }) => status === 'pending')) return 409;
  Object.assign(model, { leftOut: isLeftOut, events: model.events + 1 });
  return 200;
}

/** PATCH assign. */
export function assign(
  model: Model,
  name: Name,
  { role, to, replaces }: { role: Role; to: Name; replaces: Name | null },
): number {
  if (!isStaff(name)) return 403;
  if (userTypes[to] !== role || to === 'strangePharmacy' || to === 'disabledCourier') return 422;
  const assignee = model.assigned[role];
  if (assignee === to) return 200;
  if (role === 'agent') {
    if (model.state !== 'pre-treatment' || model.hasItems) return 409;
  } else {
    const isReplacing = role === 'deliveryPerson' && assignee !== null && model.state === 'delivering';
    if (model.state !== 'pending' && !isReplacing) return 409;
    if (role === 'deliveryPerson' && model.assigned.pharmacy === null) return 409;
  }
  if (assignee !== null && replaces !== assignee) return 409;
  model.assigned[role] = to;
  model.events += 1;
  // Who is replaced reads by whom.
  model.lostBy = model.lostBy.filter((lost) => lost !== assignee);
  // Another pharmacy has not prepared it, and may have what the first one lacked.
  if (role === 'pharmacy') {
    Object.assign(model, { ready: false, heldBy: null });
    if (model.problem && isShortage(model.problem.reason)) model.problem = null;
  }
  return 200;
}

export const isPayable = (model: Model) => model.state === 'pre-treatment' && model.hasItems;

/** POST /payments for the order: checks earlier payments with the provider first, and returns an open one again. */
export function openPayment(model: Model, name: Name, again: boolean): number {
  if (userTypes[name] !== 'customer') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (!isPayable(model)) return 409;
  followUp(model);
  if (!isPayable(model)) return 409;
  const statuses = model.payments.map(({ status }) => status);
  if (statuses.includes('pending')) return 201;
  if (statuses.includes('review') && !again) return 409;
  const { leftOut } = model;
  model.payments.push({ status: 'pending', atProvider: 'nothing', leftOut, refundBehaviour: 'approve' });
  model.reserved = true;
  return 201;
}

/** The provider changes one payment, and calls the webhook unless `silent`. */
export function providerDoes(model: Model, which: number, behaviour: Behaviour): void {
  const payment = model.payments[which];
  if (payment === undefined) return;
  payment.atProvider = behaviour === 'decline' ? 'declined' : 'paid';
  if (behaviour === 'decline' && payment.status === 'pending') payment.status = 'failed';
  if (behaviour === 'wrong-amount' && payment.status !== 'paid' && payment.status !== 'refunded')
    payment.status = 'review';
  if (behaviour === 'approve' || behaviour === 'approve-twice') settle(model, payment);
}

/** The recurring job checks every payment that is not settled, the oldest first. */
export function followUp(model: Model): void {
  for (const payment of model.payments) check(model, payment);
}
