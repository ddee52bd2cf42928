import { createHmac } from 'node:crypto';
import type { Log } from '../ctx.ts';
import {
  type AcceptedSms,
  type OutgoingSms,
  type ReportCall,
  SmsFailure,
  type SmsReport,
  type SmsSender,
  type WhatsAppCalls,
} from '../ports/sms-sender.ts';
import { LIMIT_MS } from '../ports/with-timeout.ts';
import { isSameText } from '../routing/same-text.ts';
import type { WhatsAppSettings } from '../settings/whatsapp-settings.ts';
import { failureOf } from './deliver.ts';
import {
  formatNumber,
  parseAnswer,
  reasonOf,
  safeDetail,
  textAt,
  valueAt,
  vendorIdOf,
} from './http-vendor.ts';

interface WhatsApp extends WhatsAppCalls {
  /** Whether this kind of message has a template. */
  canSend(message: OutgoingSms): boolean;
  /** @throws SmsFailure when it refuses the number, the template or the key */
  send(message: OutgoingSms): Promise<AcceptedSms>;
}

/** Sends the approved templates of the settings by Meta's Cloud API. Its errors name neither the number, the text nor the token. */
export function whatsApp(settings: WhatsAppSettings, limitMs: number = LIMIT_MS): WhatsApp {
  return {
    canSend: ({ kind, bySms = false }) => !bySms && settings.templates[kind] !== undefined,
    async send(message) {
      const response = await fetch(`${settings.url}/${settings.phoneId}/messages`, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(limitMs),
        headers: { authorization: `Bearer ${settings.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(templateOf(settings, message)),
      });
      const body = parseAnswer(await response.text());
      const vendorId = vendorIdOf(textAt(body, 'messages.0.id'));
      if (response.ok && vendorId !== null) return { channel: 'whatsapp', vendorId };
      const code = textAt(body, 'error.code');
      const detail = safeDetail(textAt(body, 'error.message'), [...message.params, settings.token]);
      const reason = response.ok ? 'refused' : reasonOf(response.status);
      throw new SmsFailure(reason, `WhatsApp answered ${response.status}, error ${code}`, detail);
    },
    isVerified: (token) => isSameText(token, settings.verifyToken),
    readReports: (call) => (isSigned(call, settings.appSecret) ? reportsOf(call.rawBody) : null),
  };
}

function templateOf(
  { templates, language, digits }: WhatsAppSettings,
  { to: stored, kind, params }: OutgoingSms,
): object {
  const to = formatNumber(stored, { digits, hasPlus: false });
  const texts = params.map((text) => ({ type: 'text', text }));
  const body = texts.length === 0 ? [] : [{ type: 'body', parameters: texts }];
  // A template of codes also has a button that copies it.
  const button = { type: 'button', sub_type: 'url', index: '0', parameters: texts };
  const components = kind === 'code' ? [...body, button] : body;
  const template = { name: templates[kind], language: { code: language }, components };
  return { messaging_product: 'whatsapp', to, type: 'template', template };
}

/** `X-Hub-Signature-256: sha256=<hex>`, HMAC-SHA256 of the body. */
function isSigned({ rawBody, headers }: ReportCall, appSecret: string): boolean {
  const given = headers['x-hub-signature-256'];
  const expected = `sha256=${createHmac('sha256', appSecret).update(rawBody).digest('hex')}`;
  return typeof given === 'string' && isSameText(given, expected);
}

const listAt = (value: unknown, path: string): readonly unknown[] => {
  const found = valueAt(value, path);
  return Array.isArray(found) ? found : [];
};

function reportsOf(rawBody: Buffer): SmsReport[] {
  return listAt(parseAnswer(rawBody.toString()), 'entry')
    .flatMap((entry) => listAt(entry, 'changes'))
    .flatMap((change) => listAt(change, 'value.statuses'))
    .flatMap((status): SmsReport[] => {
      const vendorId = vendorIdOf(textAt(status, 'id'));
      const word = textAt(status, 'status');
      if (vendorId === null) return [];
      if (word === 'delivered' || word === 'read') return [{ vendorId, state: 'delivered', detail: null }];
      if (word !== 'failed') return [];
      return [{ vendorId, state: 'failed', detail: safeDetail(textAt(status, 'errors.0.title')) }];
    });
}

/** Sends what has a template by WhatsApp, and by SMS what it refuses or does not answer. */
export function whatsAppFirst(whatsApp: WhatsApp, sms: SmsSender, log: Log): SmsSender {
  return {
    ...sms,
    whatsApp,
    async send(message) {
      if (!whatsApp.canSend(message)) return sms.send(message);
      try {
        return await whatsApp.send(message);
      } catch (error) {
        const { reason } = failureOf(error);
        log.warn({ err: error, kind: message.kind, reason }, 'WhatsApp refused a message: sent by SMS');
        return sms.send(message);
      }
    },
  };
}
