import { request } from 'node:http';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { describe, expect, it } from 'vitest';
import { allScenarios } from './all-scenarios.ts';
import { ask, urlOf } from './ask.ts';
import { missingName } from './names.ts';
import { FORBIDDEN, NO_SUCH_PAGE, NOT_FOUND } from './refusals.ts';
import { allowedTypes, type Call } from './table.ts';
import type { World } from './world.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Only the endpoints of the contract exist under `/api`, with their own methods and paths. */
export function hasOnlyDocumentedRoutes(calls: readonly Call[], world: () => World): void {
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
