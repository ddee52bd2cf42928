import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { findAnswer, findRecipient, setAnswer, setRecipientAnswer } from './queries.ts';

/** @throws 404 NOT_FOUND for a recall that does not concern the customer */
export async function loadRecipient({ db, actor }: Ctx, recallId: string): Promise<string> {
  const id = await findRecipient(db, recallId, actor._id);
  if (id === null) throw new Refusal('NOT_FOUND');
  return id;
}

/** Stores that the customer has read a recall, and whether she still has the medicine if she says so. */
export const answerRecall = ({ db, clock }: Ctx, recipientId: string, kept: boolean | null): Promise<void> =>
  setRecipientAnswer(db, recipientId, { kept, at: clock.now() });

/** @throws 404 NOT_FOUND for a recall about which the pharmacy is not asked */
export async function loadAsked({ db, actor }: Ctx, recallId: string): Promise<void> {
  if ((await findAnswer(db, recallId, actor._id)) === null) throw new Refusal('NOT_FOUND');
}

/**
 * Stores how many boxes a pharmacy has put aside. Repeated, it changes nothing.
 * @throws 409 RECALL_ANSWERED when it said otherwise before
 */
export async function answerStock({ db, actor, clock }: Ctx, recallId: string, boxes: number): Promise<void> {
  if (await setAnswer(db, { recallId, pharmacyId: actor._id, boxes, at: clock.now() })) return;
  const answer = await findAnswer(db, recallId, actor._id);
  if (answer?.boxes !== boxes) throw new Refusal('RECALL_ANSWERED');
}
