import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { changeOrderBody, prescriptionBody } from '../orders/draft.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

type Json = Record<string, unknown>;

// Hostile texts: control characters, half an emoji, numbers as text, phone numbers, dates, SQL, very long.
const text = fc.oneof(
  fc.constantFrom('', ' ', '2', 'NaN', '97000000', '2026-11-20', "' or 1=1 --", 'é'.repeat(400), '__proto__'),
  fc.constantFrom('a\u0000b', '\u0007\u001b[31m', 'x\ud800', '\u202eabc', '🏠', 'koffi@exemple.bj', 'abcd'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const number = fc.oneof(
  fc.constantFrom(0, -1, 1, 1.5, 1e9, 1e300, Number.NaN, Number.POSITIVE_INFINITY),
  fc.integer(),
);
const anything = fc.oneof(
  text,
  number,
  fc.constantFrom(undefined, null, true, [], {}, [[]]),
  fc.jsonValue({ maxDepth: 2 }),
);
const draftPrescription = fc.record({
  type: fc.oneof(fc.constantFrom('numerical', 'physical'), anything),
  items: fc.array(
    fc.record(
      {
        medicationId: fc.oneof(fc.uuid(), text),
        label: text,
        form: text,
        quantity: fc.oneof(fc.constant(1), number),
      },
      { requiredKeys: [] },
    ),
    { maxLength: 3 },
  ),
});

/** Almost valid requests: values of the schema's shape with some parts replaced by arbitrary values. */
function nearly(schema: Json): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 5, arbitrary: like(schema) }, { weight: 1, arbitrary: anything });
}

function like(schema: Json): fc.Arbitrary<unknown> {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (choices) return fc.oneof(...choices.map(nearly));
  if ('const' in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.type === 'string') return text;
  if (schema.type === 'number' || schema.type === 'integer') return number;
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'null') return fc.constant(null);
  if (Array.isArray(schema.prefixItems)) return fc.tuple(...schema.prefixItems.map(nearly));
  if (schema.type === 'array') return fc.array(nearly((schema.items ?? {}) as Json), { maxLength: 3 });
  if (schema.type !== 'object') return fc.oneof(anything, draftPrescription);
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  const fields = Object.fromEntries(properties.map(([key, value]) => [key, nearly(value)]));
  return fc.record({ ...fields, unknownKey: anything }, { requiredKeys: [] });
}

// The server parses `prescription` with its own schema, for staff only.
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
