import { parse } from 'node:querystring';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type RefusalCode, refusals } from '@amasin/domain/contract/refusals.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import { errorResponse } from '@amasin/domain/error-response.ts';
import { anything, nearly } from '@amasin/domain/testing/nearly.ts';
import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { z } from 'zod';
import { urlOf } from './ask.ts';
import { malformedNames } from './refusals.ts';
import type { Input } from './scenario.ts';

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

/** Makes changes that fit a call: of its body, its query, its name, its headers and its method. */
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

export interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

type Fields = Record<string | number, unknown>;

/** The request of a valid input after these changes. */
export function changed(endpoint: Endpoint, input: Input, changes: readonly Change[]): Sent {
  const of = <D extends Change['do']>(kind: D) =>
    changes.filter((change): change is Extract<Change, { do: D }> => change.do === kind);
  const url = urlOf(endpoint, input, of('name')[0]?.text);
  const query = of('query').map(({ text }) => text);
  const payload = payloadOf(input, changes);
  const form = input.headers?.['content-type'];
  return {
    method: of('method')[0]?.value ?? endpoint.method,
    url: query.length === 0 ? url : [url, ...query].join('&').replace(/^([^?]*?)&/, '$1?'),
    headers: {
      ...input.headers,
      ...Object.fromEntries(of('header').map(({ name, value }) => [name, value])),
      'content-type': of('content-type')[0]?.value ?? form ?? 'application/json',
    },
    ...(payload !== undefined && { payload }),
  };
}

