import type { StaffCancelReason } from '@amasin/domain/orders/problems/cancel-reason.ts';
import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { didMove, findOrder, type OrderView } from '../queries.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { cancelPaid } from './cancel-paid.ts';

/**
 * Cancels a paid order that its customer did not ask to cancel, all in one transaction. Repeated by the same user, it changes
 * nothing.
 * @throws 409 CANCEL_ASKED while a request of its customer waits for an answer; STATE_CHANGED when it is not paid, its delivery
 * has started, or another user cancelled it
 */
export async function cancelUnasked(
  ctx: Ctx,
  { order: known }: OrderView,
  { reason, note }: { reason: StaffCancelReason; note: string | null },
): Promise<void> {
  const cancellation = { by: 'unasked', reason, note } as const;
  if (await transact(ctx.db, (tx) => cancelPaid(ctx, tx, known, cancellation))) return;
  const now = (await findOrder(ctx.db, known.id))?.order;
  if (now?.state === 'pending' && now.cancelAskedAt !== null && now.cancelDeclined === null)
    throw new Refusal('CANCEL_ASKED');
  const isMine = now?.state === 'cancelled' && (await didMove(ctx.db, known.id, ctx.actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(ctx.actor, now ?? known);
}
