import {
  type InsuranceCard,
  NO_FILE,
  type newInsuranceCard,
} from '@amasin/domain/insurance/insurance-card.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { isDuplicate } from '../database/errors.ts';
import { transact } from '../database/transaction.ts';
import { bindFile } from '../files/binding-queries.ts';
import { Refusal } from '../refusal.ts';
import { presentCard } from './present.ts';
import { findActiveCard, insertCard } from './queries.ts';

/**
 * Creates the caller's card, unverified, and binds its file to it.
 * @throws 422 INVALID for a file that cannot be used; 409 CARD_EXISTS
 */
export async function createCard(ctx: Ctx, body: z.output<typeof newInsuranceCard>): Promise<InsuranceCard> {
  const [ownerId, createdAt] = [ctx.actor._id, ctx.clock.now()];
  const { label, taux: rate, url: fileKey } = body;
  try {
    const card = await transact(ctx.db, async (tx) => {
      const wanted = { key: fileKey, ownerId, category: 'insurance', at: createdAt } as const;
      await bindFile(tx, wanted, { path: 'url', message: NO_FILE });
      return insertCard(tx, { ownerId, label, rate, fileKey, createdAt });
    });
    return presentCard(card);
  } catch (error) {
    if (isDuplicate(error, 'insurance_cards_owner_unique')) throw new Refusal('CARD_EXISTS');
    // The same form sent twice: the file is already bound to the first card.
    if (error instanceof Refusal && (await findActiveCard(ctx.db, ownerId)) !== null)
      throw new Refusal('CARD_EXISTS');
    throw error;
  }
}
