import { smsMoments } from '@amasin/domain/sms/kinds.ts';
import { z } from 'zod';
import { serviceUrl } from './addresses.ts';
import { flag, json } from './formats.ts';
import { readSettings } from './read-settings.ts';
import { reportSettings } from './report-settings.ts';

const HEADERS = 'un objet JSON de textes, comme {"APIKEY":"{key}"}';
const FIELDS = 'un objet JSON, comme {"to":"{to}","text":"{text}"}';
const PATH = 'un chemin dans la réponse, comme messageId ou data.0.messageId';

/** A JSON object; in its texts `{to}`, `{text}`, `{from}`, `{key}` and `{report}` are replaced by their values. */
const headers = json(HEADERS).pipe(z.record(z.string(), z.string(), { error: HEADERS }));

const fields = json(FIELDS).pipe(z.record(z.string(), z.json(), { error: FIELDS }));

const path = z.string().regex(/^[\w-]+(\.[\w-]+)*$/, PATH);

export const smsSchema = z
  .object({
    SMS_URL: serviceUrl,
    SMS_FORMAT: z.enum(['json', 'form', 'query'], { error: 'json, form ou query' }).default('json'),
    SMS_HEADERS: headers.default({}),
    SMS_FIELDS: fields.refine(
      (given) => ['{to}', '{text}'].every((part) => JSON.stringify(given).includes(part)),
      `${FIELDS}, avec {to} et {text}`,
    ),
    SMS_KEY: z.string().default(''),
    SMS_FROM: z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,11}$/, 'un nom d’expéditeur de 11 lettres ou chiffres au plus')
      .default('AMASIN'),
    SMS_DIGITS: z.enum(['11', '13'], { error: '11 ou 13' }).default('13'),
    SMS_PLUS: flag.default(false),
    /** A part of the body of each successful answer, for a provider that also answers 200 to a failure. */
    SMS_SUCCESS: z.string().min(1).optional(),
    /** Where the answer has its status: then SMS_SUCCESS lists the values of a success. */
    SMS_SUCCESS_FIELD: path.optional(),
    /** Where the answer has the vendor's id of the message, and its words about a refusal. */
    SMS_ID_FIELD: path.optional(),
    SMS_ERROR_FIELD: path.optional(),
  })
  .refine((given) => given.SMS_SUCCESS_FIELD === undefined || given.SMS_SUCCESS !== undefined, {
    path: ['SMS_SUCCESS'],
    message: 'les valeurs de SMS_SUCCESS_FIELD qui sont un succès',
  })
  .refine((given) => given.SMS_FORMAT === 'json' || isFlat(given.SMS_FIELDS), {
    path: ['SMS_FIELDS'],
    message: 'un objet JSON de textes : seul SMS_FORMAT=json permet des objets dans des objets',
  })
  .superRefine(({ SMS_KEY, SMS_HEADERS, SMS_FIELDS }, issues) => {
    const isUsed = JSON.stringify([SMS_HEADERS, SMS_FIELDS]).includes('{key}');
    if (isUsed && SMS_KEY === '')
      issues.addIssue({
        code: 'custom',
        path: ['SMS_KEY'],
        message: 'la clé du vendeur, mise à la place de {key}',
      });
  })
  .transform((given) => ({
    url: given.SMS_URL,
    format: given.SMS_FORMAT,
    headers: given.SMS_HEADERS,
    fields: given.SMS_FIELDS,
    key: given.SMS_KEY,
    from: given.SMS_FROM,
    digits: Number(given.SMS_DIGITS) as 11 | 13,
    hasPlus: given.SMS_PLUS,
    success: given.SMS_SUCCESS ?? null,
    successField: given.SMS_SUCCESS_FIELD ?? null,
    idField: given.SMS_ID_FIELD ?? null,
    errorField: given.SMS_ERROR_FIELD ?? null,
  }));

export type SmsSettings = z.output<typeof smsSchema> & {
  /** Where the vendor reports what became of messages; null when it does not. */
  readonly report: z.output<typeof reportSettings>;
};

const MOMENTS = `${smsMoments.join(', ')} ou none`;

/** Which moments customers are told by message: a list of names, or `none`. */
export const smsMomentsSetting = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(z.array(z.enum(smsMoments, { error: MOMENTS }), { error: MOMENTS }));

/** @throws Error with one line that names the missing or invalid setting */
export function readSmsSettings(given: Readonly<Record<string, string | undefined>>): SmsSettings {
  return { ...readSettings(smsSchema, given), report: readSettings(reportSettings, given) };
}

const isFlat = (fields: object) => Object.values(fields).every((value) => typeof value === 'string');
