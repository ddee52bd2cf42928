import { MINUTE_MS } from '@amasin/domain/contract/time.ts';
import { PORTAL_MINUTES, SAME_CONTENT_MINUTES, SHOWN_MS } from '@amasin/domain/payments/lifecycle.ts';
import type { Operator } from '@amasin/domain/payments/operators.ts';
import type { Database } from '../database/database.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import { together } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { cancelOtherPayments, findEarlierPayments, lockCustomer } from './basket-queries.ts';

/**
 * A customer wants to pay for a basket. Payments do not read its content: the id is an opaque key of the purchase, and two baskets
 * with equal digests have the same content.
 */
export interface Basket {
  readonly customerId: string;
  /** Assigned by the seller's module: the same purchase always has the same id. */
  readonly basketId: string;
  readonly contentDigest: string;
  readonly amount: number;
  readonly prescriptionVersion: number | null;
  /** The customer was warned about an earlier payment and confirmed a second one. */
  readonly again: boolean;
  /** She pays by this means; null when she does not say: any open payment will do. */
  readonly means: Means | null;
  /** Somebody else pays for her by this link; null when she pays herself. */
  readonly link: PayingLink | null;
}

/** A link by which somebody without an account pays for a customer (rule 56). */
export interface PayingLink {
  readonly id: string;
  /** Once the same content was paid since then, there is nothing to pay by the link. */
  readonly createdAt: Date;
  /**
   * Locks the link before a payment of this amount is opened, or its portal is returned.
   * @throws when it can be paid no more, the payer has read another amount, or too many were opened
   */
  readonly holdOpen: (tx: Database, opened: { amount: number; isNew: boolean }) => Promise<void>;
}

export interface Means {
  readonly provider: string;
  readonly operator: Operator | null;
  readonly payingPhone: string | null;
}

type Decision =
  | { readonly kind: 'paid'; readonly payment: PaymentRow }
  | { readonly kind: 'under-review' }
  /** The portal is open or opening. */
  | { readonly kind: 'open'; readonly payment: PaymentRow }
  /** The provider has to be asked about these first, oldest first. */
  | { readonly kind: 'unconfirmed'; readonly payments: readonly PaymentRow[] }
  /** A new payment, in the basket of an earlier attempt if there is one. */
  | { readonly kind: 'new'; readonly basketId: string };

/**
 * Locks the customer, decides which payment buys the basket, and cancels its other pending payments. A new payment, if
 * one is opened, must be inserted in the same transaction.
 * @param isConfirmed whether the provider was asked about the basket's unsettled payments; they are returned otherwise
 * @throws 401 UNAUTHENTICATED when the account was deleted meanwhile
 */
export async function claimBasket(
  tx: Database,
  basket: Basket,
  now: Date,
  isConfirmed: boolean,
): Promise<Decision> {
  const [isKnown, earlier] = await together(
    lockCustomer(tx, basket.customerId),
    findEarlierPayments(tx, basket, now),
  );
  // Deleted meanwhile: nobody may pay for an account that is gone.
  if (!isKnown) throw new Refusal('UNAUTHENTICATED');
  const unconfirmed = earlier.filter(
    ({ nextCheckAt, basketId, contentDigest }) =>
      nextCheckAt !== null && (basketId === basket.basketId || contentDigest === basket.contentDigest),
  );
  if (!isConfirmed && unconfirmed.length > 0) return { kind: 'unconfirmed', payments: unconfirmed.reverse() };
  const decision = choosePayment(earlier, basket, now);
  if (decision.kind !== 'open' && decision.kind !== 'new') return decision;
  const { basketId, id: except } = decision.kind === 'open' ? decision.payment : { ...decision, id: null };
  const { customerId, basketId: alias } = basket;
  const isOther = (row: PaymentRow) => row.id !== except && [basketId, alias].includes(row.basketId);
  if (earlier.some(isOther)) await cancelOtherPayments(tx, { customerId, basketId, alias, except }, now);
  return decision;
}

/** A portal that is still opening after this time never opens: the server was stopped meanwhile, ms. */
const OPENING_MS = 15_000;

/**
 * Decides what `POST /payments` does for a basket (decision 20), given the customer's earlier payments, latest first. A
 * basket is recognised by its id and, across devices, by its content.
 */
function choosePayment(earlier: readonly PaymentRow[], basket: Basket, now: Date): Decision {
  const { basketId, contentDigest, again } = basket;
  const age = (at: Date) => now.getTime() - at.getTime();
  const isPaid = (id: string) => earlier.some((row) => row.basketId === id && row.status === 'paid');
  const isOwn = (row: PaymentRow) => row.basketId === basketId;
  const isSame = (row: PaymentRow) => row.contentDigest === contentDigest;
  const isRecent = (at: Date) =>
    age(at) < SAME_CONTENT_MINUTES * MINUTE_MS || (basket.link !== null && at >= basket.link.createdAt);

  const paid = earlier.find((row) => isOwn(row) && row.status === 'paid');
  if (paid !== undefined) return { kind: 'paid', payment: paid };

  const open = earlier.find((row) => row.status === 'pending' && isSame(row) && isOpen(row));
  if (open !== undefined && (again || isOwn(open))) return { kind: 'open', payment: open };
  // The customer has confirmed a second payment: neither their earlier one nor a review stops it.
  if (again) return { kind: 'new', basketId };
  const justPaid = earlier.find(
    (row) => row.status === 'paid' && isSame(row) && isRecent(row.settledAt ?? row.createdAt),
  );
  if (justPaid !== undefined) return { kind: 'paid', payment: justPaid };
  if (open !== undefined) return { kind: 'open', payment: open };
  const isUnderReview = earlier.some(
    (row) =>
      row.status === 'review' &&
      (isOwn(row) || isSame(row)) &&
      age(row.createdAt) < SHOWN_MS.review &&
      !isPaid(row.basketId),
  );
  if (isUnderReview) return { kind: 'under-review' };
  return { kind: 'new', basketId: earlier.find(isAttempt)?.basketId ?? basketId };

  function isOpen(row: PaymentRow): boolean {
    return (
      row.amount === basket.amount &&
      row.prescriptionVersion === basket.prescriptionVersion &&
      isMeant(row) &&
      row.payLinkId === (basket.link?.id ?? null) &&
      age(row.createdAt) < (row.portal === null ? OPENING_MS : PORTAL_MINUTES * MINUTE_MS)
    );
  }

  /** With other means it is another attempt, and the open payment is cancelled; so it is for another person (rule 56). */
  function isMeant({ provider, operator, payingPhone }: PaymentRow): boolean {
    const { means } = basket;
    if (means === null) return true;
    return provider === means.provider && operator === means.operator && payingPhone === means.payingPhone;
  }

  /** Tells whether this is the last attempt to pay a basket with this content, which may still be confirmed. */
  function isAttempt(row: PaymentRow): boolean {
    const last = earlier.find((other) => other.basketId === row.basketId);
    return (
      isSame(row) &&
      row === last &&
      ['pending', 'failed', 'expired'].includes(row.status) &&
      !isPaid(row.basketId)
    );
  }
}
