import type { OrderState } from '@amasin/domain/orders/lifecycle.ts';
import type { UserType } from '@amasin/domain/users/user-type.ts';
import type { Behaviour } from '../../payments/sandbox/behave.ts';

// What an order may become, told a second time, from RULES 7 to 10 and 15 and RELIABILITY 3 alone: the random programs
// hold the server against it.

/** The people of a program; the two last can be assigned to nothing. */
export const cast = {
  owner: 'customer',
  stranger: 'customer',
  pharmacy1: 'pharmacy',
  pharmacy2: 'pharmacy',
  courier1: 'deliveryPerson',
  courier2: 'deliveryPerson',
  agent1: 'agent',
  agent2: 'agent',
  doctor: 'partnerDoctor',
  supervisor1: 'supervisor',
  supervisor2: 'supervisor',
  admin: 'superAdmin',
  strangePharmacy: 'pharmacy',
  disabledCourier: 'deliveryPerson',
} as const satisfies Record<string, UserType>;

export type Name = keyof typeof cast;
export type Role = 'pharmacy' | 'deliveryPerson' | 'agent';

interface ModelPayment {
  status: 'pending' | 'failed' | 'cancelled' | 'paid' | 'review';
  /** What the provider says when it is asked. */
  books: 'nothing' | 'paid' | 'declined';
}

export interface Model {
  state: OrderState;
  writer: Name | null;
  holders: Record<Role, Name | null>;
  payments: ModelPayment[];
  /** Who made it enter a state. */
  movedBy: Partial<Record<OrderState, Name>>;
  /** Lines of the timeline. */
  lines: number;
  hasItems: boolean;
  /** A portal has been opened, and its quarter of an hour is not over: the clock of the programs stands still. */
  reserved: boolean;
}

const staff = (name: Name) => cast[name] === 'supervisor' || cast[name] === 'superAdmin';

export function sees(model: Model, name: Name): boolean {
  switch (cast[name]) {
    case 'customer':
      return name === 'owner';
    case 'pharmacy':
      return model.holders.pharmacy === name;
    case 'deliveryPerson':
      return model.holders.deliveryPerson === name;
    case 'agent': {
      const waits = model.state === 'pre-treatment';
      const free = model.holders.agent === null || model.holders.agent === name;
      return model.writer === name || (waits && free);
    }
    case 'partnerDoctor':
      return false;
    default:
      return staff(name);
  }
}

const before: Partial<Record<OrderState, OrderState>> = {
  delivering: 'pending',
  delivered: 'delivering',
  ended: 'delivered',
};

/** PATCH status. Changes the model where the move is legal; answers the status. */
export function advance(model: Model, name: Name, to: OrderState): number {
  const type = cast[name];
  if (type === 'pharmacy' || type === 'agent' || type === 'partnerDoctor') return 403;
  if (!sees(model, name)) return 404;
  if (to === 'pre-treatment') return 409;
  const mine =
    type === 'customer'
      ? to === 'pending'
      : staff(name)
        ? to === 'ended'
        : to === 'delivering' || to === 'delivered';
  if (!mine) return 403;
  if (to === 'pending') return pay(model);
  if (model.state === before[to]) {
    Object.assign(model, { state: to, lines: model.lines + 1 });
    model.movedBy[to] = name;
    return 200;
  }
  return model.state === to && model.movedBy[to] === name ? 200 : 409;
}

/** The customer says that they have paid: the provider is asked about their last payment. */
function pay(model: Model): number {
  if (model.payments.some(({ status }) => status === 'paid')) return model.state === 'pending' ? 200 : 409;
  const last = model.payments.at(-1);
  if (last === undefined) return 402;
  ask(model, last);
  return last.status === ('paid' as string) ? 200 : 402;
}

function ask(model: Model, payment: ModelPayment): void {
  if (payment.books === 'paid') moneyFor(model, payment);
  else if (payment.books === 'declined' && payment.status === 'pending') payment.status = 'failed';
}

/** Money is confirmed: it moves the order that waits for it, or goes to refund. */
function moneyFor(model: Model, payment: ModelPayment): void {
  if (payment.status === 'paid' || payment.status === 'review') return;
  if (model.state !== 'pre-treatment') {
    payment.status = 'review';
    return;
  }
  for (const other of model.payments) if (other.status === 'pending') other.status = 'cancelled';
  payment.status = 'paid';
  Object.assign(model, { state: 'pending', lines: model.lines + 1 });
}

