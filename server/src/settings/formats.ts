import { z } from 'zod';

export const flag = z.enum(['0', '1'], { error: '0 ou 1' }).transform((value) => value === '1');

/** Separated by commas; in lower case. */
export const words = z
  .string()
  .meta({ form: 'des mots séparés par des virgules' })
  .transform((text) => text.split(',').map((word) => word.trim().toLowerCase()));

/** A text in JSON, as its value; undefined when it is not JSON, which the schema after it refuses. */
export const json = (expected: string) => z.string({ error: expected }).transform(parseJson);

/** Benin numbers since 2024, and those of before, which some vendors still expect. */
export const DIGITS =
  'les chiffres des numéros, `13` : 229, 01 et huit chiffres ; `11` : 229 et huit chiffres';

/** A list of values as operators read it. */
export const inCode = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
