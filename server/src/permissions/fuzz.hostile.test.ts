import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { casesOf } from '@amasin/domain/testing/cases-of.ts';
import fc from 'fast-check';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Visitor } from '../testing/test-app.ts';
import { allScenarios } from './all-scenarios.ts';
import { type Change, changed, changesOf, faultOf, type Sent } from './fuzz.ts';
import type { Input } from './scenario.ts';
import { allowedTypes, type Call, readCalls } from './table.ts';
import { openWorld, type World } from './world.ts';

// Every call of the contract, made by a user who may make it, with one to three changes to a valid request. Response times are
// judged only before a release.

const RUNS = casesOf(15, 1_000);
const isLong = RUNS >= 1_000;
const MAX_MS = 1_000;
/**
 * Bound of what is drawn as a PDF: a process apart draws it, one paper at a time, so its time depends on what else the machine does. The
 * server answers other calls meanwhile, and a paper that no process draws in time is refused with 503 (`pdf/draw.ts`).
 */
const MAX_DRAWN_MS = 10_000;
const TIMEOUT_MS = Math.max(300_000, RUNS * 2_000);
/** Requests by the same user about the same rows, until one changes them. */
const SHARED = 20;

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.server.close());

interface Ready {
  readonly visitor: Visitor;
  readonly input: Input;
  left: number;
}

async function prepare({ name }: Call, type: UserType): Promise<Ready> {
  const visitor = await world.server.signIn(type);
  return { visitor, input: await allScenarios[name].legal(world, visitor.row), left: SHARED };
}

/** Each event notifies every active supervisor: without those of the calls before. */
const deactivate = ({ row }: Visitor) =>
  world.server.pool.query('update users set active = false where id = $1', [row.id]);

async function timed({ token }: Visitor, sent: Sent): Promise<[LightMyRequestResponse, number]> {
  const begin = performance.now();
  const response = await world.server.app.inject({
    ...sent,
    method: sent.method as NonNullable<InjectOptions['method']>,
    headers: { authorization: `Bearer ${token}`, ...sent.headers },
  });
  return [response, performance.now() - begin];
}

it.each(readCalls())(
  '$title answers changed requests as its contract says',
  async (call) => {
    const { endpoint, name, row } = call;
    const maxMs = name.startsWith('print') ? MAX_DRAWN_MS : MAX_MS;
    const isPublic = endpoint.allow === 'public';
    const types = isPublic ? userTypes : allowedTypes(row);
    let ready: Ready | null = null;
    let prepared = 0;
    const send = async (changes: readonly Change[]) => {
      ready ??= await prepare(call, types[prepared++ % types.length] ?? 'superAdmin');
      const used = ready;
      const sent = changed(endpoint, used.input, changes);
      const [response, ms] = await timed(used.visitor, sent);
      used.left -= 1;
      const hasChanged = response.statusCode < 300 && sent.method !== 'GET';
      const isUsedUp = used.left === 0 || hasChanged || response.statusCode === 401;
      expect(faultOf(sent, endpoint, response), `${sent.method} ${sent.url.slice(0, 200)}`).toBeNull();
      // Once more, because a busy machine is slow, not wrong.
      if (isLong && ms >= maxMs) expect((await timed(used.visitor, sent))[1]).toBeLessThan(maxMs);
      if (!isUsedUp) return;
      ready = null;
      await deactivate(used.visitor);
    };
    await fc.assert(fc.asyncProperty(fc.array(changesOf(endpoint), { minLength: 1, maxLength: 3 }), send), {
      numRuns: RUNS,
    });
  },
  TIMEOUT_MS,
);
