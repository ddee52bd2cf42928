import type { Ctx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import { transact } from '../database/transaction.ts';
import { releaseFile } from '../files/binding-queries.ts';
import { Refusal } from '../refusal.ts';
import { isFileOfOrder, lockCardOf, markCardDeleted } from './queries.ts';

/** Soft-deletes the caller's own card; orders have their own copy. @throws 404 NOT_FOUND, also when already deleted */
export async function deleteCard(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const card = await lockCardOf(tx, ctx.actor._id, id);
    if (card === null) throw new Refusal('NOT_FOUND');
    await markCardDeleted(tx, id, ctx.clock.now());
    await releaseCardFile(tx, card.fileKey);
  });
}

/** Releases the file of a card unless an order refers to it. */
export async function releaseCardFile(tx: Database, fileKey: string): Promise<void> {
  if (!(await isFileOfOrder(tx, fileKey))) await releaseFile(tx, fileKey);
}
