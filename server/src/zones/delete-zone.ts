import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { markZoneDeleted } from './queries.ts';

/** Takes a zone out of the list; its orders keep it. A second time it is not there. */
export async function deleteZone(ctx: Ctx, id: string): Promise<void> {
  if (!(await markZoneDeleted(ctx.db, id, ctx.clock.now()))) throw new Refusal('NOT_FOUND');
}
