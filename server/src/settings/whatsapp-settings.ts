import { smsKinds } from '@amasin/domain/sms/kinds.ts';
import { z } from 'zod';
import { serviceUrl } from './addresses.ts';
import { json } from './formats.ts';
import { readSettings } from './read-settings.ts';
import { secret } from './secret.ts';

const TEMPLATES = `un objet JSON, comme {"paid":"commande_payee"}, de ${smsKinds.join(', ')}`;

export const whatsAppSchema = z
  .object({
    WHATSAPP_TOKEN: z.string().min(1),
    /** The id of the number that sends, not the number. */
    WHATSAPP_PHONE_ID: z
      .string({ error: 'l’identifiant du numéro' })
      .regex(/^\d+$/, 'l’identifiant du numéro'),
    WHATSAPP_URL: serviceUrl.default('https://graph.facebook.com/v23.0'),
    WHATSAPP_LANGUAGE: z
      .string()
      .regex(/^[a-z]{2}(_[A-Z]{2})?$/, 'une langue, comme fr')
      .default('fr'),
    /** 229, and the ten digits of since 2024, or the eight that many accounts were made with. */
    WHATSAPP_DIGITS: z.enum(['11', '13'], { error: '11 ou 13' }).default('13'),
    /** The approved template of each kind of message; the other kinds are sent by SMS. */
    WHATSAPP_TEMPLATES: json(TEMPLATES).pipe(
      z.partialRecord(z.enum(smsKinds), z.string().regex(/^[a-z0-9_]+$/, TEMPLATES), { error: TEMPLATES }),
    ),
    /** Signs its reports: without them, each message would be sent by SMS too. */
    WHATSAPP_APP_SECRET: z.string({ error: 'le secret de l’application' }).min(1),
    /** A secret of our own that WhatsApp repeats when it verifies the address of its reports. */
    WHATSAPP_VERIFY_TOKEN: secret,
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
 * Null without WHATSAPP_TOKEN.
 * @throws Error with one line that names the missing or invalid setting
 */
export function readWhatsAppSettings(
  given: Readonly<Record<string, string | undefined>>,
): WhatsAppSettings | null {
  return given.WHATSAPP_TOKEN === undefined ? null : readSettings(whatsAppSchema, given);
}
