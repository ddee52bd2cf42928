import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { endpoints } from '../endpoints.ts';
import { changeOrderBody, prescriptionBody } from '../orders/draft.ts';
import { nearly } from '../testing/nearly.ts';
import type { Endpoint } from './endpoint.ts';

// The server parses `prescription` with its own schema, for supervisors and in-house pharmacists only.
const wholeChange = changeOrderBody.extend({ prescription: prescriptionBody.optional() });

const parts = (Object.entries(endpoints) as [string, Endpoint][]).flatMap(([name, endpoint]) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = name === 'changeOrder' && part === 'body' ? wholeChange : endpoint[part];
    return schema ? [[name, part, schema] as const] : [];
  }),
);

const english = z.locales.en().localeError;

/** All issues, including those inside unions. */
function issuesOf(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => [
    issue,
    ...(issue.code === 'invalid_union' ? issue.errors.flatMap((inner) => issuesOf(inner)) : []),
  ]);
}

/** All keys and texts in a parsed request. Passwords are left out: they are hashed unchanged and never stored. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /^(password|currentPassword)$/.test(key) ? [] : [key, ...textsIn(inner)],
  );
}

describe.each(parts)('%s, %s', (_, part, schema) => {
  const request = nearly(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));

  it('reports errors in French only, and accepts no character that the database rejects', () => {
    fc.assert(
      fc.property(request, (value) => {
        const parsed = schema.safeParse(value);
        if (parsed.success) {
          for (const read of textsIn(parsed.data)) expect(read).not.toMatch(/[^\P{Cc}\t\n\r]|\p{Cs}/u);
          expect(JSON.stringify(parsed.data)).not.toContain('unknownKey');
          return;
        }
        for (const issue of issuesOf(parsed.error.issues)) {
          const own = english(issue as Parameters<typeof english>[0]);
          expect(issue.message).not.toBe(typeof own === 'string' ? own : own?.message);
          expect(issue.message).not.toMatch(
            /\b(invalid|expected|received|must|too|unrecognized|input|required)\b/i,
          );
          expect(issue.message).toMatch(/^[\p{Lu}\d]/u);
        }
      }),
      { numRuns: 400 },
    );
  });

  it.each([undefined, null, [], 'texte', 12, {}])(
    'does not throw on %o and reports errors in French',
    (value) => {
      const parsed = schema.safeParse(value);
      // An empty query or change is valid; a body that is not an object is invalid.
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        expect(parsed.success, part).toBe(false);
      }
      for (const { message } of parsed.error?.issues ?? []) {
        expect(message).toMatch(/requis|invalide|Veuillez|Indiquez|inconnu|attendue|doit|vide|Ajoute[rz]/);
      }
    },
  );
});