function payloadOf({ body, rawBody }: Input, changes: readonly Change[]): string | Buffer | undefined {
  let json = structuredClone(body);
  const inserted: string[][] = [[], []];
  // Each cloned by itself: a value of two changes would otherwise be placed inside itself.
  for (const change of changes.map((one) => structuredClone(one))) {
    if (change.do === 'replace') json = change.value;
    if (change.do === 'merge') json = isFields(json) ? { ...json, ...change.fields } : change.fields;
    if (change.do === 'insert') {
      const names = isFields(json) ? Object.keys(json) : [];
      const key = JSON.stringify(names[change.at % (names.length + 1)] ?? 'unknown');
      inserted[change.first ? 0 : 1]?.push(`${key}:${change.json}`);
    }
    const places = placesIn(json);
    const place = 'at' in change ? places[change.at % (places.length || 1)] : undefined;
    if (change.do === 'set' && place) Object.assign(place.holder, { [place.key]: change.value });
    if (change.do === 'drop' && place) {
      if (Array.isArray(place.holder)) place.holder.splice(Number(place.key), 1);
      else delete place.holder[place.key];
    }
  }
  const isSame = JSON.stringify(json) === JSON.stringify(body);
  const text = rawBody !== undefined && isSame ? rawBody : written(json, inserted);
  return changes.reduce<string | Buffer | undefined>((before, change) => {
    if (change.do === 'text') return change.text;
    if (change.do === 'bytes') return Buffer.from(change.bytes);
    if (change.do === 'cut' && before !== undefined) return before.slice(0, change.at % (before.length + 1));
    return before;
  }, text);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every place of a field or item in a body, outermost first. */
function placesIn(value: unknown): { holder: Fields | unknown[]; key: string }[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  const own = Object.keys(value).map((key) => ({ holder: value as Fields, key }));
  return [...own, ...Object.values(value).flatMap(placesIn)];
}

/** JSON with some keys twice, or as deep as the text. */
function written(json: unknown, [before = [], after = []]: string[][]): string | undefined {
  const text = JSON.stringify(json);
  if (before.length + after.length === 0) return text;
  if (text !== undefined && !isFields(json)) return text;
  const own = text === undefined ? '' : text.slice(1, -1);
  return `{${[...before, own, ...after].filter((part) => part !== '').join(',')}}`;
}

const all: readonly Endpoint[] = Object.values(endpoints);

/** The endpoint that serves a request; undefined for a method or path that is in no contract. */
function servedBy({ method, url }: Sent, endpoint: Endpoint): Endpoint | undefined {
  const as = method === 'HEAD' ? 'GET' : method;
  if (as === endpoint.method) return endpoint;
  const path = new URL(url, 'http://localhost').pathname.split('/').slice(2);
  return all.find((one) => {
    const parts = one.path.split('/').slice(1);
    const fits = (part: string, index: number) => part.startsWith('{') || part === path[index];
    return one.method === as && parts.length === path.length && parts.every(fits);
  });
}

/** Whether the contract has no place for this request: a success would be a fault. */
function isInvalid(sent: Sent, endpoint: Endpoint): boolean {
  const served = servedBy(sent, endpoint);
  if (served === undefined) return true;
  const { pathname, search } = new URL(sent.url, 'http://localhost');
  if (served.params && !served.params.safeParse(paramsIn(pathname, served)).success) return true;
  if (served.query && !served.query.safeParse({ ...parse(search.slice(1)) }).success) return true;
  return served.method !== 'GET' && hasInvalidBody(sent, served);
}

function paramsIn(pathname: string, { path }: Endpoint): Record<string, string> | null {
  const parts = pathname.split('/').slice(2);
  try {
    const pairs = path
      .split('/')
      .slice(1)
      .map((part, index) => [part, decodeURIComponent(parts[index] ?? '')]);
    return Object.fromEntries(
      pairs.filter(([part]) => part?.startsWith('{')).map(([part, text]) => [part?.slice(1, -1), text]),
    );
  } catch {
    return null;
  }
}

function hasInvalidBody(
  { payload = '', headers }: Sent,
  { body, upload, acceptsForms, byKey }: Endpoint,
): boolean {
  const type = headers['content-type'] ?? '';
  if (byKey) return type !== 'text/csv';
  // Any form is one, whatever its fields.
  if (acceptsForms && type === 'application/x-www-form-urlencoded') return false;
  if (payload.length > 0 && !(upload ? type.startsWith('multipart/') : type === 'application/json'))
    return true;
  // The bytes of a form are the concern of its own tests.
  if (upload) return false;
  try {
    const json = payload.length === 0 ? undefined : JSON.parse(payload.toString().replace(/^\ufeff/, ''));
    return body !== undefined && !body.safeParse(json ?? (payload.length === 0 ? {} : json)).success;
  } catch {
    return true;
  }
}

const INTERNALS =
  /\bat .*\.[tj]s:\d|node_modules|\b(?:select|insert|update)\b.*\b(?:from|into|set)\b|\bECONN|\bZod/;

/** Says what is wrong with a response to this request; null for a correct one. */
export function faultOf(sent: Sent, endpoint: Endpoint, response: LightMyRequestResponse): string | null {
  const { statusCode: status, body: text } = response;
  if (status >= 500) return `${status} ${text}`;
  const isInvalidRequest = isInvalid(sent, endpoint);
  if (status >= 300) return refusalFault(sent, response);
  if (isInvalidRequest) return `${status} for an invalid request`;
  const served = servedBy(sent, endpoint);
  const schema = served?.responses[status];
  if (schema === undefined) return `${status} is not documented`;
  if (sent.method === 'HEAD' || served?.download) return null;
  if (schema === null) return text === '' ? null : `${status} has a body`;
  const parsed = schema.safeParse(JSON.parse(text));
  return parsed.success ? null : `${status} does not match its schema: ${parsed.error.message}`;
}

function refusalFault(
  { method }: Sent,
  { statusCode, body: text, headers }: LightMyRequestResponse,
): string | null {
  if (method === 'HEAD') return text === '' ? null : 'HEAD has a body';
  if (!String(headers['content-type']).startsWith('application/json'))
    return `${statusCode} is not JSON: ${text}`;
  const parsed = errorResponse.strict().safeParse(JSON.parse(text));
  if (!parsed.success) return `${statusCode} is not an error body: ${text}`;
  const { code, message } = parsed.data;
  if (refusals[code as RefusalCode]?.status !== statusCode) return `${statusCode} has the code ${code}`;
  if (code === 'TOO_MANY_TRIES' && headers['retry-after'] === undefined) return '429 without Retry-After';
  return INTERNALS.test(message) ? `the message shows internals: ${message}` : null;
}
