import { DAY_MS } from '../contract/time.ts';
import type { OrderState } from '../orders/lifecycle.ts';

/** A link can be paid for this long, ms (rule 56). */
export const PAY_LINK_MS = DAY_MS;

/** Whoever has the link may follow what was paid for this long after it was made, ms. */
export const PAY_LINK_FOLLOWED_MS = 30 * DAY_MS;

/** What a link says, in the order of these words. `elsewhere`: the customer has paid herself, or somebody else with another link. */
export const payLinkStates = [
  'open',
  'checking',
  'paid',
  'prepared',
  'on-the-way',
  'handed-over',
  'cancelled',
  'elsewhere',
  'withdrawn',
  'expired',
] as const;

export type PayLinkState = (typeof payLinkStates)[number];

/** The button by which a customer asks somebody else to pay, and the title of what it opens. */
export const ASK_RELATIVE = 'Faire payer par un proche';

/** Customer and payer read these. */
export const payLinkLabels: Readonly<Record<PayLinkState, string>> = {
  open: 'À payer',
  checking: 'Paiement à vérifier',
  paid: 'Payé, en préparation',
  prepared: 'Préparé',
  'on-the-way': 'En livraison',
  'handed-over': 'Remis',
  cancelled: 'Annulé',
  elsewhere: 'Déjà payé autrement',
  withdrawn: 'Demande retirée',
  expired: 'Demande terminée',
};

export interface PayLinkFacts {
  readonly until: Date;
  readonly isWithdrawn: boolean;
  /** The order that it pays, or has paid; null while there is none. */
  readonly order: { readonly state: OrderState; readonly isReady: boolean } | null;
  /** Whether the money of that order came by this link; null while it is not paid. */
  readonly isPaidByLink: boolean | null;
  /** Money came by this link and is under review. */
  readonly isUnderReview: boolean;
}

export function payLinkState(facts: PayLinkFacts, now: Date): PayLinkState {
  const { order, isPaidByLink } = facts;
  if (isPaidByLink === false) return 'elsewhere';
  if (isPaidByLink && order !== null) return progressOf(order);
  if (order?.state === 'cancelled') return 'cancelled';
  if (facts.isUnderReview) return 'checking';
  if (facts.isWithdrawn) return 'withdrawn';
  return facts.until <= now ? 'expired' : 'open';
}

function progressOf({ state, isReady }: NonNullable<PayLinkFacts['order']>): PayLinkState {
  switch (state) {
    case 'pre-treatment':
    case 'pending':
      return isReady ? 'prepared' : 'paid';
    case 'delivering':
      return 'on-the-way';
    case 'delivered':
    case 'ended':
      return 'handed-over';
    case 'cancelled':
      return 'cancelled';
  }
}

/** What became of money that came by a link. `refund-asked`: it goes back to the account that paid, `refunded`: it is there. */
export const receivedStates = ['paid', 'checking', 'refund-asked', 'refunded'] as const;

export type ReceivedState = (typeof receivedStates)[number];

export const receivedLabels: Readonly<Record<ReceivedState, string>> = {
  paid: 'payé',
  checking: 'reçu, à vérifier',
  'refund-asked': 'remboursement en cours',
  refunded: 'remboursé',
};

/** The address of the page for a token. It stands behind `#`, which browsers and previews send to no server. */
export const payPath = (token: string): string => `/payer#${token}`;
