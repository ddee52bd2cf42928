import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { Refusal } from '../../refusal.ts';
import { didMove, findOrder, type OrderView } from '../queries.ts';
import { stateChanged } from '../transitions/state-changed.ts';
import { cancelPaid } from './cancel-paid.ts';

/**
 * Cancels a paid order at its customer's request, all in one transaction. Repeated by the same user, it changes nothing.
 * @throws 409 STATE_CHANGED when its delivery has started, or another user cancelled it; 404 when nothing was asked
 */
export async function acceptCancel(ctx: Ctx, { order: known }: OrderView): Promise<void> {
  const cancellation = { by: 'asked', reason: 'customer', note: null } as const;
  if (await transact(ctx.db, (tx) => cancelPaid(ctx, tx, known, cancellation))) return;
  const now = (await findOrder(ctx.db, known.id))?.order;
  if (now?.state === 'pending') throw new Refusal('NOT_FOUND');
  const isMine = now?.state === 'cancelled' && (await didMove(ctx.db, known.id, ctx.actor._id, 'cancelled'));
  if (!isMine) throw stateChanged(ctx.actor, now ?? known);
}
