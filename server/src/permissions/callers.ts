import { userTypes } from '@amasin/domain/contract/user-type.ts';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { type UserRow, users } from '../database/schema/users.ts';
import { deleteSession } from '../session/queries.ts';
import { tokenHash } from '../session/tokens.ts';
import type { Visitor } from '../testing/test-app.ts';
import { allScenarios } from './all-scenarios.ts';
import { ask, type RawResponse, withForgedKeys } from './ask.ts';
import {
  DISABLED,
  FORBIDDEN,
  malformedNames,
  missingName,
  missingOf,
  NOT_FOUND,
  UNAUTHENTICATED,
  UNSUPPORTED,
  unreadable,
  WRONG_FIELDS,
} from './refusals.ts';
import type { Input } from './scenario.ts';
import {
  allowedTypes,
  type Call,
  forbiddenTypes,
  rulesOfBody,
  rulesOfOwnership,
  VERIFIED_ONLY,
} from './table.ts';
import { callerOf, sessionFor, type World } from './world.ts';

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
    const person = await callerOf(w, scenario, type);
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
    const { visible = [], hidden = [] } = (await scenario.near?.(w, owner)) ?? {};
    const own = await w.server.session(owner);
    for (const one of hidden) expect(await ask(w, name, own, one)).toEqual(missing);
    for (const one of [...visible, input]) {
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
      for (const one of bodies.visible ?? []) {
        const response = await ask(w, name, visitor, one);
        expect(isSuccess(call, response), response.text).toBe(true);
      }
    },
  );
}

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

  it('returns the same 2xx with a valid session of each type, and with a revoked, expired or disabled one', async () => {
    const w = world();
    const expected = await send(w, null);
    for (const type of userTypes) {
      const visitor = await w.server.session(w.people[type].owner);
      expect(await send(w, visitor), type).toBe(expected);
    }
    // No session is read, so none depends on its type.
    const person = w.people.customer.owner;
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
      // A list may be that long.
      const isList = endpoint.byKey && cases[index]?.refused.status === 413;
      const refused = (endpoint.acceptsForms && isForm) || isList ? undefined : cases[index]?.refused;
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
  // What is refused before the body is read is refused to every type alike: one sends the bodies that cannot be read.
  const [sender] = allowedTypes(row);

  it.each(userTypes)('returns 401 to a %s without a valid session, 403 while deactivated', async (type) => {
    const w = world();
    const person = await callerOf(w, allScenarios[name], type);
    const input = await legal(w, person);
    const revoked = await revokedSession(w, person);
    const expired = await expiredSession(w, person);
    const changes = type === sender ? bodies : [{}];
    for (const visitor of [revoked, expired]) {
      for (const change of changes) {
        expect(await ask(w, name, visitor, input, change), type).toEqual(UNAUTHENTICATED);
      }
    }
    await whileDisabled(w, person, async () => {
      expect(await ask(w, name, revoked, input)).toEqual(UNAUTHENTICATED);
      const disabled = await w.server.session(person);
      const open = allowedWhenDisabled[title];
      if (open === undefined) {
        for (const change of changes) expect(await ask(w, name, disabled, input, change)).toEqual(DISABLED);
      } else {
        const { status, text } = await ask(w, name, disabled, input);
        expect(status).toBe(open);
        if (text !== '') expect(JSON.parse(text)).toMatchObject({ user: { _id: person.id, active: false } });
      }
    });
    // The same user repeats the request one millisecond before their session expires.
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

/** A session that has ended. Not through the API: the journal takes a number of lines an hour of one person (sessions.test.ts). */
async function revokedSession({ server }: World, row: UserRow): Promise<Visitor> {
  const visitor = await server.session(row);
  await deleteSession(server.db, tokenHash(visitor.token));
  return visitor;
}

/** A session that has just expired. */
function expiredSession(world: World, row: UserRow): Promise<Visitor> {
  return sessionFor(world, row, 0);
}

/** Invalid Authorization headers, made from a valid token. */
function invalidHeaders({ token }: Visitor): string[] {
  const last = token.endsWith('A') ? 'B' : 'A';
  return [
    '',
    'Bearer',
    'Bearer null',
    token,
    `Basic ${Buffer.from(`x:${token}`).toString('base64')}`,
    `Bearer ${token}x`,
    `Bearer ${token.slice(0, -1)}`,
    `Bearer ${token.slice(0, -1)}${last}`,
    `Bearer ${token} ${token}`,
    // The stored token hash is not a token.
    `Bearer ${tokenHash(token)}`,
    "Bearer ' or '1'='1",
    `Bearer ${'x'.repeat(5_000)}`,
    'Bearer eyJhbGciOiJub25lIn0.eyJ0eXBlIjoic3VwZXJBZG1pbiJ9.',
  ];
}

/** Runs `act` while an account is deactivated. */
async function whileDisabled(world: World, { id }: UserRow, act: () => Promise<void>): Promise<void> {
  const set = (active: boolean) => world.server.db.update(users).set({ active }).where(eq(users.id, id));
  await set(false);
  try {
    await act();
  } finally {
    await set(true);
  }
}
