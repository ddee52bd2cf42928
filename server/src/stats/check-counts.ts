import type { SystemCtx } from '../ctx.ts';
import { mendCounts } from '../database/count-queries.ts';

/** Corrects the stored counts of lists; a wrong one is a bug in a trigger, so it is logged. */
export async function checkCounts({ db, log }: SystemCtx): Promise<void> {
  const wrong = await mendCounts(db);
  if (wrong > 0) log.error({ wrong }, 'counts of orders, prescriptions or users were wrong: corrected');
}
