import { readFileSync, writeFileSync } from 'node:fs';
import { type EndpointName, endpoints } from '@amasin/domain/endpoints.ts';
import { order } from '@amasin/domain/orders/order.ts';
import { z } from 'zod';
import { type Kind, kinds } from './table.ts';
import type { RecordedResponse } from './world.ts';

/** The fields of responses. The items of an array share one path: `orders[].number`. */
export interface Fields {
  readonly filled: Set<string>;
  /** Nulls, and empty arrays, whose paths end in `[]`. */
  readonly empty: Set<string>;
}

/** The fields that each call gave to each kind of reader. */
export type FieldsOfCalls = ReadonlyMap<EndpointName, ReadonlyMap<Kind, Fields>>;

export function fieldsOf(responses: readonly RecordedResponse[]): FieldsOfCalls {
  const calls = new Map<EndpointName, Map<Kind, Fields>>();
  for (const { name, reader, text } of responses) {
    if (text === '' || 'download' in endpoints[name]) continue;
    const kind = reader?.type ?? 'public';
    const readers = calls.get(name) ?? new Map<Kind, Fields>();
    const fields = readers.get(kind) ?? { filled: new Set(), empty: new Set() };
    collect(JSON.parse(text), '', fields);
    calls.set(name, readers.set(kind, fields));
  }
  return calls;
}

function collect(value: unknown, path: string, into: Fields): void {
  if (value === null) into.empty.add(path);
  else if (Array.isArray(value)) {
    if (value.length === 0) into.empty.add(`${path}[]`);
    for (const item of value) collect(item, `${path}[]`, into);
  } else if (typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) collect(inner, below(path, key), into);
  } else into.filled.add(path);
}

/** The path of a property. */
export const below = (path: string, key: string) => (path === '' ? key : `${path}.${key}`);

/** Calls that answer with one order: they give nobody more of it than `readOrder` does. */
export const orderAnswers: ReadonlySet<string> = new Set(
  Object.entries(endpoints)
    .filter(([name, { responses }]) => name !== 'readOrder' && Object.values(responses).some(isOneOrder))
    .map(([name]) => name),
);

function isOneOrder(response: unknown): boolean {
  return response instanceof z.ZodObject && response.shape.order === order;
}

/** The kinds of readers that get a field: by call, then by path. */
type Readers = ReadonlyMap<string, ReadonlyMap<string, readonly Kind[]>>;

function readersOf(found: FieldsOfCalls): Readers {
  const calls = new Map<string, Map<string, Kind[]>>();
  for (const [name, byKind] of found) {
    const paths = new Map<string, Kind[]>();
    for (const kind of kinds) {
      for (const path of byKind.get(kind)?.filled ?? []) paths.set(path, [...(paths.get(path) ?? []), kind]);
    }
    calls.set(name, paths);
  }
  return calls;
}

const FILE = new URL('./fields.txt', import.meta.url);
const HEADER =
  '# What each call gives to whom. Run permissions.test.ts with UPDATE=1 to write this file, and review each line that changes.';

/** `fields.txt`: each call, below it its kinds of readers, and below these the fields that they get. */
export function readListed(): Readers {
  const calls = new Map<string, Map<string, Kind[]>>();
  let paths = new Map<string, Kind[]>();
  let readers: Kind[] = [];
  for (const line of readFileSync(FILE, 'utf8').split('\n')) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (line.startsWith('    ')) paths.set(text, readers);
    else if (line.startsWith('  ')) readers = text.split(' ') as Kind[];
    else {
      paths = new Map();
      calls.set(text, paths);
    }
  }
  return calls;
}

export function writeListed(found: FieldsOfCalls): void {
  const calls = [...readersOf(found)].filter(([name]) => !orderAnswers.has(name));
  const blocks = calls.map(([name, paths]) => {
    const groups = Map.groupBy(paths, ([, readers]) => readers.join(' '));
    const lines = [...groups].flatMap(([readers, fields]) => [
      `  ${readers}`,
      ...fields.map(([path]) => `    ${path}`).sort(),
    ]);
    return [name, ...lines, ''].join('\n');
  });
  writeFileSync(FILE, [HEADER, '', ...blocks].join('\n'));
}

/** Fields that reached a reader for whom they are not listed. */
export function unlistedFields(found: FieldsOfCalls, listed: Readers): string[] {
  return [...readersOf(found)].flatMap(([name, paths]) => {
    const known = listed.get(orderAnswers.has(name) ? 'readOrder' : name);
    return [...paths].flatMap(([path, readers]) =>
      readers
        .filter((kind) => !known?.get(path)?.includes(kind))
        .map((kind) => `${name} gives ${kind} ${path}`),
    );
  });
}

/** Listed fields that no response gave to their reader. */
export function absentFields(found: FieldsOfCalls, listed: Readers): string[] {
  const given = readersOf(found);
  return [...listed].flatMap(([name, paths]) =>
    [...paths].flatMap(([path, readers]) =>
      readers
        .filter((kind) => !given.get(name)?.get(path)?.includes(kind))
        .map((kind) => `${name} did not give ${kind} ${path}`),
    ),
  );
}
