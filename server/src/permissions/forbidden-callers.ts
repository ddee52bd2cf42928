import { expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { ask } from './ask.ts';
import { malformedNames, missingName } from './names.ts';
import { FORBIDDEN, unreadable, WRONG_FIELDS } from './refusals.ts';
import { type Call, forbiddenTypes } from './table.ts';
import type { World } from './world.ts';

/** 403 for a type that the call excludes, whether or not the resource exists or the body is valid. */
export function rejectsForbiddenTypes(call: Call, world: () => World): void {
  const { name, endpoint, row } = call;
  const { legal } = allScenarios[name];

  it.each(forbiddenTypes(row))('returns 403 to a %s, before body and path are read', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const input = await legal(w, person);
    const visitor = await w.server.session(person);
    const missing = missingName(call);
    const names = missing === null ? [] : [missing, ...malformedNames];
    const bodies = endpoint.method === 'GET' ? [] : [{ payload: WRONG_FIELDS }, ...unreadable.map(toChange)];
    for (const change of [{}, ...bodies, ...names.map((one) => ({ name: one }))]) {
      expect(await ask(w, name, visitor, input, change), JSON.stringify(change).slice(0, 80)).toEqual(
        FORBIDDEN,
      );
    }
  });
}

const toChange = ({ change }: (typeof unreadable)[number]) => change;
