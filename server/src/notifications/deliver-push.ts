import type { SystemCtx } from '../ctx.ts';
import type { JobData } from '../ports/jobs.ts';
import { deleteSubscription, findPush } from './push-queries.ts';

/** A notification older than this is not announced any more, ms. */
export const FRESH_MS = 3600_000;

/**
 * Announces one notification to one browser of its owner, unless it has been read or the session has ended. The payload
 * has only the notification's id, title and link; the title has no names in it.
 * @throws Error on failure; the job is then retried (jobs/open-queue.ts)
 */
export async function deliverPush(
  { db, push, clock }: Pick<SystemCtx, 'db' | 'push' | 'clock'>,
  job: JobData['send-push'],
): Promise<void> {
  const now = clock.now();
  const found = await findPush(db, job, { now, since: new Date(now.getTime() - FRESH_MS) });
  if (found === null) return;
  const { id, title, link, ...target } = found;
  const result = await push.send(target, JSON.stringify({ id, title, link }));
  if (result === 'gone') await deleteSubscription(db, job.subscriptionId);
}
