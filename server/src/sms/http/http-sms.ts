import type { SmsFailureReason } from '@amasin/domain/sms/kinds.ts';
import { type AcceptedSms, type ReportCall, SmsFailure, type SmsSender } from '../../ports/sms-sender.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { SmsSettings } from '../../settings/sms-settings.ts';
import { parseAnswer, safeDetail, textAt, vendorIdOf } from './read-answer.ts';
import { readReports } from './read-reports.ts';

/** A stored number as a provider writes it: 229, and since 2024 ten digits, or the eight of before. */
export function formatNumber(
  stored: string,
  { digits, hasPlus }: Pick<SmsSettings, 'digits' | 'hasPlus'>,
): string {
  const local = stored.replace(/^\+22901/, '');
  return `${hasPlus ? '+' : ''}229${digits === 13 ? '01' : ''}${local}`;
}

/** The address that the vendor calls with its reports; empty without a secret or the public address. */
export function reportAddress({ report }: SmsSettings, publicUrl: string | undefined): string {
  return report === null || publicUrl === undefined ? '' : `${publicUrl}/api/sms/report/${report.secret}`;
}

interface Options {
  readonly publicUrl?: string | undefined;
  readonly limitMs?: number;
}

/**
 * Sends each message by one HTTP call of the shape that the settings describe. The errors name neither the number, the text
 * nor the key: they are logged by the job that retries.
 */
export function httpSms(settings: SmsSettings, { publicUrl, limitMs = LIMIT_MS }: Options = {}): SmsSender {
  const report = reportAddress(settings, publicUrl);
  const reports = settings.report;
  return {
    ...(reports !== null && {
      readReports: (secret: string, call: ReportCall) => readReports(reports, secret, call),
    }),
    async send({ to, text }): Promise<AcceptedSms> {
      const { from, key } = settings;
      const values = { to: formatNumber(to, settings), text, from, key, report };
      const response = await fetch(...requestOf(settings, values, limitMs));
      const answer = await response.text();
      const body = parseAnswer(answer);
      const detail = safeDetail(textAt(body, settings.errorField), [text, key, report]);
      if (!response.ok) {
        const { status } = response;
        throw new SmsFailure(reasonOf(status), `the SMS provider answered ${status}`, detail);
      }
      if (!isSuccess(settings, answer, body)) {
        throw new SmsFailure('refused', 'the SMS provider did not confirm the message', detail);
      }
      return { channel: 'sms', vendorId: vendorIdOf(textAt(body, settings.idField)) };
    },
  };
}

/** Of an answer that is not a success. */
export function reasonOf(status: number): SmsFailureReason {
  if (status === 401 || status === 403) return 'key';
  if (status === 429) return 'limit';
  return status < 500 ? 'refused' : 'outage';
}

function isSuccess({ success, successField }: SmsSettings, answer: string, body: unknown): boolean {
  if (success === null) return true;
  if (successField === null) return answer.includes(success);
  const accepted = success.split(',').map((word) => word.trim());
  return accepted.includes(textAt(body, successField) ?? '');
}

type Values = Readonly<Record<string, string>>;

function requestOf(settings: SmsSettings, values: Values, limitMs: number): [string, RequestInit] {
  const { url, format } = settings;
  const headers = fillAll(settings.headers, values) as Record<string, string>;
  const fields = fillAll(settings.fields, values) as Record<string, string>;
  const common = { redirect: 'error', signal: AbortSignal.timeout(limitMs) } as const;
  if (format === 'query') {
    const target = new URL(url);
    for (const [name, value] of Object.entries(fields)) target.searchParams.set(name, value);
    return [target.href, { ...common, headers }];
  }
  if (format === 'form')
    return [url, { ...common, method: 'POST', headers, body: new URLSearchParams(fields) }];
  const json = { 'content-type': 'application/json', accept: 'application/json', ...headers };
  return [url, { ...common, method: 'POST', headers: json, body: JSON.stringify(fields) }];
}

/** Fills in the texts of a JSON value. */
function fillAll(value: unknown, values: Values): unknown {
  if (typeof value === 'string') return fillIn(value, values);
  if (Array.isArray(value)) return value.map((one) => fillAll(one, values));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, fillAll(one, values)]));
}

/** In one pass: a text that contains `{key}` stays as it is. */
function fillIn(template: string, values: Values): string {
  return template.replace(/\{(to|text|from|key|report)\}/g, (_, name: string) => values[name] ?? '');
}
