import { refusalMessage } from '@amasin/domain/contract/refusals.ts';
import type { OngoingPayment } from '@amasin/domain/payments/payment.ts';

/** The data that opens the portal. */
export const portal = {
  url: '/sandbox-pay',
  token: 't',
  clientId: 'c',
  productId: 'p',
  message: 'm',
  minAmount: 4000,
};

/** A payment of a basket, under review by the supervisors. */
export const reviewed: OngoingPayment = {
  transactionId: 'TX-1',
  status: 'review',
  amount: 4000,
  orderId: null,
  basketId: 'basket',
  reviewReason: 'amount',
  openedAt: '2026-11-22T08:00:00.000Z',
};

/** The refusal of a basket that was paid with this order. */
export const alreadyPaid = (order: { _id: string; number: string }) =>
  Response.json(
    { success: false, code: 'ALREADY_PAID', message: refusalMessage('ALREADY_PAID'), order },
    { status: 409 },
  );
