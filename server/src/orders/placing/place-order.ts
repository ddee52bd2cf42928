import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import { readPrescriptionNumber } from '@amasin/domain/prescriptions/prescription-number.ts';
import type { Ctx } from '../../ctx.ts';
import { confirmPayment } from '../../payments/confirm-payment.ts';
import { findPayment } from '../../payments/queries.ts';
import { amountChanged, Refusal } from '../../refusal.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { differs, freezeOrder } from './freeze-order.ts';
import { placeAwaitingCard } from './place-awaiting-card.ts';
import { placePhotographedOrder } from './place-photographed-order.ts';

type Body = HandlerInput<typeof endpoints.placeOrder>['body'];

/**
 * Creates the unpaid order of a photographed prescription, or one whose card has to be checked before it is paid, or returns the order of a paid transaction, created now or
 * earlier from the frozen draft (rules 7, 13, 14, 40).
 * @throws 402 PAYMENT_REQUIRED without a transaction of the caller's, PAYMENT_PENDING while it is unconfirmed; 409
 * AMOUNT_CHANGED, PAYMENT_ALREADY_USED when it paid for other items; what freezeOrder throws
 */
export async function placeOrder(ctx: Ctx, body: Body): Promise<{ order: OrderView; isNew: boolean }> {
  const { prescription } = body;
  if (prescription.type === 'physical') {
    return placePhotographedOrder(ctx, body, prescription.url);
  }
  if (!body.transactionId) {
    // An invalid draft or a wrong amount is refused before the missing payment.
    const waiting = await placeAwaitingCard(ctx, await freezeOrder(ctx, body, ''));
    if (waiting !== null) return waiting;
    throw new Refusal('PAYMENT_REQUIRED');
  }
  const payment = await findPayment(ctx.db, body.transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  const { draft } = payment;
  if (draft === null || !isSameCart(draft, body)) throw new Refusal('PAYMENT_ALREADY_USED');
  if (differs(body.finalAmount, payment.amount)) throw amountChanged(draft.quote);

  const { payment: settled, delivered } = await confirmPayment(ctx, payment);
  const order =
    settled.status === 'paid' && settled.orderId !== null ? await findOrder(ctx.db, settled.orderId) : null;
  if (order === null) throw new Refusal('PAYMENT_PENDING');
  return { order, isNew: delivered };
}

/** Whether the body has the medicines or the prescription that were paid. */
function isSameCart(draft: FrozenOrder, { prescription }: Body): boolean {
  if ('prescriptionNumber' in prescription) {
    return readPrescriptionNumber(prescription.prescriptionNumber) === draft.prescription?.prescriptionNumber;
  }
  if (draft.prescription) return false;
  if (!('items' in prescription) || prescription.items.length !== draft.items.length) return false;
  return prescription.items.every((item, index) => {
    const frozen = draft.items[index];
    if (frozen === undefined || frozen.quantity !== item.quantity) return false;
    return item.medicationId
      ? item.medicationId === frozen.medicationId
      : searchText(item.label ?? '') === searchText(frozen.label);
  });
}
