import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { setCheckAsked } from '../../insurance/queries.ts';
import { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';
import { Refusal } from '../../refusal.ts';

/** Puts a card on the list of those to check and tells the pharmacists and the supervisors, once. */
export async function askCardCheck(ctx: Ctx, cardId: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    if (!(await setCheckAsked(tx, cardId, at))) return;
    const agents = await findUserIdsOfType(tx, ['agent']);
    const supervisors = await findUserIdsOfType(tx, ['supervisor']);
    const tell = (page: string) => (userId: string) => ({
      userId,
      title: 'Carte à vérifier',
      message: 'Un client attend la vérification de sa carte d’assurance.',
      link: `/${page}?tab=verifier`,
    });
    await notify(ctx.jobs, tx, at, [
      ...agents.map(tell('agent-dashboard')),
      ...supervisors.map(tell('supervisor-dashboard')),
    ]);
  });
}

/**
 * With INSURANCE_STRICT, payment waits until the card is checked (rule 35).
 * @throws 409 INSURANCE_UNVERIFIED for a card that is not checked, after asking for its check
 */
export async function refuseUnverified(
  ctx: Ctx,
  card: { _id: string; verified: boolean } | null,
): Promise<void> {
  if (!ctx.settings.insuranceStrict || card === null || card.verified) return;
  await askCardCheck(ctx, card._id);
  throw new Refusal('INSURANCE_UNVERIFIED');
}
