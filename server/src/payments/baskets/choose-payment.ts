import { PORTAL_MINUTES, SAME_CONTENT_MINUTES, SHOWN_MS } from '@amasin/domain/payments/lifecycle.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';

/** What a customer wants to pay. */
export interface Basket {
  readonly customerId: string;
  /** The name that the customer's device gave it, or the order's id. */
  readonly basketId: string;
  readonly contentDigest: string;
  readonly amount: number;
  readonly prescriptionVersion: number | null;
  /** The customer knows of an earlier payment and pays all the same. */
  readonly again: boolean;
}

export type Choice =
  | { readonly is: 'paid'; readonly payment: PaymentRow }
  | { readonly is: 'under-review' }
  /** Its portal is open, or about to be. */
  | { readonly is: 'open'; readonly payment: PaymentRow }
  /** A new payment, in the basket of an earlier attempt where there is one. */
  | { readonly is: 'new'; readonly basketId: string };

const MINUTE_MS = 60_000;
/** A portal that took longer to open never will: the server was stopped meanwhile. */
const OPENING_MS = 15_000;

/**
 * Decides what paying a basket means, given the customer's earlier payments, the latest first. A basket is known by its
 * name and, across devices, by its content.
 */
export function choosePayment(earlier: readonly PaymentRow[], basket: Basket, now: Date): Choice {
  const { basketId, contentDigest, again } = basket;
  const age = (at: Date) => now.getTime() - at.getTime();
  const isPaid = (id: string) => earlier.some((row) => row.basketId === id && row.status === 'paid');
  const isOwn = (row: PaymentRow) => row.basketId === basketId;
  const isSame = (row: PaymentRow) => row.contentDigest === contentDigest;

  const paid = earlier.find((row) => isOwn(row) && row.status === 'paid');
  if (paid !== undefined) return { is: 'paid', payment: paid };

  const open = earlier.find((row) => row.status === 'pending' && isSame(row) && isOpen(row));
  if (open !== undefined && (again || isOwn(open))) return { is: 'open', payment: open };
  if (!again) {
    const justPaid = earlier.find(
      (row) =>
        row.status === 'paid' &&
        isSame(row) &&
        age(row.settledAt ?? row.createdAt) < SAME_CONTENT_MINUTES * MINUTE_MS,
    );
    if (justPaid !== undefined) return { is: 'paid', payment: justPaid };
    if (open !== undefined) return { is: 'open', payment: open };
    const reviewed = earlier.some(
      (row) =>
        row.status === 'review' &&
        (isOwn(row) || isSame(row)) &&
        age(row.createdAt) < SHOWN_MS.review &&
        !isPaid(row.basketId),
    );
    if (reviewed) return { is: 'under-review' };
    const attempt = earlier.find(isAttempt);
    if (attempt !== undefined) return { is: 'new', basketId: attempt.basketId };
  }
  return { is: 'new', basketId };

  function isOpen(row: PaymentRow): boolean {
    return (
      row.amount === basket.amount &&
      row.prescriptionVersion === basket.prescriptionVersion &&
      age(row.createdAt) < (row.portal === null ? OPENING_MS : PORTAL_MINUTES * MINUTE_MS)
    );
  }

  /** The last attempt at a basket with this content, whose money may still come. */
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
