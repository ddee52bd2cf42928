import { smsMoments } from '@amasin/domain/sms/kinds.ts';
import { z } from 'zod';
import { DIGITS, flag, json, readSettings, secret, serviceUrl, words } from './formats.ts';

const HEADERS = 'un objet JSON de textes, comme {"APIKEY":"{key}"}';
const FIELDS = 'un objet JSON, comme {"to":"{to}","text":"{text}"}';
const PATH = 'un chemin dans la réponse, comme messageId ou data.0.messageId';

/** A JSON object; in its texts `{to}`, `{text}`, `{from}`, `{key}` and `{report}` are replaced by their values. */
const headers = json(HEADERS).pipe(z.record(z.string(), z.string(), { error: HEADERS }));

const fields = json(FIELDS).pipe(z.record(z.string(), z.json(), { error: FIELDS }));

const path = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/, PATH)
  .meta({ form: 'un chemin, comme `messageId` ou `data.0.messageId`' });

export const smsSchema = z
  .object({
    SMS_URL: serviceUrl.meta({ description: 'l’adresse d’envoi du vendeur' }),
    SMS_FORMAT: z.enum(['json', 'form', 'query'], { error: 'json, form ou query' }).default('json').meta({
      description: 'comment les champs partent : `json`, `form` (un formulaire) ou `query` (dans l’adresse)',
    }),
    SMS_HEADERS: headers.default({}).meta({
      description: 'les en-têtes de l’appel ; `{key}` y est remplacé',
      form: 'un objet JSON de textes, comme `{"APIKEY":"{key}"}`',
    }),
    SMS_FIELDS: fields
      .refine(
        (given) => ['{to}', '{text}'].every((part) => JSON.stringify(given).includes(part)),
        `${FIELDS}, avec {to} et {text}`,
      )
      .meta({
        description:
          'les champs de l’appel ; `{to}`, `{text}`, `{from}`, `{key}` et `{report}` (l’adresse des accusés) y sont remplacés ; des objets et des listes avec `SMS_FORMAT=json` seulement',
        form: 'un objet JSON avec `{to}` et `{text}`, comme `{"to":"{to}","text":"{text}"}`',
      }),
    SMS_KEY: z.string().default('').meta({
      description: 'la clé du vendeur, mise à la place de `{key}` ; nécessaire dès que `{key}` est écrit',
      form: 'un texte',
      without: 'pas de clé',
      isSecret: true,
    }),
    SMS_FROM: z
      .string()
      .regex(/^[A-Za-z0-9 ]{1,11}$/, 'un nom d’expéditeur de 11 lettres ou chiffres au plus')
      .default('AMASIN')
      .meta({
        description: 'l’expéditeur déclaré chez le vendeur',
        form: '11 lettres, chiffres ou espaces au plus',
      }),
    SMS_DIGITS: z.enum(['11', '13'], { error: '11 ou 13' }).default('13').meta({ description: DIGITS }),
    SMS_PLUS: flag.default(false).meta({ description: '1 : un `+` devant le numéro' }),
    SMS_SUCCESS: z.string().min(1).optional().meta({
      description:
        'un morceau que toute réponse réussie contient, pour un vendeur qui répond 200 aussi à un échec ; avec `SMS_SUCCESS_FIELD`, les états d’un succès',
      form: 'un texte ; avec `SMS_SUCCESS_FIELD`, des mots séparés par des virgules',
      without: 'une réponse 200 est un succès',
    }),
    SMS_SUCCESS_FIELD: path.optional().meta({
      description: 'où la réponse a son état ; demande `SMS_SUCCESS`',
      without: 'l’état n’est pas lu',
    }),
    SMS_ID_FIELD: path.optional().meta({
      description: 'où la réponse a le numéro du message chez le vendeur',
      without: 'aucun accusé ne retrouve son message',
    }),
    SMS_ERROR_FIELD: path.optional().meta({
      description: 'où la réponse dit pourquoi elle refuse',
      without: 'pas de raison dans « Messages »',
    }),
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

const callPath = z
  .string()
  .regex(/^[\w-]+(\.[\w-]+)*$/, 'un chemin dans l’appel, comme messageId ou status.groupName')
  .meta({ form: 'un chemin, comme `messageId` ou `status.groupName`' });

/** These say how the vendor's reports of delivery are read; null without SMS_REPORT_SECRET. */
export const reportSettings = z
  .object({
    SMS_REPORT_SECRET: secret
      .regex(/^[\w-]*$/, 'des lettres, chiffres, - et _ seulement')
      .optional()
      .meta({
        description: 'le secret de l’adresse que le vendeur appelle ; il ne sert qu’à cela',
        form: '32 lettres, chiffres, `-` ou `_` au moins (`openssl rand -hex 32`)',
        without: 'pas d’accusés : un message reste « envoyé »',
      }),
    SMS_REPORT_LIST: callPath.optional().meta({
      description: 'où l’appel a sa liste, s’il dit plusieurs messages',
      without: 'un appel dit un message',
    }),
    SMS_REPORT_ID: callPath.default('messageId').meta({
      description: 'où chaque accusé a le numéro du message',
    }),
    SMS_REPORT_STATUS: callPath.default('status').meta({ description: 'où chaque accusé a son état' }),
    SMS_REPORT_REASON: callPath.optional().meta({
      description: 'où chaque accusé dit pourquoi',
      without: 'pas de raison',
    }),
    SMS_REPORT_DELIVERED: words.default(['delivered', 'delivrd']).meta({
      description: 'les mots de l’état pour un message reçu',
    }),
    SMS_REPORT_FAILED: words
      .default(['failed', 'undelivered', 'undeliverable', 'undeliv', 'rejected', 'expired', 'error'])
      .meta({ description: 'les mots de l’état pour un échec ; les autres mots ne changent rien' }),
  })
  .transform((given) =>
    given.SMS_REPORT_SECRET === undefined
      ? null
      : {
          secret: given.SMS_REPORT_SECRET,
          list: given.SMS_REPORT_LIST ?? null,
          id: given.SMS_REPORT_ID,
          status: given.SMS_REPORT_STATUS,
          reason: given.SMS_REPORT_REASON ?? null,
          delivered: given.SMS_REPORT_DELIVERED,
          failed: given.SMS_REPORT_FAILED,
        },
  );

export type SmsSettings = z.output<typeof smsSchema> & {
  /** These say how the vendor reports what became of messages; null when it does not. */
  readonly report: z.output<typeof reportSettings>;
};

const MOMENTS = `${smsMoments.join(', ')} ou none`;

/** Reads the moments that customers are told by message: a list of names, or `none`. */
export const smsMomentsSetting = z
  .string()
  .transform((text) => (text === 'none' ? [] : text.split(',').map((name) => name.trim())))
  .pipe(z.array(z.enum(smsMoments, { error: MOMENTS }), { error: MOMENTS }));

/** @throws Error with one line that names the missing or invalid setting */
export function readSmsSettings(given: Readonly<Record<string, string | undefined>>): SmsSettings {
  return { ...readSettings(smsSchema, given), report: readSettings(reportSettings, given) };
}

const isFlat = (fields: object) => Object.values(fields).every((value) => typeof value === 'string');
