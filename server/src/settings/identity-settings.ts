import type { HouseIdentity } from '@amasin/domain/house/identity.ts';
import { z } from 'zod';
import { readSettings } from './formats.ts';

const MAX = 200;
const LINE = `une ligne de ${MAX} caractères au plus`;
const line = (description: string) =>
  z
    .string()
    .max(MAX, LINE)
    .optional()
    .meta({ description, form: LINE, without: 'rien ; « à compléter » en démonstration' });

const IFU = 'les 13 chiffres de l’IFU';

export const identitySchema = z.object({
  HOUSE_NAME: line('la raison sociale et la forme de la société qui exploite Amasin'),
  HOUSE_RCCM: line('son numéro au registre du commerce et du crédit mobilier'),
  HOUSE_IFU: z
    .string()
    .transform((text) => text.replaceAll(/[\s.]/g, ''))
    .refine((digits) => /^\d{13}$/.test(digits), IFU)
    .optional()
    .meta({
      description: 'son identifiant fiscal unique',
      form: IFU,
      without: 'rien ; « à compléter » en démonstration',
    }),
  HOUSE_ADDRESS: line('l’adresse de son siège'),
  HOUSE_REPRESENTATIVE: line('le nom et la qualité de qui la représente'),
  HOUSE_HOST: line('qui héberge les données, et dans quel pays'),
  HOUSE_APDP: line('le numéro du récépissé ou de l’autorisation de l’APDP'),
});

const names = {
  name: 'HOUSE_NAME',
  rccm: 'HOUSE_RCCM',
  ifu: 'HOUSE_IFU',
  address: 'HOUSE_ADDRESS',
  representative: 'HOUSE_REPRESENTATIVE',
  host: 'HOUSE_HOST',
  apdp: 'HOUSE_APDP',
} as const satisfies Record<keyof HouseIdentity, keyof z.output<typeof identitySchema>>;

const fields = Object.keys(names) as (keyof HouseIdentity)[];

/**
 * Reads who is responsible. The demonstration says of what is missing that it has to be given.
 * @throws Error with one line that names the invalid setting
 */
export function readIdentity(
  given: Readonly<Record<string, string | undefined>>,
  isDemo: boolean,
): HouseIdentity {
  const read = readSettings(identitySchema, given);
  const entries = fields.map((field) => [field, read[names[field]] ?? (isDemo ? 'à compléter' : null)]);
  return Object.fromEntries(entries) as HouseIdentity;
}

/** Names, in one line for the operator, the settings that the legal notice lacks. */
export function missingIdentity(identity: HouseIdentity): string[] {
  const missing = fields.filter((field) => identity[field] === null).map((field) => names[field]);
  return missing.length === 0
    ? []
    : [`Mentions légales incomplètes, la loi les demande : donnez ${missing.join(', ')}.`];
}
