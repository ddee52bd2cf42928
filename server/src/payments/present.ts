import type { OpenRefund } from '@amasin/domain/orders/refund.ts';
import type { StrayDebit } from '@amasin/domain/payments/debit.ts';
import { maskPhone } from '@amasin/domain/payments/operators.ts';
import type { OngoingPayment, Payment, ReviewedPayment } from '@amasin/domain/payments/payment.ts';
import type { PaymentRow } from '../database/schema/payments.ts';
import type { Ongoing } from './basket-queries.ts';
import type { findOpenRefunds } from './refund-queries.ts';
import { refundable } from './review.ts';
import type { Review } from './review-queries.ts';
import type { OpenDebit } from './settle-queries.ts';

/** Every field of a payment that the API returns. */
export function presentPayment({
  transactionId,
  status,
  amount,
  orderId,
  reviewReason,
  operator,
  payingPhone,
  payLinkId,
}: PaymentRow): Payment {
  return {
    transactionId,
    status,
    amount,
    orderId,
    ...(reviewReason !== null && { reviewReason }),
    ...(operator !== null && { operator }),
    ...(payingPhone !== null && { payingPhone: maskPhone(payingPhone) }),
    ...(payLinkId !== null && { byLink: true as const }),
  };
}

/** Presents a payment that is still shown to its customer: pending, under review or refunded. */
export function presentOngoing({ payment: row, refund }: Ongoing): OngoingPayment {
  const status = row.status === 'review' || row.status === 'refunded' ? row.status : 'pending';
  const shown = presentPayment(row);
  return {
    ...shown,
    status,
    basketId: row.basketId,
    openedAt: row.createdAt.toISOString(),
    ...(refund && { refund }),
  };
}

/** Presents a payment to review, for supervisors. */
export function presentReview({ payment, customer, order, received, fits }: Review): ReviewedPayment {
  const { id, transactionId, amount, reviewReason, settledAt, createdAt, providerReference } = payment;
  if (reviewReason === null) throw new Error('a payment is under review without a reason');
  return {
    _id: id,
    transactionId,
    amount,
    reason: reviewReason,
    received,
    customer: presentPerson(customer),
    order: presentNumber(order),
    canRefund: providerReference !== null && refundable(received) !== null,
    // Nothing is delivered to a customer whose account was removed.
    fits: customer.phone === null ? [] : fits,
    at: (settledAt ?? createdAt).toISOString(),
  };
}

/** Presents a refund that is not done, for supervisors. */
export function presentRefund(
  {
    refund,
    transactionId,
    operator,
    payingPhone,
    customer,
    order,
  }: Awaited<ReturnType<typeof findOpenRefunds>>[number],
  byHandAt: string | null,
): OpenRefund {
  const { id, debit: reference, amount, state, askedAt, tries, way } = refund;
  const isByHand = way === 'hand' && payingPhone !== null;
  return {
    _id: id,
    transactionId,
    reference,
    way,
    byHandAt,
    to: isByHand ? { operator, phone: payingPhone } : null,
    amount,
    state,
    askedAt: askedAt.toISOString(),
    mayBeDone: state === 'failed' && tries > 0,
    customer: presentPerson(customer),
    order: presentNumber(order),
  };
}

/** Presents money without a payment, for supervisors. */
export function presentDebit({ debit, customer, order }: OpenDebit): StrayDebit {
  const { id, transactionId, reference, amount, currency, paymentId, at } = debit;
  return {
    _id: id,
    transactionId,
    reference,
    received: { amount, currency },
    at: at.toISOString(),
    customer: customer && presentPerson(customer),
    order: presentNumber(order),
    canRefund: paymentId !== null && reference !== null && refundable({ amount, currency }) !== null,
  };
}

function presentPerson({ id, name, phone }: { id: string; name: string; phone: string | null }) {
  return { _id: id, name, ...(phone !== null && { phone }) };
}

const presentNumber = (order: { id: string; number: string } | null) =>
  order && { _id: order.id, number: order.number };
