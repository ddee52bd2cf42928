import type { z } from 'zod';
import { OperatorError } from './operator-error.ts';
import { fieldsOf, serviceSchemas } from './schemas.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** Names that other programs are unlikely to use, but for the links that containers make: `SMS_SERVICE_HOST`, `SMS_PORT_80_TCP`. */
const OURS = /^(FEDAPAY|KKIAPAY|PORTAL|SMS|WHATSAPP)_(?!SERVICE_|PORT(_|$))/;

/**
 * Refuses some settings that would have no effect: a misspelt name of a provider's or vendor's setting, and those that need another
 * one. Settings of a payment provider that is not chosen are kept for a change of provider.
 * @param schema of the settings that belong to none of the services
 * @throws Error with one line that names the setting
 */
export function refuseWithoutEffect(schema: z.ZodType, given: Given): void {
  const known = new Set(
    [schema, ...Object.values(serviceSchemas)].flatMap((one) => Object.keys(fieldsOf(one))),
  );
  for (const name of Object.keys(given)) {
    if (OURS.test(name) && !known.has(name))
      throw new OperatorError(`Réglage ${name} inconnu : vérifiez comment il s’écrit.`);
  }
  refuseAlone(given, /^WHATSAPP_/, 'WHATSAPP_TOKEN', 'le jeton');
  refuseAlone(given, /^FIREBASE_/, 'PHONE_VERIFICATION', 'firebase, ou sms');
  refuseAlone(given, /^SMS_URL$/, 'SMS_PROVIDER', 'http, ou none');
  if (given.SMS_PROVIDER === 'http') refuseSms(given);
}

function refuseSms(given: Given): void {
  const { SMS_HEADERS, SMS_FIELDS = '', SMS_KEY, SMS_REPORT_SECRET } = given;
  if (SMS_KEY !== undefined && ![SMS_HEADERS, SMS_FIELDS].join(' ').includes('{key}'))
    throw new OperatorError('Réglage SMS_KEY : {key} n’est ni dans SMS_HEADERS, ni dans SMS_FIELDS.');
  if (SMS_FIELDS.includes('{report}')) {
    refuseAlone(given, /^SMS_FIELDS$/, 'SMS_REPORT_SECRET', 'le secret de l’adresse {report}');
    refuseAlone(given, /^SMS_FIELDS$/, 'PUBLIC_URL', 'le début de l’adresse {report}');
  }
  if (SMS_REPORT_SECRET !== undefined)
    refuseAlone(given, /^SMS_REPORT_SECRET$/, 'SMS_ID_FIELD', 'où la réponse a le numéro du message');
}

/** Refuses settings of these names without the one that they need. */
function refuseAlone(given: Given, names: RegExp, needed: string, expected: string): void {
  const alone = Object.keys(given).find((name) => names.test(name));
  if (alone !== undefined && given[needed] === undefined)
    throw new OperatorError(`Réglage ${needed} manquant : indiquez ${expected}. ${alone} le demande.`);
}
