import type { SystemCtx } from '../../ctx.ts';
import { deleteTriesBefore } from './queries.ts';

const DAY_MS = 24 * 3600_000;

/** Forgets tries that no limit looks at any more. Answers how many. */
export function sweepTries(ctx: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> {
  return deleteTriesBefore(ctx.db, new Date(ctx.clock.now().getTime() - DAY_MS));
}
