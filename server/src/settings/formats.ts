import { z } from 'zod';

export const flag = z.enum(['0', '1'], { error: '0 ou 1' }).transform((value) => value === '1');

/** Separated by commas; in lower case. */
export const words = z.string().transform((text) => text.split(',').map((word) => word.trim().toLowerCase()));

/** A text in JSON, as its value; undefined when it is not JSON, which the schema after it refuses. */
export const json = (expected: string) => z.string({ error: expected }).transform(parseJson);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
