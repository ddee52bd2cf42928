import { z } from 'zod';

/** Minimum length, bytes. */
const MIN_BYTES = 32;
const expected = `un secret d’au moins ${MIN_BYTES} octets`;

/** A secret that the operator chooses. Keys issued by providers have no minimum length. */
export const secret = z
  .string({ error: expected })
  .refine((text) => Buffer.byteLength(text) >= MIN_BYTES, expected)
  .meta({ form: `${expected} (\`openssl rand -base64 32\`)` });
