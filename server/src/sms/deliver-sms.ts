import type { SystemCtx } from '../ctx.ts';
import type { JobData } from '../jobs/jobs.ts';
import { isRecoverable } from '../session/codes/queries.ts';
import { unseal } from './seal.ts';

/** Hands one message over to whoever sends; throws where that failed, and it is tried again (jobs/open-queue.ts). */
export async function deliverSms(
  { db, sms, linkSecret }: Pick<SystemCtx, 'db' | 'sms' | 'linkSecret'>,
  { to, sealed, toAccountsOnly }: JobData['send-sms'],
): Promise<void> {
  if (toAccountsOnly && !(await isRecoverable(db, to))) return;
  await sms.send(to, unseal(sealed, linkSecret));
}
