import type { ReportCall, SmsReport } from '../../ports/sms-sender.ts';
import { isSameText } from '../../routing/same-text.ts';
import type { SmsSettings } from '../../settings/sms-settings.ts';
import { parseAnswer, safeDetail, textAt, valueAt, vendorIdOf } from './read-answer.ts';

type ReportSettings = NonNullable<SmsSettings['report']>;

/** More in one call are ignored: vendors report a hundred at most. */
const MAX_REPORTS = 1_000;

/** The reports of a call of the shape that the settings describe, without those that are not final; null for another secret. */
export function readReports(
  settings: ReportSettings,
  secret: string,
  call: ReportCall,
): readonly SmsReport[] | null {
  if (!isSameText(secret, settings.secret)) return null;
  const body = bodyOf(call);
  const list = settings.list === null ? [body] : valueAt(body, settings.list);
  return Array.isArray(list) ? list.slice(0, MAX_REPORTS).flatMap((one) => reportOf(settings, one)) : [];
}

function reportOf({ id, status, reason, delivered, failed }: ReportSettings, value: unknown): SmsReport[] {
  const vendorId = vendorIdOf(textAt(value, id));
  const word = textAt(value, status)?.trim().toLowerCase() ?? '';
  if (vendorId === null) return [];
  if (delivered.includes(word)) return [{ vendorId, state: 'delivered', detail: null }];
  if (!failed.includes(word)) return [];
  return [{ vendorId, state: 'failed', detail: safeDetail(textAt(value, reason) ?? word) }];
}

/** JSON, or a form. */
function bodyOf({ rawBody, headers }: ReportCall): unknown {
  const text = rawBody.toString();
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseAnswer(text);
}
