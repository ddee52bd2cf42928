import fc from 'fast-check';

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

/** Values of every JSON type, valid for no field in particular. */
export const anything = fc.oneof(
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

/** Almost valid requests: values of the JSON schema's shape with some parts replaced by arbitrary values. */
export function nearly(schema: Json): fc.Arbitrary<unknown> {
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