/** PUT: the customer pays, the others write the items. */
export function put(model: Model, name: Name): number {
  const type = cast[name];
  if (type === 'pharmacy' || type === 'deliveryPerson' || type === 'partnerDoctor') return 403;
  if (!sees(model, name)) return 404;
  if (type === 'customer') return pay(model);
  if (model.state !== 'pre-treatment' || model.hasItems) return 409;
  Object.assign(model, { hasItems: true, writer: name, lines: model.lines + 1 });
  return 200;
}

/** PUT of its prescription: other items, until a payment is reserved or made. */
export function edit(model: Model, name: Name): number {
  const type = cast[name];
  if (type === 'customer' || type === 'pharmacy' || type === 'deliveryPerson') return 403;
  if (!sees(model, name)) return 404;
  if (model.state !== 'pre-treatment' || model.reserved) return 409;
  model.lines += 1;
  return 200;
}

/** PATCH assign. */
export function assign(
  model: Model,
  name: Name,
  { role, to, replaces }: { role: Role; to: Name; replaces: Name | null },
): number {
  if (!staff(name)) return 403;
  if (cast[to] !== role || to === 'strangePharmacy' || to === 'disabledCourier') return 422;
  const holder = model.holders[role];
  if (holder === to) return 200;
  if (role === 'agent') {
    if (model.state !== 'pre-treatment' || model.hasItems) return 409;
  } else {
    const onTheRoad = role === 'deliveryPerson' && holder !== null && model.state === 'delivering';
    if (model.state !== 'pending' && !onTheRoad) return 409;
    if (role === 'deliveryPerson' && model.holders.pharmacy === null) return 409;
  }
  if (holder !== null && replaces !== holder) return 409;
  model.holders[role] = to;
  model.lines += 1;
  return 200;
}

const isPayable = (model: Model) => model.state === 'pre-treatment' && model.hasItems;

/** POST /payments for the order: the provider is first asked about the earlier ones; one that is open is the same again. */
export function openPayment(model: Model, name: Name, again: boolean): number {
  if (cast[name] !== 'customer') return 403;
  if (!sees(model, name)) return 404;
  if (!isPayable(model)) return 409;
  job(model);
  if (!isPayable(model)) return 409;
  const statuses = model.payments.map(({ status }) => status);
  if (statuses.includes('pending')) return 201;
  if (statuses.includes('review') && !again) return 409;
  model.payments.push({ status: 'pending', books: 'nothing' });
  model.reserved = true;
  return 201;
}

/** The provider does something with one payment, and calls us unless it stays silent. */
export function providerDoes(model: Model, which: number, behaviour: Behaviour): void {
  const payment = model.payments[which];
  if (payment === undefined) return;
  payment.books = behaviour === 'decline' ? 'declined' : 'paid';
  if (behaviour === 'decline' && payment.status === 'pending') payment.status = 'failed';
  if (behaviour === 'wrong-amount' && payment.status !== 'paid') payment.status = 'review';
  if (behaviour === 'approve' || behaviour === 'approve-twice') moneyFor(model, payment);
}

/** The repeated job asks about every payment whose money may still come, the oldest first. */
export function job(model: Model): void {
  for (const payment of model.payments) ask(model, payment);
}

/** Every action that would change the order if this person took it now. */
export function buttons(model: Model, name: Name): string[] {
  const works = (take: (copy: Model) => number) => {
    const copy = structuredClone(model);
    return take(copy) < 300 && copy.lines > model.lines;
  };
  const found: string[] = [];
  if (cast[name] === 'customer' && sees(model, name) && isPayable(model)) found.push('pay');
  if (cast[name] !== 'customer' && works((copy) => put(copy, name))) found.push('write-prescription');
  const unreserved = (copy: Model) => edit(Object.assign(copy, { reserved: false }), name);
  if (model.hasItems && works(unreserved)) found.push('edit-prescription');
  for (const [action, to] of [
    ['start-delivery', 'delivering'],
    ['mark-delivered', 'delivered'],
    ['end', 'ended'],
  ] as const) {
    if (works((copy) => advance(copy, name, to))) found.push(action);
  }
  for (const [role, word, people] of [
    ['pharmacy', 'pharmacy', ['pharmacy1', 'pharmacy2']],
    ['deliveryPerson', 'delivery-person', ['courier1', 'courier2']],
    ['agent', 'agent', ['agent1', 'agent2']],
  ] as const) {
    const replaces = model.holders[role];
    const to = people.find((each) => each !== replaces) ?? people[0];
    if (works((copy) => assign(copy, name, { role, to, replaces }))) {
      found.push(`${replaces === null ? 'assign' : 'replace'}-${word}`);
    }
  }
  return found;
}
