import { userTypes } from '@amasin/domain/users/user-type.ts';
import { expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { ask } from './ask.ts';
import { expiredSession, invalidHeaders, revokedSession, whileDisabled } from './callers.ts';
import { DISABLED, FORBIDDEN, UNAUTHENTICATED, unreadable } from './refusals.ts';
import { allowedTypes, type Call, forbiddenTypes } from './table.ts';
import { sessionFor, type World } from './world.ts';

/** The only calls allowed for a deactivated account (rule 24), with their statuses. */
const allowedWhenDisabled: Readonly<Record<string, number>> = {
  'GET /auth/me': 200,
  'POST /auth/logout': 204,
};

/** 401 without a valid token, whatever the type; 403 for a deactivated account; neither changes anything. */
export function rejectsInvalidSessions(call: Call, world: () => World): void {
  const { name, title, row, endpoint } = call;
  const { legal } = allScenarios[name];
  const bodies = [{}, ...(endpoint.method === 'GET' ? [] : unreadable.map(({ change }) => change))];

  it.each(userTypes)('returns 401 to a %s without a valid session, 403 while deactivated', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const input = await legal(w, person);
    const revoked = await revokedSession(w, person);
    const expired = await expiredSession(w, person);
    for (const visitor of [revoked, expired]) {
      for (const change of bodies) {
        expect(await ask(w, name, visitor, input, change), type).toEqual(UNAUTHENTICATED);
      }
    }
    await whileDisabled(w, person, async () => {
      expect(await ask(w, name, revoked, input)).toEqual(UNAUTHENTICATED);
      const disabled = await w.server.session(person);
      const open = allowedWhenDisabled[title];
      if (open === undefined) {
        for (const change of bodies) expect(await ask(w, name, disabled, input, change)).toEqual(DISABLED);
      } else {
        const { status, text } = await ask(w, name, disabled, input);
        expect(status).toBe(open);
        if (text !== '') expect(JSON.parse(text)).toMatchObject({ user: { _id: person.id, active: false } });
      }
    });
    // The same request by the same user, one millisecond before the session expires.
    const valid = await ask(w, name, await sessionFor(w, person, 1), input);
    if (forbiddenTypes(row).includes(type)) expect(valid).toEqual(FORBIDDEN);
    else expect(Object.keys(endpoint.responses)).toContain(String(valid.status));
  });

  it('returns 401 without a token and for invalid ones', async () => {
    const w = world();
    const [type = 'superAdmin'] = allowedTypes(row);
    const person = w.people[type].owner;
    const input = await legal(w, person);
    const visitor = await w.server.session(person);
    for (const change of bodies) expect(await ask(w, name, null, input, change)).toEqual(UNAUTHENTICATED);
    for (const authorization of invalidHeaders(visitor)) {
      const response = await ask(w, name, null, input, { authorization });
      expect(response, authorization).toEqual(UNAUTHENTICATED);
    }
  });
}
