import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import type { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { usefulMs } from '@amasin/domain/sms/kinds.ts';
import { receivesMessages } from '@amasin/domain/users/phone-number.ts';
import { record } from '../audit/record.ts';
import type { Ctx } from '../ctx.ts';
import type { SmsMessageRow } from '../database/schema/sms.ts';
import { transact } from '../database/transaction.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import { Refusal } from '../refusal.ts';
import { failureOf } from './deliver.ts';
import { findKeptJobs, findMessage, requeueFailed } from './queries.ts';
import { testWords } from './texts.ts';

/** Sends one's own telephone an SMS at once: the answer of the vendor says whether messages would leave. */
export async function sendTestSms({
  sms,
  actor,
}: Ctx): Promise<ResponseBody<typeof smsEndpoints.sendTestSms>> {
  const { phone } = actor;
  if (phone === null || !receivesMessages(phone))
    return { reason: 'refused', detail: 'Ce numéro ne reçoit pas de SMS' };
  try {
    await withTimeout(sms.send({ to: phone, ...testWords, bySms: true }));
    return { reason: null, detail: null };
  } catch (error) {
    const { reason, detail } = failureOf(error);
    return { reason, detail };
  }
}

/**
 * Queues a message that did not arrive once more, from the job that the queue still keeps.
 * @throws 404 NOT_FOUND; 409 MESSAGE_TOO_OLD when it is of no use any more, not kept, or not failed
 */
export async function resendSms(ctx: Ctx, id: string): Promise<void> {
  await transact(ctx.db, async (tx) => {
    const message = await findMessage(tx, id);
    if (message === null) throw new Refusal('NOT_FOUND');
    const job = (await findKeptJobs(tx, [id])).get(id);
    if (job === undefined || !isOfUse(message, ctx.clock.now())) throw new Refusal('MESSAGE_TOO_OLD');
    if (!(await requeueFailed(tx, id, ctx.clock.now()))) throw new Refusal('MESSAGE_TOO_OLD');
    const { afterWhatsApp: _, ...data } = job;
    await ctx.jobs.add(tx, 'send-sms', data);
    await record(ctx, tx, { action: 'retry', kind: 'list', id: 'sms' });
  });
}

/** A code is valid for ten minutes, whoever sends it; what else did not arrive may be told late. */
export const isOfUse = ({ kind, createdAt }: Pick<SmsMessageRow, 'kind' | 'createdAt'>, now: Date): boolean =>
  kind !== 'code' || now.getTime() - createdAt.getTime() < usefulMs(kind);
