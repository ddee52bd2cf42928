import type { z } from 'zod';

/** The settings as given, trimmed; an empty one counts as unset. */
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
    throw new Error(`Réglage ${name} manquant : indiquez ${issue?.message}.`);
  }
  throw new Error(`Réglage ${name} invalide : attendu ${issue?.message}.`);
}
