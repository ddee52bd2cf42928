import { endpoints } from '@amasin/domain/contract/endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { servesAllowedTypes } from './allowed-callers.ts';
import { hasOnlyDocumentedRoutes } from './documented-routes.ts';
import {
  absentFields,
  below,
  type FieldsOfCalls,
  fieldsOf,
  readListed,
  unlistedFields,
  writeListed,
} from './fields.ts';
import { rejectsForbiddenTypes } from './forbidden-callers.ts';
import { rejectsInvalidSessions } from './invalid-sessions.ts';
import { findLeaks } from './leaks.ts';
import { servesPublicCalls } from './public-calls.ts';
import { unfilledFields } from './rows.ts';
import { allowedTypes, readCalls } from './table.ts';
import { readsUserTypes } from './user-types.ts';
import { openWorld, type RecordedResponse, type World } from './world.ts';

const calls = readCalls();
let world: World;
const get = () => world;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  console.info(`Permissions: ${world.requests} requests, ${calls.length} calls.`);
  await world.server.close();
});

describe.each(calls)('$row.n $title', (call) => {
  if (call.endpoint.allow === 'public') return servesPublicCalls(call, get);
  rejectsInvalidSessions(call, get);
  rejectsForbiddenTypes(call, get);
  servesAllowedTypes(call, get);
});

describe('user types', () => readsUserTypes(get));
describe('routes', () => hasOnlyDocumentedRoutes(calls, get));

describe('successful responses', () => {
  let found: FieldsOfCalls;
  beforeAll(() => {
    found = fieldsOf(world.responses);
  });

  it('exist for every call and every type of caller', () => {
    const read = new Set(world.responses.map(({ name, reader }) => `${name} ${reader?.type ?? 'public'}`));
    for (const { name, row, endpoint } of calls) {
      const readers = endpoint.allow === 'public' ? ['public'] : allowedTypes(row);
      for (const reader of readers) expect(read).toContain(`${name} ${reader}`);
    }
  });

  it('have a value in every field, or rows.ts says why they cannot', () => {
    expect(unfilledFields(found), 'give it a value in scenarios/, or a reason in rows.ts').toEqual([]);
  });

  it('give each reader the fields that fields.txt lists', () => {
    if (process.env.UPDATE) writeListed(found);
    const listed = readListed();
    expect(
      unlistedFields(found, listed),
      'not listed in fields.txt: if it is right, run with UPDATE=1 and review the difference',
    ).toEqual([]);
    expect(absentFields(found, listed), 'listed in fields.txt').toEqual([]);
  });

  it('would be found to give a field that is planted in any of them', () => {
    const listed = readListed();
    const longest = new Map<string, RecordedResponse>();
    for (const response of world.responses) {
      const key = `${response.name} ${response.reader?.type}`;
      if (response.text.length > (longest.get(key)?.text.length ?? 0)) longest.set(key, response);
    }
    for (const response of longest.values()) {
      const { name, reader } = response;
      const body = JSON.parse(response.text);
      const paths = plant(body);
      const expected = paths.map((path) => `${name} gives ${reader?.type ?? 'public'} ${path}`);
      const planted = fieldsOf([{ ...response, text: JSON.stringify(body) }]);
      if ('download' in endpoints[name]) expect(planted.size).toBe(0);
      else expect(unlistedFields(planted, listed)).toEqual(expect.arrayContaining(expected));
    }
  });

  it('contain no value that their reader may not see', async () => {
    expect(await findLeaks(world)).toEqual([]);
  });
});

/** Adds a field to every object of a body. @returns their paths */
function plant(body: unknown): string[] {
  const paths = new Set<string>();
  const visit = (value: unknown, path: string) => {
    if (Array.isArray(value)) for (const item of value) visit(item, `${path}[]`);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(inner, below(path, key));
      paths.add(below(path, 'planted'));
      Object.assign(value, { planted: true });
    }
  };
  visit(body, '');
  return [...paths];
}
