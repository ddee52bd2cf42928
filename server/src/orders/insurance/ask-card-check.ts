import type { Ctx } from '../../ctx.ts';
import { transact } from '../../database/transaction.ts';
import { setCheckAsked } from '../../insurance/queries.ts';
import { notify } from '../../notifications/notify.ts';
import { findUserIdsOfType } from '../../notifications/queries.ts';

/** Puts a card on the list of those to check when it is first used, and tells the pharmacists and the supervisors, once. */
export async function askCardCheck(ctx: Ctx, cardId: string): Promise<void> {
  const at = ctx.clock.now();
  await transact(ctx.db, async (tx) => {
    if (!(await setCheckAsked(tx, cardId, at))) return;
    const agents = await findUserIdsOfType(tx, ['agent']);
    const supervisors = await findUserIdsOfType(tx, ['supervisor']);
    const tell = (page: string) => (userId: string) => ({
      userId,
      title: 'Carte à vérifier',
      message: 'Une carte d’assurance est à vérifier.',
      link: `/${page}?tab=verifier`,
    });
    await notify(ctx.jobs, tx, at, [
      ...agents.map(tell('agent-dashboard')),
      ...supervisors.map(tell('supervisor-dashboard')),
    ]);
  });
}
