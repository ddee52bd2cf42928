import type { HandlerInput } from '@amasin/domain/contract/endpoint.ts';
import type { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { searchText } from '@amasin/domain/medications/search-text.ts';
import type { FrozenOrder } from '@amasin/domain/orders/frozen-order.ts';
import type { Ctx } from '../../ctx.ts';
import { confirmPayment } from '../../payments/confirm-payment.ts';
import { findPayment } from '../../payments/queries.ts';
import { Refusal } from '../../refusal.ts';
import { findOrder, type OrderView } from '../queries.ts';
import { amountChanged, differs, freezeOrder } from './freeze-order.ts';

type Body = HandlerInput<typeof endpoints.placeOrder>['body'];

/**
 * Answers the order of a paid transaction, made now or before (RULES 13, 14): what was frozen counts, not this body.
 * @throws 402 without a payment, or while it is not confirmed; 409 AMOUNT_CHANGED, PAYMENT_ALREADY_USED; freezeOrder's
 */
export async function placeOrder(ctx: Ctx, body: Body): Promise<{ order: OrderView; isNew: boolean }> {
  if (!body.transactionId) {
    // Said first: what cannot be ordered at all, or costs another price.
    await freezeOrder(ctx, body, '');
    throw new Refusal('PAYMENT_REQUIRED');
  }
  const payment = await findPayment(ctx.db, body.transactionId);
  if (payment === null || payment.customerId !== ctx.actor._id) throw new Refusal('PAYMENT_REQUIRED');
  const { draft } = payment;
  if (draft === null || !isSameCart(draft, body)) throw new Refusal('PAYMENT_ALREADY_USED');
  if (differs(body.finalAmount, payment.amount)) throw amountChanged(draft.quote);

  const { payment: settled, moved } = await confirmPayment(ctx, payment);
  const order =
    settled.status === 'paid' && settled.orderId !== null ? await findOrder(ctx.db, settled.orderId) : null;
  if (order === null) throw new Refusal('PAYMENT_PENDING');
  return { order, isNew: moved };
}

/** Whether the body names the medicines that were paid for: a transaction does not pay for another cart. */
function isSameCart(draft: FrozenOrder, { prescription }: Body): boolean {
  if (!('items' in prescription) || prescription.items.length !== draft.items.length) return false;
  return prescription.items.every((item, index) => {
    const frozen = draft.items[index];
    if (frozen === undefined || frozen.quantity !== item.quantity) return false;
    return item.medicationId === undefined
      ? searchText(item.label ?? '') === searchText(frozen.label)
      : item.medicationId === frozen.medicationId;
  });
}
