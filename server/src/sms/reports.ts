import type { ResponseBody } from '@amasin/domain/contract/endpoint.ts';
import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { smsEndpoints } from '@amasin/domain/sms/endpoints.ts';
import { type SmsChannel, smsStates } from '@amasin/domain/sms/kinds.ts';
import type { Ctx, SystemCtx } from '../ctx.ts';
import type { Database } from '../database/database.ts';
import type { ReportJob } from '../ports/jobs.ts';
import type { ReportCall, SmsReport } from '../ports/sms-sender.ts';
import { Refusal } from '../refusal.ts';
import {
  countMessages,
  findFailures,
  findKeptJobs,
  findVendorIds,
  markReported,
  noteWhatsAppFailure,
} from './queries.ts';
import { lastQueued } from './send.ts';
import { isOfUse } from './send-again.ts';

type ReportCtx = Pick<SystemCtx, 'db' | 'clock' | 'sms' | 'jobs'>;

/**
 * A vendor may report before we have stored its id, which takes its answer and a commit. This is longer than it may take to
 * answer (LIMIT_MS), and shorter than WhatsApp has before the SMS follows (deliver.ts).
 */
const AGAIN_SECONDS = 30;

/**
 * Settles the messages that an SMS vendor reports. A report of an unknown or settled one changes nothing, and gets the same answer.
 * @throws 404 NOT_FOUND for another secret, or without one in the settings
 */
export async function receiveSmsReports(ctx: ReportCtx, secret: string, call: ReportCall): Promise<void> {
  const reports = ctx.sms.readReports?.(secret, call) ?? null;
  if (reports === null) throw new Refusal('NOT_FOUND');
  await receive(ctx, 'sms', reports);
}

/**
 * Settles the messages that WhatsApp reports.
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
  const stored = new Set(await findVendorIds(ctx.db, channel, ids));
  const { known = [], unknown = [] } = Object.groupBy(reports, ({ vendorId }) =>
    stored.has(vendorId) ? 'known' : 'unknown',
  );
  await applyReports(ctx, { channel, reports: known, at });
  if (unknown.length === 0) return;
  await ctx.jobs.addLater(ctx.db, 'report-sms', AGAIN_SECONDS, { channel, reports: unknown, at });
}

/**
 * Settles the messages that these reports name; of an unknown or settled message, nothing changes. A message that WhatsApp could
 * not deliver has not failed: it is sent by SMS (deliver.ts).
 */
export async function applyReports(
  { db }: Pick<SystemCtx, 'db'>,
  { channel, reports, at }: ReportJob,
): Promise<void> {
  // Sorted, so that two calls at once do not wait for each other.
  const sorted = reports.toSorted((one, other) => (one.vendorId < other.vendorId ? -1 : 1));
  for (const report of sorted) {
    if (channel === 'whatsapp' && report.state === 'failed') await noteWhatsAppFailure(db, report);
    else await markReported(db, channel, report, new Date(at));
  }
}

const SHOWN = 20;

type Counts = Record<(typeof smsStates)[number], number>;

/** The messages of the last 24 hours, by state. */
export async function countLatest(db: Database, now: Date): Promise<Counts> {
  const rows = await countMessages(db, ago(now, DAY_MS), lastQueued(now));
  const counts = smsStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0]);
  return Object.fromEntries(counts) as Counts;
}

/** Shows the super administrator what became of the messages. */
export async function readMessages({
  db,
  clock,
  settings,
}: Ctx): Promise<ResponseBody<typeof smsEndpoints.readSms>> {
  const now = clock.now();
  const [counts, failures] = await Promise.all([
    countLatest(db, now),
    findFailures(db, lastQueued(now), SHOWN),
  ]);
  const kept = await findKeptJobs(
    db,
    failures.map(({ message }) => message.id),
  );
  return {
    counts,
    failures: failures.map(({ message, orderNumber }) => {
      const { id, kind, phone, reason, detail, createdAt, state } = message;
      return {
        _id: id,
        kind,
        phone,
        reason: reason ?? 'expired',
        detail,
        order: orderNumber,
        at: createdAt.toISOString(),
        canBeSentAgain: state === 'failed' && kept.has(id) && isOfUse(message, now),
      };
    }),
    moments: [...settings.smsMoments],
  };
}

const ago = (now: Date, ms: number) => new Date(now.getTime() - ms);

/** Counts for the overview what the operator has to look at. */
export const countFailed = async ({ db, clock }: Pick<SystemCtx, 'db' | 'clock'>): Promise<number> =>
  (await countLatest(db, clock.now())).failed;
