import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { lockPresent } from '../people/queries.ts';
import { requireHealthConsent } from '../people/require-health-consent.ts';
import { deleteAllergies, findAllergies, storeAllergies } from './allergy-queries.ts';

export const readAllergies = ({ db, actor }: Ctx): Promise<string | null> => findAllergies(db, actor._id);

/** Stores what the caller writes of her allergies; null erases it. @throws 403 CONSENT_WITHDRAWN */
export async function writeAllergies(ctx: Ctx, words: string | null): Promise<void> {
  const userId = ctx.actor._id;
  await transact(ctx.db, async (tx) => {
    // A consent that ends meanwhile deletes what is written here.
    await lockPresent(tx, userId);
    if (words === null) return deleteAllergies(tx, userId);
    await requireHealthConsent(tx, ctx.actor);
    await storeAllergies(tx, { userId, words, writtenAt: ctx.clock.now() });
  });
}
