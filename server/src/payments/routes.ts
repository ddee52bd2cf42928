import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { type HandlersOf, handler, ok } from '../routing/handlers.ts';
import { presentPayment } from './present.ts';
import { findPaymentFor, readPayment } from './read-payment.ts';
import { receiveEvent } from './receive-event.ts';

/** Opening a payment is the handler of whoever sells: orders/routes.ts. */
export const paymentHandlers: HandlersOf<Omit<typeof paymentEndpoints, 'openPayment'>> = {
  readPayment: handler(paymentEndpoints.readPayment, {
    load: (ctx, { transactionId }) => findPaymentFor(ctx, transactionId),
    handle: async (ctx, _input, payment) => ok({ payment: presentPayment(await readPayment(ctx, payment)) }),
  }),
  receivePaymentEvent: handler(paymentEndpoints.receivePaymentEvent, {
    handle: async (ctx, { params }, _thing, call) => {
      await receiveEvent(ctx, params.provider, call);
      return ok({ success: true });
    },
  }),
};
