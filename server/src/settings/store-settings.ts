import { z } from 'zod';
import { readSettings, serviceUrl } from './formats.ts';

const BUCKET = 'un nom de compartiment : minuscules, chiffres, points et tirets';
const REGION = 'une région, comme eu-west-3 ou auto';

/** An object store that speaks S3, addressed by path: `https://endpoint/bucket/name`. */
export const s3Schema = z
  .object({
    S3_ENDPOINT: serviceUrl.meta({ description: 'l’adresse de l’interface S3, sans le compartiment' }),
    S3_REGION: z
      .string()
      .regex(/^[a-z0-9-]{2,40}$/, REGION)
      .default('us-east-1')
      .meta({
        description: 'la région qui entre dans les signatures',
        form: 'comme `eu-west-3` ou `auto`',
      }),
    S3_BUCKET: z
      .string({ error: BUCKET })
      .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, BUCKET)
      .meta({
        description: 'le compartiment, privé, pour cette maison seule',
        form: 'minuscules, chiffres, points et tirets',
      }),
    S3_ACCESS_KEY_ID: z
      .string({ error: 'l’identifiant de la clé' })
      .min(1)
      .meta({ description: 'l’identifiant de la clé', form: 'un texte', isSecret: true }),
    S3_SECRET_ACCESS_KEY: z
      .string({ error: 'le secret de la clé' })
      .min(1)
      .meta({ description: 'le secret de la clé', form: 'un texte', isSecret: true }),
  })
  .transform((given) => ({
    endpoint: given.S3_ENDPOINT,
    region: given.S3_REGION,
    bucket: given.S3_BUCKET,
    accessKeyId: given.S3_ACCESS_KEY_ID,
    secretAccessKey: given.S3_SECRET_ACCESS_KEY,
  }));

export type S3Settings = z.output<typeof s3Schema>;

/** @throws Error with one line that names the missing or invalid setting */
export function readS3Settings(given: Readonly<Record<string, string | undefined>>): S3Settings {
  return readSettings(s3Schema, given);
}
