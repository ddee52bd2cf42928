import type { SystemCtx } from '../ctx.ts';
import type { JobData } from '../jobs/jobs.ts';
import { inTime } from '../payments/in-time.ts';
import { isRecoverable } from '../session/codes/queries.ts';
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
  await inTime(sms.send(to, unseal(sealed, linkSecret)));
}
