import { paymentEndpoints } from '@amasin/domain/payments/endpoints.ts';
import { created, type HandlersOf, handler, ok } from '../http/handlers.ts';
import { openPayment } from './open-payment.ts';
import { presentPayment } from './present.ts';
import { findPaymentFor, readPayment } from './read-payment.ts';
import { receiveEvent } from './receive-event.ts';

export const paymentHandlers: HandlersOf<typeof paymentEndpoints> = {
  openPayment: handler(paymentEndpoints.openPayment, {
    perMinute: (settings) => settings.paymentsPerMinute,
    handle: async (ctx, { body }) => created(await openPayment(ctx, body)),
  }),
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
