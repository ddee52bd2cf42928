import { userTypes } from '@amasin/domain/users/user-type.ts';
import { expect, it } from 'vitest';
import { ask, withForgedKeys } from '../ask.ts';
import { allScenarios } from '../scenarios/all-scenarios.ts';
import type { Call } from '../table.ts';
import type { World } from '../world.ts';
import { expiredSession, garbledHeaders, revokedSession, whileDisabled } from './callers.ts';
import { malformedNames, missingName } from './names.ts';
import { NOT_FOUND, unreadable, WRONG_FIELDS } from './refusals.ts';

/** L cells, and A cells of public calls: open to everybody, and a token changes nothing, be it good, dead or none. */
export function servesEverybody(call: Call, world: () => World): void {
  const { name, endpoint } = call;
  const { legal } = allScenarios[name];
  const send = async (w: World, visitor: Parameters<typeof ask>[2], change = {}) => {
    const input = withForgedKeys(await legal(w, w.people.customer.owner));
    const { status } = await ask(w, name, visitor, input, change);
    expect(Object.keys(endpoint.answers)).toContain(String(status));
    return status;
  };

  it('public: 2xx', async () => {
    await send(world(), null);
  });

  it.each(userTypes)('%s: 2xx, whatever becomes of their session', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const expected = await send(w, null);
    expect(await send(w, await w.server.session(person))).toBe(expected);
    expect(await send(w, await revokedSession(w, person))).toBe(expected);
    expect(await send(w, await expiredSession(w, person))).toBe(expected);
    await whileDisabled(w, person, async () => {
      expect(await send(w, await w.server.session(person))).toBe(expected);
    });
  });

  it('refuses alike with and without a token', async () => {
    const w = world();
    const visitor = await w.server.session(w.people.superAdmin.owner);
    for (const authorization of garbledHeaders(visitor)) await send(w, null, { authorization });
    const input = await legal(w, w.people.customer.owner);
    // What a GET carries is not read.
    const cases = endpoint.method === 'GET' ? [] : unreadable;
    const bodies = cases.map(({ change }) => change);
    for (const [index, change] of [...bodies, { payload: WRONG_FIELDS }].entries()) {
      const answer = await ask(w, name, null, input, change);
      const refused = cases[index]?.refused;
      if (refused !== undefined) expect(answer).toEqual(refused);
      else if (endpoint.body !== undefined) expect(JSON.parse(answer.text).code).toBe('INVALID');
      const again = await ask(w, name, visitor, input, change);
      // A challenge is never the same twice.
      if (name === 'captcha') expect(again.status).toBe(answer.status);
      else expect(again).toEqual(answer);
    }
    const missing = missingName(call);
    for (const one of missing === null ? [] : [missing, ...malformedNames]) {
      for (const who of [null, visitor]) {
        expect(await ask(w, name, who, input, { name: one }), one.slice(0, 60)).toEqual(NOT_FOUND);
      }
    }
  });
}
