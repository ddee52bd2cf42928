import {
  type CancelDecline,
  concernsLine,
  isShortage,
  type MedicinePlace,
  type ProblemReason,
  type ShortageReason,
} from '@amasin/domain/orders/reasons.ts';
import { isStaff, type Model, type ModelRefund, moved, nothingOpen, sees, unseen } from './model.ts';
import { type Name, userTypes } from './people.ts';

/** POST cancel-request. */
export function askCancel(model: Model, name: Name): number {
  if (userTypes[name] !== 'customer') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (model.state !== 'pending') return 409;
  if (!model.cancelAsked) Object.assign(model, { cancelAsked: true, events: model.events + 1 });
  return 200;
}

/** POST cancel-request/decision with a reason. */
export function declineCancel(model: Model, name: Name, declined: CancelDecline): number {
  if (!isStaff(name)) return 403;
  if (model.state !== 'pending') return 409;
  if (!model.cancelAsked) return 404;
  if (model.cancelDeclined !== null) return model.cancelDeclined === declined ? 200 : 409;
  Object.assign(model, { cancelDeclined: declined, events: model.events + 1 });
  return 200;
}

/** POST cancel-request/decision without a reason: cancels and refunds, even what was declined before. */
export function acceptCancel(model: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (model.state === 'cancelled') return moved(model, name, 'cancelled') ? 200 : 409;
  if (model.state !== 'pending') return 409;
  if (!model.cancelAsked) return 404;
  refund(model, name);
  return 200;
}

/** POST cancellation: cancels and refunds, unless the customer waits for an answer. */
export function cancelPaid(model: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (model.state === 'cancelled') return moved(model, name, 'cancelled') ? 200 : 409;
  if (model.state !== 'pending' && model.state !== 'delivering') return 409;
  if (model.cancelAsked && model.cancelDeclined === null) return 409;
  refund(model, name);
  return 200;
}

function refund(model: Model, name: Name): void {
  for (const payment of model.payments) {
    if (payment.status !== 'paid') continue;
    payment.status = 'refunded';
    const { refundBehaviour: behaviour } = payment;
    model.refund = { state: 'asked', atProvider: 'nothing', behaviour, settledBy: null };
  }
  const { pharmacy, deliveryPerson } = model.assigned;
  for (const lost of [pharmacy, deliveryPerson]) if (lost !== null) model.lostBy.push(lost);
  const nothing = { problem: null, cancelDeclined: null, heldBy: null, broughtBack: false };
  Object.assign(model, { ...nothing, state: 'cancelled', ready: false });
  Object.assign(model.assigned, { pharmacy: null, deliveryPerson: null });
  model.movedBy.cancelled = [name];
  model.events += 1;
}

/** POST give-back of one box of two of the first medicine, which solves what was said to lack of it. */
export function giveBack(model: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (model.state === 'cancelled') return moved(model, name, 'cancelled') ? 200 : 409;
  if (model.state === 'pre-treatment') return 409;
  if (model.gaveBack) return 200;
  Object.assign(model, { gaveBack: true, events: model.events + 1 });
  const { reason, medicine } = model.problem ?? {};
  const isLine = reason !== undefined && isShortage(reason) && concernsLine(reason);
  if (reason === 'medicine-missing' || (isLine && medicine === 'first'))
    Object.assign(model, { problem: null, events: model.events + 1 });
  return 200;
}

/** POST retry of a refund. */
export function retryRefund({ refund }: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (refund?.state === 'failed') refund.state = 'asked';
  return 204;
}

/** POST by-hand of a refund. */
export function settleRefund({ refund }: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (refund?.settledBy === name) return 204;
  if (refund?.state !== 'failed') return 409;
  Object.assign(refund, { state: 'done', settledBy: name });
  return 204;
}

/** The repeated job. */
export function sendRefund({ refund }: Model): void {
  if (refund?.state !== 'asked' && refund?.state !== 'sent') return;
  if (refund.state === 'asked' && !isAnswered(refund)) return;
  if (refund.atProvider === 'slow') refund.state = 'sent';
  else refund.state = refund.atProvider === 'done' ? 'done' : 'failed';
}

/** Asks the provider, which stores one refund; false without a response. */
function isAnswered(refund: ModelRefund): boolean {
  const { behaviour, atProvider } = refund;
  if (behaviour === null) return true;
  if (behaviour === 'error') return false;
  if (atProvider === 'nothing')
    refund.atProvider = behaviour === 'decline' ? 'failed' : behaviour === 'slow' ? 'slow' : 'done';
  else if (atProvider === 'failed' && behaviour !== 'decline') refund.atProvider = 'done';
  return behaviour !== 'silent' || atProvider !== 'nothing';
}

