import { z } from 'zod';
import { serviceUrl } from './addresses.ts';
import { readSettings } from './read-settings.ts';

const FIELDS = 'un objet JSON de textes, comme {"to":"{to}","text":"{text}"}';

/** A JSON object of texts; `{to}`, `{text}`, `{from}` and `{key}` are replaced by their values. */
const fields = z
  .string({ error: FIELDS })
  .transform(parseJson)
  .pipe(z.record(z.string(), z.string(), { error: FIELDS }));

const sms = z
  .object({
    SMS_URL: serviceUrl,
    SMS_FORMAT: z.enum(['json', 'form', 'query'], { error: 'json, form ou query' }).default('json'),
    SMS_HEADERS: fields.default({}),
    SMS_FIELDS: fields.refine(
      (given) =>
        ['{to}', '{text}'].every((part) => Object.values(given).some((value) => value.includes(part))),
      `${FIELDS}, avec {to} et {text}`,
    ),
    SMS_KEY: z.string().default(''),
    SMS_FROM: z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,11}$/, 'un nom d’expéditeur de 11 lettres ou chiffres au plus')
      .default('AMASIN'),
    SMS_DIGITS: z.enum(['11', '13'], { error: '11 ou 13' }).default('13'),
    SMS_PLUS: z.enum(['0', '1'], { error: '0 ou 1' }).default('0'),
    /** A part of the body of each successful answer, for a provider that also answers 200 to a failure. */
    SMS_SUCCESS: z.string().min(1).optional(),
  })
  .transform((given) => ({
    url: given.SMS_URL,
    format: given.SMS_FORMAT,
    headers: given.SMS_HEADERS,
    fields: given.SMS_FIELDS,
    key: given.SMS_KEY,
    from: given.SMS_FROM,
    digits: Number(given.SMS_DIGITS) as 11 | 13,
    hasPlus: given.SMS_PLUS === '1',
    success: given.SMS_SUCCESS ?? null,
  }));

export type SmsSettings = z.output<typeof sms>;

/** @throws Error with one line that names the missing or invalid setting */
export function readSmsSettings(given: Readonly<Record<string, string | undefined>>): SmsSettings {
  return readSettings(sms, given);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
