import type { SystemCtx } from '../../ctx.ts';
import type { ReportCall, SmsReport } from '../../ports/sms-sender.ts';
import { Refusal } from '../../refusal.ts';
import { markReported, noteWhatsAppFailure } from './report-queries.ts';

type ReportCtx = Pick<SystemCtx, 'db' | 'clock' | 'sms'>;

/**
 * What the SMS vendor says became of messages. A report of an unknown or settled message changes nothing, and gets the same answer.
 * @throws 404 NOT_FOUND for another secret, or without one in the settings
 */
export async function receiveSmsReports(ctx: ReportCtx, secret: string, call: ReportCall): Promise<void> {
  const reports = ctx.sms.readReports?.(secret, call) ?? null;
  if (reports === null) throw new Refusal('NOT_FOUND');
  const at = ctx.clock.now();
  for (const report of byId(reports)) await markReported(ctx.db, 'sms', report, at);
}

/**
 * The same of WhatsApp. A message that it could not deliver has not failed: it is sent by SMS (deliver-sms.ts).
 * @throws 401 BAD_SIGNATURE; 404 NOT_FOUND without WhatsApp
 */
export async function receiveWhatsAppReports(ctx: ReportCtx, call: ReportCall): Promise<void> {
  if (ctx.sms.whatsApp === undefined) throw new Refusal('NOT_FOUND');
  const reports = ctx.sms.whatsApp.readReports(call);
  if (reports === null) throw new Refusal('BAD_SIGNATURE');
  const at = ctx.clock.now();
  for (const report of byId(reports)) {
    if (report.state === 'delivered') await markReported(ctx.db, 'whatsapp', report, at);
    else await noteWhatsAppFailure(ctx.db, report);
  }
}

/** In one order, so that two calls at once do not wait for each other. */
const byId = (reports: readonly SmsReport[]) =>
  reports.toSorted((one, other) => (one.vendorId < other.vendorId ? -1 : 1));
