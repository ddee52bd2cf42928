import type { SystemCtx } from '../ctx.ts';
import { deleteExpiredSessions } from './queries.ts';

/** Deletes the sessions that have run out. Answers how many. */
export function sweepSessions(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteExpiredSessions(ctx.db, ctx.clock.now());
}
