import { z } from 'zod';

/** Of a secret that the operator chooses, bytes. */
const MIN_BYTES = 32;
const expected = `un secret d’au moins ${MIN_BYTES} octets`;

/** A secret that the operator chooses; the keys of providers are what they are. */
export const secret = z
  .string({ error: expected })
  .refine((text) => Buffer.byteLength(text) >= MIN_BYTES, expected);
