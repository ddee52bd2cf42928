import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findAnswer, setAnswer, setRecipientAnswer } from './queries.ts';

/** Stores that the customer has read a recall. @throws 404 NOT_FOUND when it does not concern her */
export async function answerRecall(
  { db, actor, clock }: Ctx,
  recallId: string,
  kept: boolean | null,
): Promise<void> {
  const answer = { recallId, customerId: actor._id, kept, at: clock.now() };
  if (!(await setRecipientAnswer(db, answer))) throw new Refusal('NOT_FOUND');
}

/**
 * Stores how many boxes a pharmacy has put aside. Repeated, it changes nothing.
 * @throws 404 NOT_FOUND when it is not asked; 409 RECALL_ANSWERED when it said otherwise before
 */
export async function answerStock({ db, actor, clock }: Ctx, recallId: string, boxes: number): Promise<void> {
  if (await setAnswer(db, { recallId, pharmacyId: actor._id, boxes, at: clock.now() })) return;
  const answer = await findAnswer(db, recallId, actor._id);
  if (answer === null) throw new Refusal('NOT_FOUND');
  if (answer.boxes !== boxes) throw new Refusal('RECALL_ANSWERED');
}
