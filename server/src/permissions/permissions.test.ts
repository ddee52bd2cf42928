import { request } from 'node:http';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { type UserType, userTypes } from '@amasin/domain/contract/user-type.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildUser } from '../builders/user.ts';
import { allScenarios } from './all-scenarios.ts';
import { ask, urlOf } from './ask.ts';
import {
  rejectsForbiddenTypes,
  rejectsInvalidSessions,
  servesAllowedTypes,
  servesPublicCalls,
} from './callers.ts';
import {
  absentFields,
  below,
  type FieldsOfCalls,
  fieldsOf,
  readListed,
  unlistedFields,
  writeListed,
} from './fields.ts';
import { findLeaks } from './leaks.ts';
import { FORBIDDEN, missingName, NO_SUCH_PAGE, NOT_FOUND } from './refusals.ts';
import { unfilledFields } from './rows.ts';
import { allowedTypes, type Call, readCalls } from './table.ts';
import { openWorld, PASSWORD, type RecordedResponse, type World } from './world.ts';

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

const spellings = ['superAdmin', 'superadmin', 'SUPERADMIN'];
const staff = userTypes.filter((type) => type !== 'customer');

/** `superadmin` is `superAdmin` in a path; in a body, callers cannot set their own type. */
function readsUserTypes(world: () => World): void {
  const list = async (type: UserType, input: string) => {
    const w = world();
    const visitor = await w.server.session(w.people[type].owner);
    return ask(w, 'listUsersOfType', visitor, { params: { type: input } });
  };
  const signIn = async (row: { phone: string | null; email: string | null }, body: object) => {
    const name = row.email === null ? 'login' : 'adminLogin';
    const who = row.email === null ? { identifier: row.phone } : { email: row.email };
    const { status, text } = await ask(world(), name, null, {
      body: { ...who, password: PASSWORD, ...body },
    });
    expect(status, text).toBe(200);
    return JSON.parse(text);
  };

  describe('a user type in a path', () => {
    it('accepts any capitalisation of superAdmin', async () => {
      const [first, ...others] = await Promise.all(spellings.map((input) => list('superAdmin', input)));
      expect(first?.status).toBe(200);
      for (const other of others) expect(other).toEqual(first);
    });

    it('returns users of assignable types to a supervisor, and 403 for other types', async () => {
      for (const input of ['pharmacy', 'deliveryPerson', 'agent', 'deliveryperson']) {
        const { status, text } = await list('supervisor', input);
        expect(status).toBe(200);
        for (const user of JSON.parse(text).users)
          expect(Object.keys(user)).toEqual(['_id', 'name', 'phone']);
      }
      for (const input of ['customer', 'partnerDoctor', 'supervisor', ...spellings]) {
        expect(await list('supervisor', input), input).toEqual(FORBIDDEN);
      }
    });

    it.each(['supervisor', 'superAdmin'] as const)(
      'returns 422 to a %s for an unknown type',
      async (type) => {
        for (const input of ['not-a-uuid', '../', "' or 1=1", '%00', 'ROOT']) {
          const { status, text } = await list(type, input);
          expect([status, JSON.parse(text).message], input).toEqual([422, 'Type inconnu']);
        }
      },
    );
  });

  describe('a user type claimed in a body', () => {
    it.each(userTypes)('is ignored in the sign-in of a %s', async (type) => {
      const w = world();
      const row = await buildUser(w.server.db, { type, passwordHash: w.passwordHash });
      for (const claimed of spellings) {
        const { user, token } = await signIn(row, { userType: claimed, type: claimed });
        expect(user).toMatchObject({ _id: row.id, type });
        const stats = await ask(w, 'readUserStats', { row, token }, {});
        if (type === 'superAdmin') expect(stats.status).toBe(200);
        else expect(stats).toEqual(FORBIDDEN);
      }
    });

    it.each(staff)('does not let a %s use the sign-in of customers, nor a customer theirs', async (type) => {
      const w = world();
      const row = await buildUser(w.server.db, { type, passwordHash: w.passwordHash });
      const email = `client-${row.id}@exemple.bj`;
      await buildUser(w.server.db, { type: 'customer', email, passwordHash: w.passwordHash });
      const claims = { password: PASSWORD, userType: type, type };
      const wrong = await ask(w, 'login', null, { body: { identifier: row.phone, password: 'autre' } });
      expect([wrong.status, JSON.parse(wrong.text).message]).toEqual([401, 'Identifiants incorrects']);
      expect(await ask(w, 'login', null, { body: { identifier: row.phone, ...claims } })).toEqual(wrong);
      expect(await ask(w, 'adminLogin', null, { body: { email, ...claims } })).toEqual(wrong);
    });

    it.each(spellings)('does not make a new customer a %s', async (claimed) => {
      const w = world();
      const input = { type: claimed, userType: claimed, role: claimed, active: false, verified: true };
      const body = { name: 'Rosine Agossou', phone: w.newPhone(), password: PASSWORD, ...input };
      const { text } = await ask(w, 'register', null, { body });
      expect(JSON.parse(text).user).toMatchObject({ type: 'customer', active: true, verified: false });
    });
  });
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Only the endpoints of the contract exist under `/api`, with their own methods and paths. */
function hasOnlyDocumentedRoutes(calls: readonly Call[], world: () => World): void {
  const paths = [...new Set(calls.map(({ endpoint }) => endpoint.path))];
  const methodsOf = (path: string) =>
    calls.filter(({ endpoint }) => endpoint.path === path).map(({ endpoint }) => endpoint.method as string);

  it('serves the endpoints of the contract and the documentation', () => {
    const served = routesOf(world().server.app.printRoutes({ commonPrefix: false }));
    const own = served.filter((route) => / \/api(\/|$)/.test(route) && !/ \/api\/docs(\/|\*|$)/.test(route));
    const expected = calls.flatMap(({ endpoint }) => {
      const { method, path } = endpoint;
      const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`;
      return hasHead(endpoint) ? [`GET ${url}`, `HEAD ${url}`] : [`${method} ${url}`];
    });
    expect(own.sort()).toEqual(expected.sort());
  });

  it('rejects other methods', async () => {
    const w = world();
    const visitor = await w.server.session(w.people.superAdmin.owner);
    for (const path of paths) {
      const call = calls.find(({ endpoint }) => endpoint.path === path);
      if (call === undefined) continue;
      const input = await allScenarios[call.name].legal(w, visitor.row);
      for (const method of methods.filter((one) => !methodsOf(path).includes(one))) {
        const response = await ask(w, call.name, visitor, input, { method });
        // PUT /medications/search is PUT /medications/{id} with the id `search`; GET /chat/start is GET /chat/{id}, for
        // customers and doctors only.
        expect([NO_SUCH_PAGE, NOT_FOUND, FORBIDDEN], `${method} ${path}`).toContainEqual(response);
      }
    }
  });

  const reads = calls.filter(({ endpoint }) => hasHead(endpoint));
  it.each(reads)('HEAD of $title requires the same rights as GET', async ({ name, row, endpoint }) => {
    const w = world();
    const [type = 'superAdmin'] = allowedTypes(row);
    const input = await allScenarios[name].legal(w, w.people[type].owner);
    const head = { method: 'HEAD' };
    const guarded = endpoint.allow === 'public' ? 200 : 401;
    expect((await ask(w, name, null, input, head)).status).toBe(guarded);
    const { status, text } = await ask(w, name, await w.server.session(w.people[type].owner), input, head);
    expect([status, text]).toEqual([200, '']);
  });

  describe('a path traversal', () => {
    const named = calls.filter((call) => missingName(call) !== null);

    it('returns 404 over a real connection', async () => {
      const w = world();
      const origin = await w.server.listen();
      for (const { name, endpoint, row } of named) {
        const [type = 'customer'] = allowedTypes(row);
        const person = w.people[type].owner;
        const { token } = await w.server.session(person);
        const input = await allScenarios[name].legal(w, person);
        const payload = input.body === undefined ? '' : JSON.stringify(input.body);
        for (const traversal of ['..', '../', '../..', '..\\', '%2e%2e', '%2e%2e/']) {
          const path = urlOf(endpoint, input, traversal);
          w.requests += 1;
          const status = await sendRaw(origin, { method: endpoint.method, path, token, payload });
          expect(status, `${endpoint.method} ${path}`).toBe(404);
        }
      }
    });
  });
}

/** Reading a file is recorded as an opening, so downloads have no HEAD route. */
const hasHead = ({ method, download }: Endpoint) => method === 'GET' && !download;

/** Unlike `inject` and `fetch`, sends the path without normalising it. */
function sendRaw(
  origin: string,
  { method, path, token, payload }: { method: string; path: string; token: string; payload: string },
): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const sent = request(origin, { method, path, headers, agent: false }, (response) => {
    response.resume().on('end', () => resolve(response.statusCode ?? 0));
  });
  sent.on('error', reject).end(payload);
  return promise;
}

/** Method and URL of every route, parsed from Fastify's printed tree. */
function routesOf(tree: string): string[] {
  const parents: string[] = [];
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', served = ''] = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line) ?? [];
    if (part === '') return [];
    const depth = indent.length / 4;
    parents.splice(depth, Infinity, part);
    return served.split(', ').map((method) => `${method} ${parents.join('')}`);
  });
}
