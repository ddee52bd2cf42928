import type { SystemCtx } from '../ctx.ts';
import { isRecoverable } from '../people/queries.ts';
import type { JobData } from '../ports/jobs.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { unseal } from './seal.ts';

/**
 * Passes one message to the provider.
 * @throws Error on failure or timeout; the job is then retried (jobs/open-queue.ts)
 */
export async function deliverSms(
  { db, sms, linkSecret }: Pick<SystemCtx, 'db' | 'sms' | 'linkSecret'>,
  { to, sealed, toAccountsOnly }: JobData['send-sms'],
): Promise<void> {
  if (toAccountsOnly && !(await isRecoverable(db, to))) return;
  await withTimeout(sms.send(to, unseal(sealed, linkSecret)));
}
