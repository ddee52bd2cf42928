import {
  type InsuranceCard,
  type insuranceCardChange,
  NO_FILE,
} from '@amasin/domain/insurance/insurance-card.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { bindFile } from '../files/binding-queries.ts';
import { Refusal } from '../refusal.ts';
import { releaseCardFile } from './delete-card.ts';
import { presentCard } from './present.ts';
import { lockCardOf, updateCard } from './queries.ts';

/**
 * Changes the fields that the body names of the caller's own card, which then has to be verified again. Orders have their
 * own copy and do not change.
 * @throws 404 NOT_FOUND; 422 INVALID for a file that cannot be used
 */
export async function changeCard(
  ctx: Ctx,
  id: string,
  body: z.output<typeof insuranceCardChange>,
): Promise<InsuranceCard> {
  const [ownerId, at] = [ctx.actor._id, ctx.clock.now()];
  return transact(ctx.db, async (tx) => {
    const card = await lockCardOf(tx, ownerId, id);
    if (card === null) throw new Refusal('NOT_FOUND');
    const { label = card.label, taux: rate = card.rate, url: fileKey = card.fileKey } = body;
    if (label === card.label && rate === card.rate && fileKey === card.fileKey) return presentCard(card);
    if (fileKey !== card.fileKey) {
      const wanted = { key: fileKey, ownerId, category: 'insurance', at } as const;
      await bindFile(tx, wanted, { path: 'url', message: NO_FILE });
    }
    const changed = await updateCard(tx, id, { label, rate, fileKey });
    if (fileKey !== card.fileKey) await releaseCardFile(tx, card.fileKey);
    return presentCard(changed);
  });
}
