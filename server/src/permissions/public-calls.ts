import { userTypes } from '@amasin/domain/users/user-type.ts';
import { expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { ask, withForgedKeys } from './ask.ts';
import { expiredSession, invalidHeaders, revokedSession, whileDisabled } from './callers.ts';
import { malformedNames, missingName } from './names.ts';
import { NOT_FOUND, UNSUPPORTED, unreadable, WRONG_FIELDS } from './refusals.ts';
import type { Input } from './scenario.ts';
import type { Call } from './table.ts';
import type { World } from './world.ts';

/** L cells, and A cells of public calls: open to everyone, with a valid, an invalid or no token. */
export function servesPublicCalls(call: Call, world: () => World): void {
  const { name, endpoint } = call;
  const { legal, rows, more } = allScenarios[name];
  const send = async (w: World, visitor: Parameters<typeof ask>[2], change = {}, given?: Input) => {
    const input = withForgedKeys(given ?? (await legal(w, w.people.customer.owner)));
    const { status } = await ask(w, name, visitor, input, change);
    expect(Object.keys(endpoint.responses)).toContain(String(status));
    return status;
  };

  it('returns 2xx without a session', async () => {
    const w = world();
    const { owner } = w.people.customer;
    await rows?.(w, owner);
    await send(w, null);
    for (const input of (await more?.(w, owner)) ?? []) await send(w, null, {}, input);
  });

  it.each(userTypes)('returns 2xx to a %s with a valid, revoked or expired session', async (type) => {
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

  it('returns the same errors with and without a token', async () => {
    const w = world();
    const visitor = await w.server.session(w.people.superAdmin.owner);
    for (const authorization of invalidHeaders(visitor)) await send(w, null, { authorization });
    const input = await legal(w, w.people.customer.owner);
    // The body of a GET is not read.
    const cases = endpoint.method === 'GET' ? [] : unreadable;
    const bodies = cases.map(({ change }) => change);
    for (const [index, change] of [...bodies, { payload: WRONG_FIELDS }].entries()) {
      const response = await ask(w, name, null, input, change);
      const isForm = cases[index]?.refused === UNSUPPORTED;
      const refused = endpoint.acceptsForms && isForm ? undefined : cases[index]?.refused;
      if (refused !== undefined) expect(response).toEqual(refused);
      else if (endpoint.body !== undefined) expect(JSON.parse(response.text).code).toBe('INVALID');
      const again = await ask(w, name, visitor, input, change);
      // Every challenge is different.
      if (name === 'captcha') expect(again.status).toBe(response.status);
      else expect(again).toEqual(response);
    }
    const missing = missingName(call);
    for (const one of missing === null ? [] : [missing, ...malformedNames]) {
      for (const who of [null, visitor]) {
        expect(await ask(w, name, who, input, { name: one }), one.slice(0, 60)).toEqual(NOT_FOUND);
      }
    }
  });
}
