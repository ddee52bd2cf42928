import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { setVerified } from '../../insurance/queries.ts';
import { forgetRefusal } from '../../insurance/refusal-queries.ts';
import { notify } from '../../notifications/notify.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents } from '../change-queries.ts';
import type { OrderView } from '../queries.ts';
import { cardAccepted } from './announce.ts';
import { setCardVerified } from './queries.ts';

/**
 * Sets whether the insurance card of an order is verified (rule 35), and the customer's own card while its rate and file are the same.
 * No amount changes. Idempotent.
 * @throws 409 NO_INSURANCE_CARD when the order was placed without one
 */
export async function checkInsurance(ctx: Ctx, { order }: OrderView, verified: boolean): Promise<void> {
  const { cardId: id, cardRate: rate, cardUrl: fileKey } = order;
  if (id === null || rate === null || fileKey === null) throw new Refusal('NO_INSURANCE_CARD');
  await transact(ctx.db, async (tx) => {
    if (!(await setCardVerified(tx, order.id, verified))) return;
    const at = ctx.clock.now();
    const actorId = ctx.actor._id;
    const set = await setVerified(tx, { id, rate, fileKey }, { verified, checkedById: actorId });
    if (verified && set !== null) await forgetRefusal(ctx, tx, set.card);
    const values = { from: String(!verified), to: String(verified) };
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'check-insurance', ...values }]);
    if (set?.isAwaited || (verified && order.cardAwaited))
      await notify(ctx.jobs, tx, at, [cardAccepted(order.customerId, order.cardAwaited ? order : null)]);
  });
}
