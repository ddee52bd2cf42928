import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import type { PaymentRow } from '../../database/schema/payments.ts';
import { together } from '../../database/transaction.ts';
import { confirmPayment } from '../confirm-payment.ts';
import { cancelOtherPayments, findEarlierPayments, lockCustomer } from './basket-queries.ts';
import { type Basket, choosePayment, type Decision } from './choose-payment.ts';

/** Reconciles a basket's unsettled payments with the provider, oldest first, before another one is opened. */
export async function confirmEarlierPayments(
  ctx: Ctx,
  { customerId, basketId, contentDigest }: Basket,
): Promise<void> {
  const content = { customerId, basketId, contentDigest };
  const earlier = await findEarlierPayments(ctx.db, content, ctx.clock.now());
  const open = earlier.filter(
    (payment) =>
      payment.nextCheckAt !== null &&
      (payment.basketId === basketId || payment.contentDigest === contentDigest),
  );
  for (const payment of open.reverse()) await confirmPayment(ctx, payment);
}

/**
 * Locks the customer, decides which payment buys the basket, and cancels its other pending payments. A new payment, if
 * one is opened, must be inserted in the same transaction.
 */
export async function claimBasket(tx: Database, basket: Basket, now: Date): Promise<Decision> {
  const [, earlier] = await together(
    lockCustomer(tx, basket.customerId),
    findEarlierPayments(tx, basket, now),
  );
  const decision = choosePayment(earlier, basket, now);
  if (decision.kind !== 'open' && decision.kind !== 'new') return decision;
  const { basketId, id: except } = decision.kind === 'open' ? decision.payment : { ...decision, id: null };
  const { customerId, basketId: alias } = basket;
  const isOther = (row: PaymentRow) => row.id !== except && [basketId, alias].includes(row.basketId);
  if (earlier.some(isOther)) await cancelOtherPayments(tx, { customerId, basketId, alias, except }, now);
  return decision;
}