const isShort = ({ problem }: Model): boolean => problem !== null && isShortage(problem.reason);

/** POST return: it is to be delivered anew, by another courier or the same. */
export function bringBack(model: Model, name: Name, medicinesAt: MedicinePlace): number {
  if (!isStaff(name)) return 403;
  const courier = model.assigned.deliveryPerson;
  if (model.state !== 'delivering' || courier === null)
    return model.state === 'pending' && moved(model, name, 'pending') ? 200 : 409;
  Object.assign(model, nothingOpen, {
    state: 'pending',
    ready: true,
    broughtBack: true,
    heldBy: medicinesAt === 'courier' ? courier : null,
    events: model.events + 2,
  });
  model.assigned.deliveryPerson = null;
  model.lostBy.push(courier);
  model.movedBy.pending = [...(model.movedBy.pending ?? []), name];
  return 200;
}

/** POST ready. */
export function markReady(model: Model, name: Name, ready: boolean): number {
  if (userTypes[name] !== 'pharmacy') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (model.state !== 'pending' || model.heldBy !== null) return 409;
  if (ready && !model.ready && isShort(model)) return 409;
  if (model.ready !== ready) Object.assign(model, { ready, events: model.events + 1 });
  return 200;
}

/** The report of a pharmacy, about one of the medicines or none. */
export interface Shortage {
  readonly reason: ShortageReason;
  readonly medicine: 'first' | 'second' | null;
}

/** POST shortage. */
export function reportShortage(model: Model, name: Name, { reason, medicine }: Shortage): number {
  if (userTypes[name] !== 'pharmacy') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (medicine === 'second' && model.leftOut) return 422;
  if (model.state === 'pending' && model.heldBy !== null) return 409;
  const { events } = model;
  const status = report(model, model.state === 'pending', { reason, medicine });
  if (model.events > events) model.ready = false;
  return status;
}

/** POST problem. It hides no shortage. */
export function reportProblem(model: Model, name: Name, reason: ProblemReason): number {
  if (userTypes[name] !== 'deliveryPerson') return 403;
  if (!sees(model, name)) return unseen(model, name);
  if (isShort(model)) return 409;
  const isInHand = model.state === 'pending' || model.state === 'delivering';
  return report(model, isInHand, { reason, medicine: null });
}

function report(model: Model, isOpen: boolean, problem: NonNullable<Model['problem']>): number {
  const { problem: before } = model;
  const isOther = before?.reason !== problem.reason || before.medicine !== problem.medicine;
  if (isOpen && isOther) Object.assign(model, { problem, events: model.events + 1 });
  return model.problem?.reason === problem.reason ? 200 : 409;
}

/** DELETE problem. */
export function solveProblem(model: Model, name: Name): number {
  if (!isStaff(name)) return 403;
  if (model.problem !== null) Object.assign(model, { problem: null, events: model.events + 1 });
  return 204;
}

/** The actions that are possible once an order is paid, besides moving and assigning it. */
export function actionsOncePaid(model: Model, name: Name): string[] {
  const { state, cancelAsked, cancelDeclined, assigned, ready, problem, heldBy } = model;
  const isPending = state === 'pending';
  const found: string[] = [];
  if (isPending && name === 'owner' && !cancelAsked) found.push('ask-cancel');
  if (isPending && isStaff(name)) {
    if (cancelAsked) found.push('accept-cancel');
    found.push(cancelAsked && cancelDeclined === null ? 'decline-cancel' : 'cancel-paid');
  }
  if (state === 'delivering' && isStaff(name)) found.push('bring-back', 'cancel-paid');
  if (isPending && assigned.pharmacy === name && heldBy === null) {
    if (ready || !isShort(model)) found.push(ready ? 'mark-not-ready' : 'mark-ready');
    found.push('report-shortage');
  }
  const isInHand = (isPending && assigned.pharmacy !== null) || state === 'delivering';
  if (isInHand && assigned.deliveryPerson === name && !isShort(model)) found.push('report-problem');
  if (state === 'delivering' && assigned.deliveryPerson === name) found.push('start-waiting');
  if (problem !== null && isStaff(name)) found.push('solve-problem');
  if (isStaff(name) && state !== 'pre-treatment' && state !== 'cancelled') found.push('give-back');
  return found;
}
