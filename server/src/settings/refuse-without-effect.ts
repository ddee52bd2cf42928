import { z } from 'zod';
import { contactSchema } from './contact-settings.ts';
import { firebaseSchema } from './firebase-settings.ts';
import { providerSchemas } from './payment-settings.ts';
import { reportSettings } from './report-settings.ts';
import { smsSchema } from './sms-settings.ts';
import { whatsAppSchema } from './whatsapp-settings.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Beginnings of names that other programs of the machine do not use. */
const OURS = /^(CONTACT|FEDAPAY|FIREBASE|KKIAPAY|PAYMENT|PORTAL|SMS|VAPID|WHATSAPP)_/;

/**
 * Refuses settings that would have no effect: a misspelt name, or one that another setting has to go with.
 * @param schema of the settings that belong to none of the services
 * @throws Error with one line that names the setting
 */
export function refuseWithoutEffect(schema: z.ZodType, given: Given): void {
  const known = new Set(
    [
      schema,
      contactSchema,
      firebaseSchema,
      ...Object.values(providerSchemas),
      smsSchema,
      reportSettings,
      whatsAppSchema,
    ].flatMap(namesOf),
  );
  for (const name of Object.keys(given)) {
    if (OURS.test(name) && !known.has(name))
      throw new Error(`Réglage ${name} inconnu : vérifiez comment il s’écrit.`);
  }
  refuseAlone(given, /^WHATSAPP_/, 'WHATSAPP_TOKEN', 'le jeton');
  refuseAlone(given, /^FIREBASE_/, 'PHONE_VERIFICATION', 'firebase, ou sms');
  refuseAlone(given, /^SMS_URL$/, 'SMS_PROVIDER', 'http, ou none');
  if (given.SMS_PROVIDER === 'http') refuseSms(given);
}

function refuseSms(given: Given): void {
  const { SMS_URL, SMS_HEADERS, SMS_FIELDS, SMS_KEY, SMS_REPORT_SECRET } = given;
  const shape = [SMS_URL, SMS_HEADERS, SMS_FIELDS].join(' ');
  if (SMS_KEY !== undefined && !shape.includes('{key}'))
    throw new Error(
      'Réglage SMS_KEY : {key} n’est ni dans SMS_URL, ni dans SMS_HEADERS, ni dans SMS_FIELDS.',
    );
  if (shape.includes('{report}')) {
    refuseAlone(given, /^SMS_FIELDS$/, 'SMS_REPORT_SECRET', 'le secret de l’adresse {report}');
    refuseAlone(given, /^SMS_FIELDS$/, 'PUBLIC_URL', 'le début de l’adresse {report}');
  }
  if (SMS_REPORT_SECRET !== undefined)
    refuseAlone(given, /^SMS_REPORT_SECRET$/, 'SMS_ID_FIELD', 'où la réponse a le numéro du message');
}

/** The settings of that name need another one. */
function refuseAlone(given: Given, names: RegExp, needed: string, expected: string): void {
  const alone = Object.keys(given).find((name) => names.test(name));
  if (alone !== undefined && given[needed] === undefined)
    throw new Error(`Réglage ${needed} manquant : indiquez ${expected}. ${alone} le demande.`);
}

const namesOf = (schema: z.ZodType): string[] =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {});
