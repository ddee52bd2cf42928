import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { setVerified } from '../../insurance/queries.ts';
import { Refusal } from '../../refusal.ts';
import { insertEvents, setCardVerified } from '../change-queries.ts';
import type { OrderView } from '../queries.ts';

/**
 * Sets whether the insurance card of an order is verified (RULES 35), and the customer's own card while it is unchanged.
 * Idempotent.
 * @throws 409 NO_INSURANCE_CARD when the order was placed without one
 */
export async function checkInsurance(ctx: Ctx, { order }: OrderView, verified: boolean): Promise<void> {
  const { cardId: id, cardLabel: label, cardRate: rate, cardUrl: fileKey } = order;
  if (id === null || rate === null || fileKey === null) throw new Refusal('NO_INSURANCE_CARD');
  await transact(ctx.db, async (tx) => {
    if (!(await setCardVerified(tx, order.id, verified))) return;
    await setVerified(tx, { id, label, rate, fileKey }, verified);
    const [at, actorId] = [ctx.clock.now(), ctx.actor._id];
    const values = { from: String(!verified), to: String(verified) };
    await insertEvents(tx, [{ orderId: order.id, at, actorId, action: 'check-insurance', ...values }]);
  });
}
