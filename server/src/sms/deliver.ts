import { usefulMs } from '@amasin/domain/sms/kinds.ts';
import type { SystemCtx } from '../ctx.ts';
import type { SmsMessageRow } from '../database/schema/sms.ts';
import { transact } from '../database/transaction.ts';
import { isRecoverable } from '../people/queries.ts';
import type { SmsJob } from '../ports/jobs.ts';
import { type AcceptedSms, SmsFailure } from '../ports/sms-sender.ts';
import { withTimeout } from '../ports/with-timeout.ts';
import {
  deleteMessage,
  findMessage,
  hasOtherPhone,
  hasUnreadAnswer,
  markAttempt,
  markSent,
} from './queries.ts';
import { unseal } from './send.ts';

type DeliverCtx = Pick<SystemCtx, 'db' | 'sms' | 'linkSecrets' | 'clock' | 'jobs'>;

/** WhatsApp has this long to say that the telephone received a message, before it is sent by SMS: data may be off. */
const WHATSAPP_SECONDS = 60;

/**
 * Passes one message to the provider, once: a job that is run again after it was accepted sends nothing, nor one that is of no
 * use any more.
 * @param isLast no retry follows: the message has failed
 * @throws Error on failure or timeout; the job is then retried (jobs/open-queue.ts)
 */
export async function deliverSms(ctx: DeliverCtx, job: SmsJob, isLast: boolean): Promise<void> {
  const { db } = ctx;
  const { messageId: id } = job;
  const row = id === undefined ? null : await findMessage(db, id);
  if (id !== undefined && !isWaiting(job, row)) return;
  if (await isUnneeded(ctx, job, row)) {
    if (id !== undefined) await deleteMessage(db, id);
    return;
  }
  if (row !== null && ctx.clock.now().getTime() - row.createdAt.getTime() > usefulMs(row.kind)) {
    const late = { reason: row.reason ?? 'expired', detail: row.detail, isLast: true, at: ctx.clock.now() };
    await markAttempt(db, row.id, late);
    return;
  }
  let accepted: AcceptedSms;
  try {
    accepted = await pass(ctx, job);
  } catch (error) {
    const { reason, detail } = failureOf(error);
    const isOff = reason === 'off';
    const at = ctx.clock.now();
    if (id !== undefined) await markAttempt(db, id, { reason, detail, isLast: isLast || isOff, at });
    if (isOff) return;
    throw error;
  }
  if (id === undefined) return;
  await transact(db, async (tx) => {
    await markSent(tx, id, { ...accepted, at: ctx.clock.now() });
    if (accepted.channel === 'whatsapp')
      await ctx.jobs.addLater(tx, 'send-sms', WHATSAPP_SECONDS, { ...job, afterWhatsApp: true });
  });
}

/** Whether the message was not sent before, or by WhatsApp without a report since. */
function isWaiting({ afterWhatsApp = false }: SmsJob, row: SmsMessageRow | null): boolean {
  if (row === null) return false;
  return afterWhatsApp ? row.state === 'sent' && row.channel === 'whatsapp' : row.state === 'queued';
}

/**
 * Whether the number of a code belongs to no account, that of an order or a consultation is another person's next, or the patient has
 * read what the message announces.
 */
async function isUnneeded(
  { db }: DeliverCtx,
  { to, toAccountsOnly, unlessRead }: SmsJob,
  row: SmsMessageRow | null,
): Promise<boolean> {
  if (toAccountsOnly && !(await isRecoverable(db, to))) return true;
  if (row !== null && row.about !== null && (await hasOtherPhone(db, row.about, to))) return true;
  return unlessRead !== undefined && !(await hasUnreadAnswer(db, unlessRead));
}

function pass({ sms, linkSecrets }: DeliverCtx, job: SmsJob): Promise<AcceptedSms> {
  const { to, sealed, kind = 'code', sealedParams, afterWhatsApp = false } = job;
  const params = sealedParams === undefined ? [] : JSON.parse(unseal(sealedParams, linkSecrets));
  return withTimeout(sms.send({ to, kind, text: unseal(sealed, linkSecrets), params, bySms: afterWhatsApp }));
}

/** Says why an attempt failed. */
export function failureOf(error: unknown): Pick<SmsFailure, 'reason' | 'detail'> {
  if (error instanceof SmsFailure) return error;
  const isSilent = error instanceof Error && /^no response|timeout/i.test(`${error.message} ${error.name}`);
  return { reason: isSilent ? 'timeout' : 'outage', detail: null };
}
