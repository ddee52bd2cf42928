import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from './contract/endpoint.ts';
import { userTypes } from './contract/user-type.ts';
import { endpoints } from './endpoints.ts';
import { allowedWhenDisabled } from './session/endpoints.ts';

declare global {
  interface ImportMeta {
    /** Vite replaces the call with the modules that match the pattern. */
    glob(pattern: string, options: { eager: true }): Record<string, object>;
  }
}

const all = Object.entries(endpoints) as [string, Endpoint][];
const call = ({ method, path }: Endpoint) => `${method} ${path}`;
const parameters = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);

describe('the endpoint table', () => {
  it('has each method and path once, whatever the names of its parameters', () => {
    const shapes = all.map(([, endpoint]) => call(endpoint).replace(/\{\w+\}/g, '{}'));
    expect(shapes.filter((shape, index) => shapes.indexOf(shape) !== index)).toEqual([]);
  });

  it('contains every endpoint: no name is used by two features', () => {
    const modules = import.meta.glob('./*/{endpoints,push}.ts', { eager: true });
    const tables = Object.entries(modules)
      .filter(([file]) => !file.includes('contract'))
      .flatMap(([, module]) => Object.entries(module))
      .filter(([name]) => name.endsWith('Endpoints'));
    const names = tables.flatMap(([, table]) => Object.keys(table as object));
    expect([...names].sort()).toEqual(Object.keys(endpoints).sort());
  });

  it('allows a deactivated account only GET /auth/me and POST /auth/logout (rule 24)', () => {
    expect([...allowedWhenDisabled]).toEqual(['GET /auth/me', 'POST /auth/logout']);
    for (const open of allowedWhenDisabled) {
      const [, found] = all.find(([, endpoint]) => call(endpoint) === open) ?? [];
      expect(found?.allow, open).toEqual(userTypes);
    }
  });

  it('marks as idempotent exactly the calls that must not run twice', () => {
    const keyed = all.filter(([, endpoint]) => endpoint.idempotent).map(([, endpoint]) => call(endpoint));
    const named = [
      'orders',
      'orders/{id}/reports',
      'payments',
      'prescriptions',
      'upload',
      'chat/start',
      'benefics/pay/partner',
      'benefics/pay/superadmin',
      'benefics/settlement',
      'benefics/settlement/by-hand',
    ];
    expect([...keyed].sort()).toEqual(named.map((path) => `POST /${path}`).sort());
  });
});

describe.each(all)('%s', (name, endpoint) => {
  it('has a name, a path, a tag and a French summary', () => {
    expect(name).toMatch(/^[a-z]+([A-Z][a-z]+)*$/);
    expect(endpoint.path).toMatch(/^(\/([a-zA-Z-]+|\{[a-zA-Z]+\}))+$/);
    expect(endpoint.path).not.toMatch(/^\/api\b/);
    expect(endpoint.tag).toMatch(/^\p{Lu}/u);
    expect(endpoint.summary).toMatch(/^\p{Lu}.*[^.]$/u);
    expect(endpoint.summary).not.toMatch(/\b(the|list|get|create|update|delete|of|my)\b/i);
  });

  it('names each allowed type once', () => {
    if (endpoint.allow === 'public') return;
    expect(endpoint.allow.length).toBeGreaterThan(0);
    expect(new Set(endpoint.allow).size).toBe(endpoint.allow.length);
    for (const type of endpoint.allow) expect(userTypes).toContain(type);
  });

  it('parses exactly the parameters of its path', () => {
    const named = parameters(endpoint.path);
    const read = endpoint.params instanceof z.ZodObject ? Object.keys(endpoint.params.shape) : [];
    expect([...read].sort()).toEqual([...named].sort());
    expect(endpoint.params === undefined).toBe(named.length === 0);
  });

  it('has success statuses, each with a body unless it is 204', () => {
    const responses = Object.entries(endpoint.responses);
    expect(responses.length).toBeGreaterThan(0);
    for (const [status, body] of responses) {
      expect(['200', '201', '204']).toContain(status);
      expect(body === null).toBe(status === '204');
    }
  });

  it('has a body only with methods that allow one, and the success status of its method', () => {
    if (endpoint.body) expect(['POST', 'PUT', 'PATCH']).toContain(endpoint.method);
    if (endpoint.method === 'DELETE') expect(Object.keys(endpoint.responses)).toEqual(['204']);
    if (endpoint.method === 'PUT' || endpoint.method === 'PATCH') {
      expect(Object.keys(endpoint.responses)).toEqual(['200']);
    }
  });

  it('converts to OpenAPI', () => {
    const schemas = [endpoint.params, endpoint.query, endpoint.body, ...Object.values(endpoint.responses)];
    for (const schema of schemas) {
      if (!schema) continue;
      for (const io of ['input', 'output'] as const) {
        const json = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
        expect(JSON.parse(JSON.stringify(json))).toEqual(json);
        // An object or a union of objects; a downloaded file and the list of a program are bytes.
        const isBytes = (endpoint.download ?? endpoint.byKey) === true && json.format === 'binary';
        expect(json.type === 'object' || (json.anyOf ?? json.oneOf) !== undefined || isBytes).toBe(true);
      }
    }
  });
});
