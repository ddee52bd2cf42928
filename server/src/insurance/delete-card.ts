import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { Refusal } from '../refusal.ts';
import { releaseCardFile } from './let-go.ts';
import { lockCardOf, markCardDeleted } from './queries.ts';

/** Takes the caller's own card away; orders keep what they have taken of it. A second time it is not there. */
export async function deleteCard(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const card = await lockCardOf(tx, ctx.actor._id, id);
    if (card === null) throw new Refusal('NOT_FOUND');
    await markCardDeleted(tx, id, ctx.clock.now());
    await releaseCardFile(tx, card.fileKey);
  });
}
