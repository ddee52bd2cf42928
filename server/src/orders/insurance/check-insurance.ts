import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { reductionLimit } from '../../insurance/present.ts';
import { setVerified } from '../../insurance/queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents } from '../change-queries.ts';
import type { OrderView } from '../queries.ts';
import { cardAccepted } from './announce.ts';
import { limitOrder } from './limit-order.ts';
import { setCardVerified } from './queries.ts';

/**
 * Sets whether the insurance card of an order is verified (rule 35), and the customer's own card while it is unchanged. Before
 * payment its whole rate applies from then on. Idempotent.
 * @throws 409 NO_INSURANCE_CARD when the order was placed without one; ORDER_BEING_PAID when the total would change while the
 * customer can still pay in an open portal
 */
export async function checkInsurance(ctx: Ctx, { order }: OrderView, verified: boolean): Promise<void> {
  const { cardId: id, cardLabel: label, cardRate: rate, cardUrl: fileKey } = order;
  if (id === null || rate === null || fileKey === null) throw new Refusal('NO_INSURANCE_CARD');
  await transact(ctx.db, async (tx) => {
    const limit = reductionLimit(ctx.settings, { verified });
    if (order.cardVerified !== verified && !(await limitOrder(ctx, tx, order.id, limit)))
      throw new Refusal('ORDER_BEING_PAID');
    if (!(await setCardVerified(tx, order.id, verified))) return;
    const at = ctx.clock.now();
    const actorId = ctx.actor._id;
    const isAwaited = await setVerified(tx, { id, label, rate, fileKey }, { verified, checkedById: actorId });
    const values = { from: String(!verified), to: String(verified) };
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'check-insurance', ...values }]);
    if (isAwaited) await notify(ctx.jobs, tx, at, [cardAccepted(order.customerId)]);
  });
}
