import { z } from 'zod';
import { isEncrypted, readSettings } from './formats.ts';

const BUCKET = 'un nom de compartiment : minuscules, chiffres, points et tirets';
const REGION = 'une région, comme eu-west-3 ou auto';

const ENDPOINT = 'une adresse https://…, ou http://… d’un nom sans point, comme http://objects:7070';

/** Encrypted, or on this machine, or a name without a dot: a neighbour in the private network of the containers. */
const isEndpoint = (text: string) =>
  URL.canParse(text) &&
  new URL(text).username === '' &&
  (isEncrypted(text) || /^http:\/\/[a-z0-9-]+(:\d+)?\/?$/.test(text));

/** An object store that speaks S3, addressed by path: `https://endpoint/bucket/name`. */
export const s3Schema = z
  .object({
    S3_ENDPOINT: z
      .string({ error: ENDPOINT })
      .refine(isEndpoint, ENDPOINT)
      .transform((url) => url.replace(/\/$/, ''))
      .meta({
        description: 'l’adresse de l’interface S3, sans le compartiment',
        form: '`https://…`, ou `http://…` sur cette machine ou d’un nom sans point (un conteneur voisin)',
      }),
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
