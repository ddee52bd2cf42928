import { parse } from 'node:querystring';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { urlOf } from './ask.ts';
import type { Change } from './changes.ts';
import type { Input } from './scenario.ts';

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
export function servedBy({ method, url }: Sent, endpoint: Endpoint): Endpoint | undefined {
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
export function isInvalid(sent: Sent, endpoint: Endpoint): boolean {
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

function hasInvalidBody({ payload = '', headers }: Sent, { body, upload, acceptsForms }: Endpoint): boolean {
  const type = headers['content-type'] ?? '';
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
