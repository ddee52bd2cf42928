import type { z } from 'zod';

/** The first issue of each field, which is the one that a form shows, by path. */
export function firstIssues(schema: z.ZodType, value: unknown): Record<string, string> {
  const first: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(value).error?.issues ?? [])
    first[path.join('.')] ??= message;
  return first;
}
