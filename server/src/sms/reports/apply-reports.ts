import type { SystemCtx } from '../../ctx.ts';
import type { ReportJob } from '../../ports/jobs.ts';
import { markReported, noteWhatsAppFailure } from './report-queries.ts';

/**
 * Settles the messages that these reports name; of an unknown or settled message, nothing changes. A message that WhatsApp could
 * not deliver has not failed: it is sent by SMS (deliver-sms.ts).
 */
export async function applyReports(
  { db }: Pick<SystemCtx, 'db'>,
  { channel, reports, at }: ReportJob,
): Promise<void> {
  // In one order, so that two calls at once do not wait for each other.
  const sorted = reports.toSorted((one, other) => (one.vendorId < other.vendorId ? -1 : 1));
  for (const report of sorted) {
    if (channel === 'whatsapp' && report.state === 'failed') await noteWhatsAppFailure(db, report);
    else await markReported(db, channel, report, new Date(at));
  }
}
