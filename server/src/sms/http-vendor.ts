import { normalForm } from '@amasin/domain/contract/normal-form.ts';
import type { SmsFailureReason } from '@amasin/domain/sms/kinds.ts';
import {
  type AcceptedSms,
  type ReportCall,
  SmsFailure,
  type SmsReport,
  type SmsSender,
} from '../ports/sms-sender.ts';
import { LIMIT_MS } from '../ports/with-timeout.ts';
import { isSameText } from '../routing/same-text.ts';
import type { SmsSettings } from '../settings/sms-settings.ts';

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

/** Writes a stored number as the provider expects it: 229 and the ten digits since 2024, or 229 and the eight of before. */
export function formatNumber(
  stored: string,
  { digits, hasPlus }: Pick<SmsSettings, 'digits' | 'hasPlus'>,
): string {
  const local = stored.replace(/^\+22901/, '');
  return `${hasPlus ? '+' : ''}229${digits === 13 ? '01' : ''}${local}`;
}

/** The address that the vendor calls with its reports; empty without a secret or the public address. */
function reportAddress({ report }: SmsSettings, publicUrl: string | undefined): string {
  return report === null || publicUrl === undefined ? '' : `${publicUrl}/api/sms/report/${report.secret}`;
}

/** Classifies the status of an answer that is not a success. */
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

/** Fills in a template in one pass, so that a text that contains `{key}` stays as it is. */
function fillIn(template: string, values: Values): string {
  return template.replace(/\{(to|text|from|key|report)\}/g, (_, name: string) => values[name] ?? '');
}

/** Parses the JSON of an answer or a call; null when it is none. */
export function parseAnswer(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The value at a path such as `data.0.messageId`, as text; null when there is none. */
export function textAt(value: unknown, path: string | null): string | null {
  if (path === null) return null;
  const found = valueAt(value, path);
  if (typeof found === 'string') return found;
  return typeof found === 'number' || typeof found === 'boolean' ? String(found) : null;
}

export function valueAt(value: unknown, path: string): unknown {
  let found = value;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return null;
    found = (found as Readonly<Record<string, unknown>>)[name];
  }
  return found;
}

const MAX_DETAIL = 100;
const MAX_ID = 100;

/** Shortens what a vendor says of a failure, and removes what could be a number, a code or one of these secrets. */
export function safeDetail(text: string | null, secrets: readonly string[] = []): string | null {
  if (text === null) return null;
  let safe = text;
  for (const secret of secrets) if (secret !== '') safe = safe.replaceAll(secret, '…');
  safe = safe
    .replace(/\d(?:[\s.-]?\d){5,}/g, '…')
    .replace(/[^\p{L}\p{N}\p{P}\p{S} ]+/gu, ' ')
    .trim();
  return safe === '' ? null : safe.slice(0, MAX_DETAIL);
}

/** A vendor's id of a message; null when it cannot be one. */
export const vendorIdOf = (text: string | null): string | null =>
  text !== null && text.length <= MAX_ID && /^[\x21-\x7e]+$/.test(text) ? text : null;

type ReportSettings = NonNullable<SmsSettings['report']>;

/** A call may have this many; further ones are ignored, as vendors report a hundred at most. */
const MAX_REPORTS = 1_000;

/** Reads the final reports in a call of the shape that the settings describe; null for another secret. */
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

/** Parses a body of JSON, or of a form. */
function bodyOf({ rawBody, headers }: ReportCall): unknown {
  const text = rawBody.toString();
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false;
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseAnswer(text);
}

/** GSM 03.38, the basic set: 160 characters in one message. Most other characters reduce that to 70. */
export const gsmCharacters: ReadonlySet<string> = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);

const replacements: Readonly<Record<string, string>> = {
  '’': "'",
  œ: 'oe',
  Œ: 'OE',
  ɛ: 'e',
  Ɛ: 'E',
  ɔ: 'o',
  Ɔ: 'O',
};

/** Writes a person's text in these characters: the others lose their accents, or are left out. */
export function toGsm(text: string): string {
  return [...normalForm(text, 'NFC')].map(closest).join('').trim();
}

function closest(character: string): string {
  if (gsmCharacters.has(character)) return character;
  if (/\s/.test(character)) return ' ';
  const [base = ''] = normalForm(character, 'NFD');
  return replacements[character] ?? replacements[base] ?? (gsmCharacters.has(base) ? base : '');
}
