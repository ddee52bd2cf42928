import { z } from 'zod';
import { plainText } from './text.ts';
import './zod-settings.ts';

const hex = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^(?:[0-9a-f]{2})+$/);

/** A proof-of-work challenge (ALTCHA, version 2), which the browser sends back unchanged with its solution. */
export const challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: hex(64),
    salt: hex(64),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: hex(64),
    keySignature: hex(64),
    data: z.object({
      /** When the challenge expires, ms since 1970. */
      until: z.number(),
      /** The account or number that it is for, hashed; missing: any. */
      for: hex(64).exactOptional(),
      /** How many times its work was doubled. */
      level: z.int().exactOptional(),
    }),
  }),
  signature: hex(64),
});

export const solvedChallenge = z.object({
  challenge,
  solution: z.object({ counter: z.number(), derivedKey: hex(64) }),
});

export type Challenge = z.output<typeof challenge>;

/** A solved challenge of a refusal or of GET /auth/captcha, as base64 JSON. */
export const captcha = plainText(4_000, 'Vérification anti-robot invalide').optional();
