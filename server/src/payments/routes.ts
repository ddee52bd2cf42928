import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { csvFile } from '../routing/csv.ts';
import { type HandlersOf, handler, noContent, ok } from '../routing/handlers.ts';
import { findOngoingPayments } from './basket-queries.ts';
import { receiveEvent } from './confirm.ts';
import { exportPayments, paymentColumns } from './export.ts';
import { choicesOf } from './open.ts';
import { presentDebit, presentOngoing, presentPayment, presentRefund, presentReview } from './present.ts';
import { findMoneyHold } from './queries.ts';
import { findPaymentFor, namePayment, readPayment } from './read-payment.ts';
import {
  closeDebit,
  loadDebit,
  loadRefund,
  refundDebit,
  refundedByHandAt,
  retryRefund,
  settleByHand,
} from './refund.ts';
import { findOpenRefunds } from './refund-queries.ts';
import { attachReview, closeReview, loadDecided, loadReview, refundReview } from './review.ts';
import { countReviews, findReviews } from './review-queries.ts';
import { findOpenDebits } from './settle-queries.ts';

/** `openPayment` is handled in orders/routes.ts, which reads what is bought. */
export const paymentHandlers: HandlersOf<Omit<typeof paymentEndpoints, 'openPayment'>> = {
  readPayment: handler(paymentEndpoints.readPayment, {
    load: (ctx, { transactionId }) => findPaymentFor(ctx, transactionId),
    handle: async (ctx, _input, payment) => ok({ payment: presentPayment(await readPayment(ctx, payment)) }),
  }),
  namePayment: handler(paymentEndpoints.namePayment, {
    limit: 'paymentsPerMinute',
    load: (ctx, { transactionId }) => findPaymentFor(ctx, transactionId),
    handle: async (ctx, { body }, payment) =>
      ok({ payment: presentPayment(await namePayment(ctx, payment, body.providerTransactionId)) }),
  }),
  listPayments: handler(paymentEndpoints.listPayments, {
    handle: async (ctx) => {
      const ongoing = await findOngoingPayments(ctx.db, ctx.actor._id, ctx.clock.now());
      const choices = choicesOf(ctx);
      return ok({ payments: ongoing.map(presentOngoing), ...(choices.length > 0 && { choices }) });
    },
  }),
  listReviews: handler(paymentEndpoints.listReviews, {
    handle: async (ctx, { query }) => {
      const [reviews, total, refunds, debits, hold] = await Promise.all([
        findReviews(ctx.db, query),
        countReviews(ctx.db),
        findOpenRefunds(ctx.db),
        findOpenDebits(ctx.db),
        findMoneyHold(ctx.db),
      ]);
      return ok({
        payments: reviews.map(presentReview),
        total,
        refunds: refunds.map((one) =>
          presentRefund(one, refundedByHandAt(ctx, { provider: one.provider, way: one.refund.way })),
        ),
        debits: debits.map(presentDebit),
        ...(hold !== null && { moneyWaits: true as const }),
      });
    },
  }),
  exportPayments: handler(paymentEndpoints.exportPayments, {
    limit: 'exportsPerMinute',
    handle: async (ctx, { query }) =>
      csvFile(ctx, 'paiements-clients', paymentColumns, await exportPayments(ctx, query)),
  }),
  closeReview: handler(paymentEndpoints.closeReview, {
    load: (ctx, { transactionId }) => loadReview(ctx, transactionId),
    handle: async (ctx, { body }, payment) => {
      await closeReview(ctx, payment, body.note);
      return noContent();
    },
  }),
  refundReview: handler(paymentEndpoints.refundReview, {
    load: (ctx, { transactionId }) => loadDecided(ctx, transactionId),
    handle: async (ctx, _input, payment) => {
      await refundReview(ctx, payment);
      return noContent();
    },
  }),
  attachReview: handler(paymentEndpoints.attachReview, {
    load: (ctx, { transactionId }) => loadDecided(ctx, transactionId),
    handle: async (ctx, { body }, payment) => {
      await attachReview(ctx, payment, body.order);
      return noContent();
    },
  }),
  refundDebit: handler(paymentEndpoints.refundDebit, {
    load: (ctx, { id }) => loadDebit(ctx, id),
    handle: async (ctx, _input, debit) => {
      await refundDebit(ctx, debit);
      return noContent();
    },
  }),
  closeDebit: handler(paymentEndpoints.closeDebit, {
    load: (ctx, { id }) => loadDebit(ctx, id),
    handle: async (ctx, { body }, debit) => {
      await closeDebit(ctx, debit, body.note);
      return noContent();
    },
  }),
  retryRefund: handler(paymentEndpoints.retryRefund, {
    load: (ctx, { id }) => loadRefund(ctx, id),
    handle: async (ctx, _input, refund) => {
      await retryRefund(ctx, refund);
      return noContent();
    },
  }),
  settleRefund: handler(paymentEndpoints.settleRefund, {
    load: (ctx, { id }) => loadRefund(ctx, id),
    handle: async (ctx, { body }, refund) => {
      await settleByHand(ctx, refund, body.note);
      return noContent();
    },
  }),
  receivePaymentEvent: handler(paymentEndpoints.receivePaymentEvent, {
    handle: async (ctx, { params }, _resource, call) => {
      await receiveEvent(ctx, params.provider, call);
      return ok({ success: true });
    },
  }),
};
