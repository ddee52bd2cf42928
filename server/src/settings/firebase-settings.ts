import { z } from 'zod';
import { LOOPBACK, readSettings } from './formats.ts';

const KEYS_URL = 'https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com';
const NAMED = 'l’identifiant du projet Firebase (amasin-bj)';
const API_KEY = 'la clé web du projet Firebase (AIza…)';
const DOMAIN = 'le domaine du projet Firebase (amasin-bj.firebaseapp.com)';
const LOCAL = 'une adresse http:// de cette machine';

export const firebaseSchema = z
  .object({
    FIREBASE_PROJECT_ID: z
      .string({ error: NAMED })
      .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, NAMED)
      .meta({ description: 'l’identifiant du projet', form: 'comme `amasin-bj`' }),
    FIREBASE_API_KEY: z
      .string({ error: API_KEY })
      .regex(/^[\w-]{20,100}$/, API_KEY)
      .meta({ description: 'la clé web ; publique, le navigateur la reçoit', form: '`AIza…`' }),
    FIREBASE_AUTH_DOMAIN: z
      .string({ error: DOMAIN })
      .max(253, DOMAIN)
      .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, DOMAIN)
      .meta({ description: 'le domaine du projet', form: 'comme `amasin-bj.firebaseapp.com`' }),
    /** For tests: whose keys are accepted decides who may change any password. */
    FIREBASE_KEYS_URL: z.string().refine(isLocal, LOCAL).default(KEYS_URL).meta({
      description: 'où les clés qui signent sont lues ; pour les essais : à ne pas donner',
      form: LOCAL,
      without: 'celles de Google',
    }),
  })
  .transform((given) => ({
    project: {
      apiKey: given.FIREBASE_API_KEY,
      authDomain: given.FIREBASE_AUTH_DOMAIN,
      projectId: given.FIREBASE_PROJECT_ID,
    },
    keysUrl: given.FIREBASE_KEYS_URL,
  }));

export type FirebaseSettings = z.output<typeof firebaseSchema>;

/** @throws Error with one line that names the missing or invalid setting */
export function readFirebaseSettings(given: Readonly<Record<string, string | undefined>>): FirebaseSettings {
  return readSettings(firebaseSchema, given);
}

function isLocal(text: string): boolean {
  return URL.canParse(text) && LOOPBACK.includes(new URL(text).hostname);
}
