import { z } from 'zod';
import { OperatorError } from './operator-error.ts';

export const flag = z.enum(['0', '1'], { error: '0 ou 1' }).transform((value) => value === '1');

/** Reads words separated by commas, in lower case. */
export const words = z
  .string()
  .meta({ form: 'des mots séparés par des virgules' })
  .transform((text) => text.split(',').map((word) => word.trim().toLowerCase()));

/** Reads a text in JSON as its value; undefined when it is not JSON, which the schema after it refuses. */
export const json = (expected: string) => z.string({ error: expected }).transform(parseJson);

/** Benin numbers since 2024, and those of before, which some vendors still expect. */
export const DIGITS =
  'les chiffres des numéros, `13` : 229, 01 et huit chiffres ; `11` : 229 et huit chiffres';

/** Writes a list of values as operators read it. */
export const inCode = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Minimum length, bytes. */
const MIN_SECRET_BYTES = 32;
const SECRET_FORM = `un secret d’au moins ${MIN_SECRET_BYTES} octets`;

/** A secret that the operator chooses. Keys issued by providers have no minimum length. */
export const secret = z
  .string({ error: SECRET_FORM })
  .refine((text) => Buffer.byteLength(text) >= MIN_SECRET_BYTES, SECRET_FORM)
  .meta({ form: `${SECRET_FORM} (\`openssl rand -base64 32\`)`, isSecret: true });

export const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]'];

/** The address of an outside service: encrypted, unless it is on this machine. Without a final slash. */
export const serviceUrl = z
  .string({ error: 'une adresse https://…' })
  .refine(isServiceUrl, 'une adresse https://…')
  .meta({ form: '`https://…`, ou `http://…` sur cette machine' })
  .transform((url) => url.replace(/\/$/, ''));

function isServiceUrl(text: string): boolean {
  return URL.canParse(text) && new URL(text).username === '' && isEncrypted(text);
}

/** Whether what is sent there is encrypted, or stays on this machine. */
export function isEncrypted(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.includes(hostname));
}

/** Returns the settings as given, trimmed; an empty one counts as unset. */
export function givenSettings(source: NodeJS.ProcessEnv): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, value?.trim()])
      .filter(([, value]) => value !== ''),
  );
}

/** @throws Error with one line that names the setting and what is expected, without its value */
export function readSettings<S extends z.ZodType>(
  schema: S,
  given: Readonly<Record<string, string | undefined>>,
): z.output<S> {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const name = String(issue?.path[0] ?? '');
  if (name !== '' && given[name] === undefined) {
    throw new OperatorError(`Réglage ${name} manquant : indiquez ${issue?.message}.`);
  }
  throw new OperatorError(`Réglage ${name} invalide : attendu ${issue?.message}.`);
}
