import { smsKinds } from '@amasin/domain/sms/kinds.ts';
import { z } from 'zod';
import { DIGITS, inCode, json, readSettings, secret, serviceUrl } from './formats.ts';

const TEMPLATES = `un objet JSON, comme {"paid":"commande_payee"}, de ${smsKinds.join(', ')}`;

export const whatsAppSchema = z
  .object({
    WHATSAPP_TOKEN: z.string().min(1).meta({
      description:
        'le jeton permanent ; il met WhatsApp en marche : pour s’en passer, ôtez tous les `WHATSAPP_…`',
      without: 'tout part par SMS',
      form: 'un texte',
      isSecret: true,
    }),
    WHATSAPP_PHONE_ID: z
      .string({ error: 'l’identifiant du numéro' })
      .regex(/^\d+$/, 'l’identifiant du numéro')
      .meta({ description: 'l’identifiant du numéro qui envoie, pas le numéro', form: 'des chiffres' }),
    WHATSAPP_URL: serviceUrl.default('https://graph.facebook.com/v23.0').meta({
      description: 'l’adresse de l’interface de Meta',
    }),
    WHATSAPP_LANGUAGE: z
      .string()
      .regex(/^[a-z]{2}(_[A-Z]{2})?$/, 'une langue, comme fr')
      .default('fr')
      .meta({ description: 'la langue des modèles', form: 'comme `fr` ou `fr_FR`' }),
    // Many accounts were made with the eight digits of before 2024.
    WHATSAPP_DIGITS: z.enum(['11', '13'], { error: '11 ou 13' }).default('13').meta({ description: DIGITS }),
    WHATSAPP_TEMPLATES: json(TEMPLATES)
      .pipe(
        z.partialRecord(z.enum(smsKinds), z.string().regex(/^[a-z0-9_]+$/, TEMPLATES), { error: TEMPLATES }),
      )
      .meta({
        description: 'le modèle approuvé de chaque sorte de message ; les autres sortes partent par SMS',
        form: `un objet JSON, comme \`{"paid":"commande_payee"}\`, de ${inCode(smsKinds)}`,
      }),
    // Required: without its reports, each message would be sent by SMS too.
    WHATSAPP_APP_SECRET: z.string({ error: 'le secret de l’application' }).min(1).meta({
      description: 'le secret de l’application, qui signe les accusés',
      form: 'un texte',
      isSecret: true,
    }),
    WHATSAPP_VERIFY_TOKEN: secret.meta({
      description: 'un secret que vous inventez, et que WhatsApp répète pour vérifier l’adresse des accusés',
    }),
  })
  .transform((given) => ({
    token: given.WHATSAPP_TOKEN,
    phoneId: given.WHATSAPP_PHONE_ID,
    url: given.WHATSAPP_URL,
    language: given.WHATSAPP_LANGUAGE,
    digits: Number(given.WHATSAPP_DIGITS) as 11 | 13,
    templates: given.WHATSAPP_TEMPLATES,
    appSecret: given.WHATSAPP_APP_SECRET,
    verifyToken: given.WHATSAPP_VERIFY_TOKEN,
  }));

export type WhatsAppSettings = z.output<typeof whatsAppSchema>;

/**
 * Reads the settings of WhatsApp; null without WHATSAPP_TOKEN.
 * @throws Error with one line that names the missing or invalid setting
 */
export function readWhatsAppSettings(
  given: Readonly<Record<string, string | undefined>>,
): WhatsAppSettings | null {
  return given.WHATSAPP_TOKEN === undefined ? null : readSettings(whatsAppSchema, given);
}
