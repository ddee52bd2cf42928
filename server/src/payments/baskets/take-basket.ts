import type { Ctx } from '../../ctx.ts';
import type { Database } from '../../database/database.ts';
import { confirmPayment } from '../confirm-payment.ts';
import { cancelOthers, findEarlierPayments, lockCustomer } from './basket-queries.ts';
import { type Basket, type Choice, choosePayment } from './choose-payment.ts';

/** Asks the provider what became of the earlier payments of a basket, the oldest first, before another one is opened. */
export async function confirmEarlier(
  ctx: Ctx,
  { customerId, basketId, contentDigest }: Basket,
): Promise<void> {
  const earlier = await findEarlierPayments(ctx.db, { customerId, basketId }, ctx.clock.now());
  const open = earlier.filter(
    (payment) =>
      payment.nextCheckAt !== null &&
      (payment.basketId === basketId || payment.contentDigest === contentDigest),
  );
  for (const payment of open.reverse()) await confirmPayment(ctx, payment);
}

/**
 * Locks the customer and chooses the payment that buys the basket; no other one of it stays pending. A new one has to be
 * inserted in this same transaction.
 */
export async function takeBasket(tx: Database, basket: Basket, now: Date): Promise<Choice> {
  await lockCustomer(tx, basket.customerId);
  const choice = choosePayment(await findEarlierPayments(tx, basket, now), basket, now);
  if (choice.is !== 'open' && choice.is !== 'new') return choice;
  const { basketId, id: but } = choice.is === 'open' ? choice.payment : { ...choice, id: null };
  await cancelOthers(tx, { customerId: basket.customerId, basketId, alias: basket.basketId, but }, now);
  return choice;
}
