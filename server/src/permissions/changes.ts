import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { anything, nearly } from '@amasin/domain/testing/nearly.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { malformedNames } from './names.ts';

/** One change to a valid request. `at` chooses a field of its body, modulo their number. */
export type Change =
  | { readonly do: 'set'; readonly at: number; readonly value: unknown }
  | { readonly do: 'drop'; readonly at: number }
  | { readonly do: 'merge'; readonly fields: object }
  | { readonly do: 'replace'; readonly value: unknown }
  /** JSON text under a key that may be there already, before or after it. */
  | { readonly do: 'insert'; readonly at: number; readonly json: string; readonly first: boolean }
  | { readonly do: 'text'; readonly text: string }
  | { readonly do: 'bytes'; readonly bytes: Uint8Array }
  | { readonly do: 'cut'; readonly at: number }
  | { readonly do: 'content-type'; readonly value: string }
  | { readonly do: 'method'; readonly value: string }
  | { readonly do: 'query'; readonly text: string }
  | { readonly do: 'name'; readonly text: string }
  | { readonly do: 'header'; readonly name: string; readonly value: string };

const at = fc.nat(1_000);
const nested = (open: string, close: string) =>
  fc.constantFrom(3, 40, 5_000, 100_000).map((depth) => open.repeat(depth) + close.repeat(depth));
const huge = fc.constantFrom('x', 'é', '🏠', ' ', '0').map((unit) => unit.repeat(20_000));
const value = fc.oneof({ weight: 6, arbitrary: anything }, { weight: 1, arbitrary: huge });

const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '[1',
    'NaN',
    'undefined',
    '\ufeff{}',
    'null',
  ),
  fc.constantFrom(
    '{"__proto__":{"type":"superAdmin"}}',
    '{"constructor":{"prototype":{}}}',
    '{}{}',
    '"\ud800"',
  ),
  nested('[', ']'),
  nested('{"a":', '}').map((text) => text.replace(':}', ':1}')),
  fc.constant(`{"x":"${'y'.repeat(1_048_576)}"}`),
);
const contentTypes = [
  'text/plain',
  'application/xml',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/jsonp',
  'application/json-patch+json',
  'json',
  '*/*',
] as const;
const methods = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'PURGE',
] as const;

const onBody = (schema: z.ZodType | undefined): fc.WeightedArbitrary<Change>[] => {
  const fields = nearly(
    schema === undefined ? {} : z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
  );
  const isRecord = (one: unknown): one is object => typeof one === 'object' && one !== null;
  const arbitraries: fc.WeightedArbitrary<Change>[] = [
    { weight: 6, arbitrary: fc.record({ do: fc.constant('set' as const), at, value }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('drop' as const), at }) },
    {
      weight: 6,
      arbitrary: fields.filter(isRecord).map((one) => ({ do: 'merge' as const, fields: one })),
    },
    { weight: 1, arbitrary: fc.oneof(value, fields).map((one) => ({ do: 'replace' as const, value: one })) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('insert' as const),
        at,
        json: fc.oneof(nested('[', ']'), fc.json({ maxDepth: 1 })),
        first: fc.boolean(),
      }),
    },
  ];
  return schema === undefined ? arbitraries.slice(-1) : arbitraries;
};

const onBytes: fc.WeightedArbitrary<Change>[] = [
  { weight: 1, arbitrary: texts.map((text) => ({ do: 'text' as const, text })) },
  {
    weight: 1,
    arbitrary: fc.uint8Array({ maxLength: 80 }).map((bytes) => ({ do: 'bytes' as const, bytes })),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cut' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...contentTypes).map((one) => ({ do: 'content-type' as const, value: one })),
  },
];

const inUrl = fc.oneof(
  fc.constantFrom(
    '%',
    '%00',
    '%ff',
    '%ed%a0%80',
    '%u0041',
    '0',
    '-1',
    '1e9',
    '2026-02-30',
    'x'.repeat(9_000),
  ),
  fc.string({ unit: 'grapheme', maxLength: 8 }).map(encodeURIComponent),
);
const queryText = (schema: z.ZodType | undefined) => {
  const known = Object.keys(
    (schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties) ?? {},
  );
  const key = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(known.length > 0 ? known : ['limit'])) },
    { weight: 1, arbitrary: fc.constantFrom('__proto__', 'a[b]', '', 'unknown', '%00') },
  );
  const pair = fc.tuple(key, fc.constantFrom('=', '=', '=', '', '[]=', '[0]=', '=='), inUrl);
  return fc
    .array(pair, { minLength: 1, maxLength: 3 })
    .map((pairs) => pairs.map((one) => one.join('')).join('&'));
};

const notDots = (text: string) => text !== '' && !/^(?:\.|%2e){1,2}$/i.test(text);

/** Changes that fit a call: of its body, its query, its name, its headers and its method. */
export function changesOf({ method, path, body, query }: Endpoint): fc.Arbitrary<Change> {
  const name = fc.oneof(fc.constantFrom(...malformedNames), inUrl).filter(notDots);
  return fc.oneof(
    ...(method === 'GET' ? [] : [...onBody(body), ...onBytes]),
    {
      weight: query === undefined ? 1 : 8,
      arbitrary: queryText(query).map((text) => ({ do: 'query' as const, text })),
    },
    ...(path.includes('{')
      ? [{ weight: 2, arbitrary: name.map((text) => ({ do: 'name' as const, text })) }]
      : []),
    {
      weight: 1,
      arbitrary: fc.constantFrom(...methods).map((one) => ({ do: 'method' as const, value: one })),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('header' as const),
        name: fc.constantFrom('idempotency-key', 'x-unattended', 'accept', 'authorization'),
        value: fc.constantFrom('', '1', 'x'.repeat(4_000), "' or 1=1 --", 'é', '\u00ff\u00fe', 'text/html'),
      }),
    },
  );
}
