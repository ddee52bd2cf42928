import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLeaks } from './leaks.ts';
import { servesAllowedTypes } from './suites/allowed-callers.ts';
import { hasOnlyDocumentedRoutes } from './suites/documented-routes.ts';
import { rejectsForbiddenTypes } from './suites/forbidden-callers.ts';
import { rejectsInvalidSessions } from './suites/invalid-sessions.ts';
import { servesPublicCalls } from './suites/public-calls.ts';
import { readsUserTypes } from './suites/user-types.ts';
import { allowedTypes, readCalls } from './table.ts';
import { openWorld, type World } from './world.ts';

const calls = readCalls();
let world: World;
const get = () => world;

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  console.info(`Permissions : ${world.requests} requêtes, ${calls.length} appels.`);
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
  it('contain nothing that their reader may not see', async () => {
    expect(await findLeaks(world)).toEqual([]);
  });

  it('exist for every call and every type of caller', () => {
    const read = new Set(world.responses.map(({ name, reader }) => `${name} ${reader?.type ?? 'public'}`));
    for (const { name, row, endpoint } of calls) {
      const readers = endpoint.allow === 'public' ? ['public'] : allowedTypes(row);
      for (const reader of readers) expect(read).toContain(`${name} ${reader}`);
    }
  });
});
