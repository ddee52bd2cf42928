import type { Ctx } from '../ctx.ts';
import { allStates } from './present.ts';
import { countOrdersByState } from './queries.ts';

/** How many orders stand in each state. No money: supervisors read it too. */
export async function readOrderStats(ctx: Ctx) {
  return allStates(await countOrdersByState(ctx.db));
}
