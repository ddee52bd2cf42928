import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { releaseFile } from '../files/binding-queries.ts';
import { Refusal } from '../refusal.ts';
import { isFileOfOrder, lockCardOf, markCardDeleted } from './queries.ts';

/** Deletes the caller's own card; orders keep their copy. @throws 404 the second time */
export async function deleteCard(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const card = await lockCardOf(tx, ctx.actor._id, id);
    if (card === null) throw new Refusal('NOT_FOUND');
    await markCardDeleted(tx, id, ctx.clock.now());
    await releaseCardFile(tx, card.fileKey);
  });
}

/** Releases the file of a card, unless an order copied the card with it. */
export async function releaseCardFile(tx: Database, fileKey: string): Promise<void> {
  if (!(await isFileOfOrder(tx, fileKey))) await releaseFile(tx, fileKey);
}
