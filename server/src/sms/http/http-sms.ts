import type { SmsSender } from '../../ports/sms-sender.ts';
import { LIMIT_MS } from '../../ports/with-timeout.ts';
import type { SmsSettings } from '../../settings/sms-settings.ts';

/** A stored number as a provider writes it: 229, and since 2024 ten digits, or the eight of before. */
export function formatNumber(
  stored: string,
  { digits, hasPlus }: Pick<SmsSettings, 'digits' | 'hasPlus'>,
): string {
  const local = stored.replace(/^\+22901/, '');
  return `${hasPlus ? '+' : ''}229${digits === 13 ? '01' : ''}${local}`;
}

/**
 * Sends each message by one HTTP call of the shape that the settings describe. The errors name neither the number, the text
 * nor the key: they are logged by the job that retries.
 */
export function httpSms(settings: SmsSettings, limitMs: number = LIMIT_MS): SmsSender {
  return {
    async send(to, text) {
      const values = { to: formatNumber(to, settings), text, from: settings.from, key: settings.key };
      const fill = (fields: Readonly<Record<string, string>>) =>
        Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, fillIn(value, values)]));
      const response = await fetch(...requestOf(settings, fill, limitMs));
      const answer = await response.text();
      if (!response.ok) throw new Error(`the SMS provider answered ${response.status}`);
      if (settings.success !== null && !answer.includes(settings.success)) {
        throw new Error('the SMS provider did not confirm the message');
      }
    },
  };
}

type Fill = (fields: Readonly<Record<string, string>>) => Record<string, string>;

function requestOf(settings: SmsSettings, fill: Fill, limitMs: number): [string, RequestInit] {
  const { url, format } = settings;
  const headers = fill(settings.headers);
  const fields = fill(settings.fields);
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

/** In one pass: a text that contains `{key}` stays as it is. */
function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/\{(to|text|from|key)\}/g, (_, name: string) => values[name] ?? '');
}
