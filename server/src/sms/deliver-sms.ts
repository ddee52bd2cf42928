import type { SystemCtx } from '../ctx.ts';
import { isRecoverable } from '../people/queries.ts';
import type { JobData } from '../ports/jobs.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { unseal } from './seal.ts';

/**
 * Hands one message over to whoever sends; throws where that failed or took too long, and it is tried again
 * (jobs/open-queue.ts).
 */
export async function deliverSms(
  { db, sms, linkSecret }: Pick<SystemCtx, 'db' | 'sms' | 'linkSecret'>,
  { to, sealed, toAccountsOnly }: JobData['send-sms'],
): Promise<void> {
  if (toAccountsOnly && !(await isRecoverable(db, to))) return;
  await withTimeout(sms.send(to, unseal(sealed, linkSecret)));
}
