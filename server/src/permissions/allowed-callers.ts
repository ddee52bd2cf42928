import { expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { ask, type RawResponse, withForgedKeys } from './ask.ts';
import { malformedNames, missingName } from './names.ts';
import { missingOf, unreadable, WRONG_FIELDS } from './refusals.ts';
import { allowedTypes, type Call, rulesOfBody, rulesOfOwnership, VERIFIED_ONLY } from './table.ts';
import type { World } from './world.ts';

const isSuccess = ({ endpoint }: Call, { status }: RawResponse) =>
  Object.keys(endpoint.responses).includes(String(status));

/** A, F, O and V cells: 2xx for the caller's own resources, the same 404 for all others; V: 403 to those who are not verified. */
export function servesAllowedTypes(call: Call, world: () => World): void {
  const { name, endpoint, row } = call;
  const scenario = allScenarios[name];
  const types = allowedTypes(row);
  const takesBody = endpoint.body !== undefined;
  const missing = missingOf(call);

  it.each(types)('returns 2xx to a %s', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const visitor = await w.server.session(person);
    await scenario.rows?.(w, person);
    for (const input of [await scenario.legal(w, person), ...((await scenario.more?.(w, person)) ?? [])]) {
      const response = await ask(w, name, visitor, withForgedKeys(input));
      expect(isSuccess(call, response), response.text).toBe(true);
    }
  });

  const verified = types.filter((type) => row.cells[type] === VERIFIED_ONLY);
  it.each(verified)('returns 403 to a %s who is not verified', async (type) => {
    const w = world();
    const visitor = await w.server.signIn(type, { verified: false });
    const input = await scenario.legal(w, w.people[type].owner);
    const { status, text } = await ask(w, name, visitor, input);
    expect([status, JSON.parse(text).code]).toEqual([403, 'ACCOUNT_UNVERIFIED']);
  });

  const scoped = types.filter((type) => row.cells[type] === 'F');
  it.each(scoped)('lists only their own rows for a %s', async (type) => {
    const w = world();
    if (scenario.scope === undefined) throw new Error(`${name} has F cells and no scope`);
    const visitor = await w.server.signIn(type);
    const { input, read, expected } = await scenario.scope(w, visitor.row);
    const { status, text } = await ask(w, name, visitor, input);
    expect(status).toBe(200);
    expect(read(JSON.parse(text))).toEqual(expected);
  });

  const owning = types.filter((type) => rulesOfOwnership.has(row.cells[type]));
  it.each(owning)('returns the same 404 to another %s as for an unknown id', async (type) => {
    const w = world();
    const { owner, stranger } = w.people[type];
    const input = await scenario.legal(w, owner);
    const visitor = await w.server.session(stranger);
    expect(await ask(w, name, visitor, input)).toEqual(missing);
    if (takesBody) expect(await ask(w, name, visitor, input, { payload: WRONG_FIELDS })).toEqual(missing);
    const { seen = [], unseen = [] } = (await scenario.near?.(w, owner)) ?? {};
    const own = await w.server.session(owner);
    for (const one of unseen) expect(await ask(w, name, own, one)).toEqual(missing);
    for (const one of [...seen, input]) {
      const response = await ask(w, name, own, one);
      expect(isSuccess(call, response), response.text).toBe(true);
    }
  });

  const naming = missingName(call) === null ? [] : types;
  it.each(naming)('returns 404 to a %s for unknown and malformed ids', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const input = await scenario.legal(w, person);
    const visitor = await w.server.session(person);
    for (const one of [missingName(call) ?? '', ...malformedNames]) {
      expect(await ask(w, name, visitor, input, { name: one }), one.slice(0, 60)).toEqual(missing);
      if (!takesBody) continue;
      const wrong = { name: one, payload: WRONG_FIELDS };
      expect(await ask(w, name, visitor, input, wrong), one.slice(0, 60)).toEqual(missing);
    }
  });

  const sending = endpoint.method === 'GET' ? [] : types;
  it.each(sending)('returns 4xx to a %s for an unreadable body, 422 for wrong fields', async (type) => {
    const w = world();
    const person = w.people[type].owner;
    const input = await scenario.legal(w, person);
    const visitor = await w.server.session(person);
    const nowhere = missingName(call);
    for (const { refused, change } of unreadable) {
      const named = nowhere === null ? change : { ...change, name: nowhere };
      expect(await ask(w, name, visitor, input, named)).toEqual(refused);
    }
    if (!takesBody) return;
    const { status, text } = await ask(w, name, visitor, input, { payload: WRONG_FIELDS });
    expect([status, JSON.parse(text).code]).toEqual([422, 'INVALID']);
  });

  const ruled = types.some((type) => rulesOfBody.has(row.cells[type]));
  if (ruled && scenario.naming === undefined) throw new Error(`${name} has body rules and no naming`);
  const pointing = scenario.naming === undefined ? [] : types;
  it.each(pointing)(
    'returns the same response to a %s for a foreign reference in the body as for a missing one',
    async (type) => {
      const w = world();
      const person = w.people[type].owner;
      const bodies = await scenario.naming?.(w, person);
      if (!bodies) return expect(rulesOfBody).not.toContain(row.cells[type]);
      const visitor = await w.server.session(person);
      const nothing = await ask(w, name, visitor, bodies.missing);
      expect(nothing.status, nothing.text).toBe(bodies.status);
      for (const foreign of bodies.foreign) expect(await ask(w, name, visitor, foreign)).toEqual(nothing);
      for (const one of bodies.seen ?? []) {
        const response = await ask(w, name, visitor, one);
        expect(isSuccess(call, response), response.text).toBe(true);
      }
    },
  );
}
