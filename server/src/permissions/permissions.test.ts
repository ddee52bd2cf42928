import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findLeaks } from './leaks.ts';
import { servesAllowedTypes } from './suites/allowed-callers.ts';
import { refusesDeadCallers } from './suites/dead-callers.ts';
import { refusesForbiddenTypes } from './suites/forbidden-callers.ts';
import { hasNoHiddenDoor } from './suites/hidden-doors.ts';
import { servesEverybody } from './suites/public-calls.ts';
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
  if (call.endpoint.allow === 'public') return servesEverybody(call, get);
  refusesDeadCallers(call, get);
  refusesForbiddenTypes(call, get);
  servesAllowedTypes(call, get);
});

describe('user types', () => readsUserTypes(get));
describe('the addresses', () => hasNoHiddenDoor(calls, get));

describe('what was answered', () => {
  it('holds nothing that its reader may not know', async () => {
    expect(await findLeaks(world)).toEqual([]);
  });

  it('was looked at for every kind of caller of every call', () => {
    const read = new Set(world.given.map(({ name, reader }) => `${name} ${reader?.type ?? 'public'}`));
    for (const { name, row, endpoint } of calls) {
      const readers = endpoint.allow === 'public' ? ['public'] : allowedTypes(row);
      for (const reader of readers) expect(read).toContain(`${name} ${reader}`);
    }
  });
});
