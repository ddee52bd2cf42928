import type { SystemCtx } from '../../ctx.ts';
import { deleteAttemptsBefore } from './queries.ts';

const DAY_MS = 24 * 3600_000;

/** Forgets attempts that no limit looks at any more. Answers how many. */
export function sweepAttempts(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteAttemptsBefore(ctx.db, new Date(ctx.clock.now().getTime() - DAY_MS));
}
