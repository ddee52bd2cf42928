import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Endpoint } from '@amasin/domain/contract/endpoint.ts';
import { endpoints } from '@amasin/domain/endpoints.ts';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { registerDocs } from './docs.ts';
import { registerSecurityHeaders } from './page-policies.ts';

vi.mock('./build-docs.ts', { spy: true });

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: string[];
  readonly security?: object[];
  readonly parameters?: { in: string; name: string; required: boolean; description?: string }[];
  readonly requestBody?: { content: Record<string, object> };
  readonly responses: Record<string, { description: string; content?: Record<string, { schema: object }> }>;
}

const app = Fastify();
let paths: Record<string, Record<string, Operation>>;
const all = Object.entries(endpoints) as [string, Endpoint][];

beforeAll(async () => {
  registerSecurityHeaders(app);
  registerDocs(app);
  paths = (await app.inject({ url: '/api/docs/json' })).json().paths;
});
afterAll(() => app.close());

describe.each(all)('%s', (name, endpoint) => {
  const operation = () => paths[`/api${endpoint.path}`]?.[endpoint.method.toLowerCase()] as Operation;

  it('is documented with its name and its security', () => {
    expect(operation()).toMatchObject({
      operationId: name,
      summary: endpoint.summary,
      tags: [endpoint.tag],
    });
    const isOpen = endpoint.allow === 'public' && !endpoint.byKey;
    expect(operation().security ?? []).toEqual(isOpen ? [] : [{ bearer: [] }]);
  });

  it('has its parameters, its body and the Idempotency-Key header', () => {
    const keys = (schema: z.ZodType | undefined) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
    const named = (place: string) =>
      (operation().parameters ?? []).filter((one) => one.in === place).map((one) => one.name);
    expect(named('path')).toEqual(keys(endpoint.params));
    expect(named('query')).toEqual(keys(endpoint.query));
    expect(named('header')).toEqual(endpoint.idempotent ? ['idempotency-key'] : []);
    expect(operation().requestBody !== undefined).toBe(endpoint.body !== undefined);
  });

  it('has its responses and the error body', () => {
    const { responses } = operation();
    expect(Object.keys(responses).toSorted()).toEqual(
      [...Object.keys(endpoint.responses), '4XX', '5XX'].toSorted(),
    );
    for (const [status, { description, content }] of Object.entries(responses)) {
      expect(description).not.toBe('Default Response');
      expect(content === undefined).toBe(status === '204');
      expect(Object.keys(content?.['application/json']?.schema ?? { none: 1 })).not.toEqual([]);
    }
    expect(JSON.stringify(responses['4XX'])).toContain('"message"');
  });
});

it('documents only the contract', () => {
  const documented = Object.values(paths).flatMap((path) => Object.values(path));
  expect(documented).toHaveLength(all.length);
});

describe('the documentation page', () => {
  it('is built once, by the first request, and again when that failed', async () => {
    const { buildDocs } = vi.mocked(await import('./build-docs.ts'));
    const fresh = Fastify();
    registerDocs(fresh);
    buildDocs.mockClear();
    buildDocs.mockRejectedValueOnce(new Error('no file could be opened'));
    const ask = async () => (await fresh.inject({ url: '/api/docs/json' })).statusCode;
    expect(await ask()).toBe(500);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
    expect(buildDocs).toHaveBeenCalledTimes(2);
    await fresh.close();
  });

  it.each(['', '/', '/json', '/yaml', '/static/swagger-ui-bundle.js'])(
    '%s is the same bytes in every encoding, and not sent again to a browser that has it',
    async (path) => {
      const ask = (headers: Record<string, string>) => app.inject({ url: `/api/docs${path}`, headers });
      const plain = await ask({});
      expect(plain.headers).toMatchObject({ 'cache-control': 'no-cache', vary: 'accept-encoding' });
      expect(plain.headers['content-encoding']).toBeUndefined();
      expect((await ask({})).rawPayload).toEqual(plain.rawPayload);
      const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
      for (const [encoding, decompress] of Object.entries(unpack)) {
        const packed = await ask({ 'accept-encoding': encoding });
        expect(packed.headers).toMatchObject({ 'content-encoding': encoding, etag: plain.headers.etag });
        expect(decompress(packed.rawPayload)).toEqual(plain.rawPayload);
        expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length);
      }
      const again = await ask({ 'if-none-match': String(plain.headers.etag) });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    },
  );

  it('has no other files', async () => {
    for (const path of ['/x', '/static/', '/static/swagger-ui.js'])
      expect((await app.inject({ url: `/api/docs${path}` })).statusCode, path).toBe(404);
  });

  it('has its own policy, without inline scripts', async () => {
    const page = await app.inject({ url: '/api/docs' });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("script-src 'self';");
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)];
    expect(files).not.toEqual([]);
    for (const [, file] of files) {
      expect((await app.inject({ url: file! })).statusCode, file).toBe(200);
    }
  });

  it('is in French and explains how to sign in', async () => {
    const { info, components } = (await app.inject({ url: '/api/docs/json' })).json();
    expect(info.description).toContain('Authorization: Bearer');
    expect(components.securitySchemes.bearer).toEqual({ type: 'http', scheme: 'bearer' });
  });
});
