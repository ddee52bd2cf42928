import type { Outcome, Trouble } from './fake-provider.fixture.ts';

/** What the provider takes instead of the amount due, F. */
export const WRONG_AMOUNT = 10;

/** What the customer did before the browser closed. She confirms on her telephone in all cases, at last after `paysLate`. */
export interface Moment {
  readonly name: string;
  /** Requests of her browser, in order; `ignored`: closed before the answer. */
  readonly requests: readonly ('read' | 'ignored-read' | 'place' | 'ignored-place' | 'open-again')[];
  /** She confirms on her telephone only after the browser closed. */
  readonly paysLate?: boolean;
  /** The portal said that she paid, before it closed. */
  readonly isTold?: boolean;
}

export const moments: readonly Moment[] = [
  { name: 'as soon as the payment is open', requests: [], paysLate: true },
  { name: 'while the portal waits for her telephone', requests: ['read'], paysLate: true },
  { name: 'twenty minutes before she confirms', requests: ['ignored-read'], paysLate: true },
  { name: 'before the portal says that she paid', requests: [] },
  { name: 'while the payment is checked', requests: ['ignored-read'], isTold: true },
  { name: 'once the payment is checked', requests: ['read'], isTold: true },
  { name: 'while the order is sent', requests: ['read', 'ignored-place'], isTold: true },
  { name: 'once the order is made', requests: ['read', 'place'], isTold: true },
  { name: 'and sends the order again from another tab', requests: ['place', 'place'], isTold: true },
  { name: 'and opens the payment again', requests: ['read', 'open-again', 'read'], isTold: true },
];

/** A way in which a provider behaves, and how the payment ends. */
export interface Misbehaviour {
  readonly name: string;
  /** All answers, until an hour later. */
  readonly trouble?: Exclude<Trouble, null>;
  /** Instead of the truth, until an hour later. */
  readonly first?: Outcome;
  readonly outcome?: Partial<Outcome>;
  readonly calls: 'once' | 'ten times' | 'forged' | 'out of order';
  readonly ends: 'order' | 'refund' | 'note';
}

export const misbehaviours: readonly Misbehaviour[] = [
  { name: 'does not answer', trouble: 'silent', calls: 'once', ends: 'order' },
  { name: 'fails', trouble: 'error', calls: 'once', ends: 'order' },
  { name: 'answers half of its text', trouble: 'garbage', calls: 'once', ends: 'order' },
  { name: 'answers something else', trouble: 'other-shape', calls: 'once', ends: 'order' },
  {
    name: 'answers about an unknown payment',
    first: { status: 'paid', ofTransaction: 'TX-unknown' },
    calls: 'once',
    ends: 'note',
  },
  { name: 'says first that it was declined', first: { status: 'declined' }, calls: 'once', ends: 'order' },
  { name: 'takes another amount', outcome: { amount: WRONG_AMOUNT }, calls: 'once', ends: 'refund' },
  { name: 'takes another currency', outcome: { currency: 'NGN' }, calls: 'once', ends: 'note' },
  { name: 'gives no reference', outcome: { withoutReference: true }, calls: 'once', ends: 'note' },
  { name: 'calls ten times at once', calls: 'ten times', ends: 'order' },
  { name: 'calls in the wrong order', calls: 'out of order', ends: 'order' },
  { name: 'never calls, but a stranger does', calls: 'forged', ends: 'order' },
];

/** What became of the money. */
export const paidAs = ({ outcome }: Misbehaviour): Outcome => ({ status: 'paid', ...outcome });
