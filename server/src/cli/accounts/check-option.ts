import type { z } from 'zod';

/** @throws Error with the French message of the schema */
export function checkOption<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(parsed.error.issues[0]?.message ?? 'Valeur invalide');
  return parsed.data;
}
