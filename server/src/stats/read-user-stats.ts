import type { Ctx } from '../ctx.ts';
import { presentUserCounts } from './present.ts';
import { countUsers } from './queries.ts';

/** How many people there are of each type. */
export async function readUserStats(ctx: Ctx) {
  return presentUserCounts(await countUsers(ctx.db));
}
