import type { SmsChannel } from '@amasin/domain/sms/kinds.ts';
import type { SystemCtx } from '../../ctx.ts';
import type { ReportCall, SmsReport } from '../../ports/sms-sender.ts';
import { Refusal } from '../../refusal.ts';
import { applyReports } from './apply-reports.ts';
import { findVendorIds } from './report-queries.ts';

type ReportCtx = Pick<SystemCtx, 'db' | 'clock' | 'sms' | 'jobs'>;

/**
 * A vendor may report before we have stored its id, which takes its answer and a commit. Longer than it may take to answer
 * (LIMIT_MS), and shorter than WhatsApp has before the SMS follows (deliver-sms.ts).
 */
const AGAIN_SECONDS = 30;

/**
 * What the SMS vendor says became of messages. A report of an unknown or settled message changes nothing, and gets the same answer.
 * @throws 404 NOT_FOUND for another secret, or without one in the settings
 */
export async function receiveSmsReports(ctx: ReportCtx, secret: string, call: ReportCall): Promise<void> {
  const reports = ctx.sms.readReports?.(secret, call) ?? null;
  if (reports === null) throw new Refusal('NOT_FOUND');
  await receive(ctx, 'sms', reports);
}

/**
 * The same of WhatsApp.
 * @throws 401 BAD_SIGNATURE; 404 NOT_FOUND without WhatsApp
 */
export async function receiveWhatsAppReports(ctx: ReportCtx, call: ReportCall): Promise<void> {
  if (ctx.sms.whatsApp === undefined) throw new Refusal('NOT_FOUND');
  const reports = ctx.sms.whatsApp.readReports(call);
  if (reports === null) throw new Refusal('BAD_SIGNATURE');
  await receive(ctx, 'whatsapp', reports);
}

/** Applies the reports of known messages; the others are read again once, in case their messages become known. */
async function receive(ctx: ReportCtx, channel: SmsChannel, reports: readonly SmsReport[]): Promise<void> {
  if (reports.length === 0) return;
  const at = ctx.clock.now().toISOString();
  const ids = reports.map(({ vendorId }) => vendorId);
  const known = new Set(await findVendorIds(ctx.db, channel, ids));
  const { now = [], later = [] } = Object.groupBy(reports, ({ vendorId }) =>
    known.has(vendorId) ? 'now' : 'later',
  );
  await applyReports(ctx, { channel, reports: now, at });
  if (later.length === 0) return;
  await ctx.jobs.addLater(ctx.db, 'report-sms', AGAIN_SECONDS, { channel, reports: later, at });
}
