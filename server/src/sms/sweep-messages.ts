import type { SystemCtx } from '../ctx.ts';
import { deleteMessagesBefore, failQueuedBefore } from './queries.ts';

/** The queue keeps a message that could not be tried for ten minutes, and tries it within two more. */
export const WAIT_MS = 15 * 60_000;
const KEPT_MS = 30 * 24 * 3600_000;

/** Gives up on messages whose jobs are gone, and deletes those of more than a month ago. */
export async function sweepMessages({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<void> {
  const at = clock.now();
  const ago = (ms: number) => new Date(at.getTime() - ms);
  await failQueuedBefore(db, ago(WAIT_MS), at);
  await deleteMessagesBefore(db, ago(KEPT_MS));
}
