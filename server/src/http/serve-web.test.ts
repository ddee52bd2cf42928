import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { builtContact } from '@amasin/domain/house/contact.ts';
import type { FastifyInstance, InjectOptions } from 'fastify';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorBody } from '../refusal.ts';
import { house } from '../testing/test-app.ts';
import { inlineScriptHashes, registerSecurityHeaders } from './page-policies.ts';
import { serveWeb } from './serve-web.ts';

const page = (name: string) =>
  `<!DOCTYPE html><title>${name}</title><script>start(${JSON.stringify(name)})</script>`;
const script = `export const x = ${JSON.stringify('é'.repeat(900))};`;
const routes = {
  root: { id: 'root', path: '' },
  home: { id: 'home', parentId: 'root', index: true },
  login: { id: 'login', parentId: 'root', path: 'login' },
  guard: { id: 'guard', parentId: 'root' },
  tracking: { id: 'tracking', parentId: 'guard', path: 'tracking' },
  lost: { id: 'lost', parentId: 'root', path: '*' },
};
const built: Record<string, string> = {
  'index.html': page('accueil'),
  'login/index.html': page('connexion'),
  'about/index.html': `<!DOCTYPE html><html><head></head><body><a href="tel:${builtContact.phone}">01\u00a000\u00a000\u00a000\u00a000</a> <a href="mailto:${builtContact.email}">${builtContact.email}</a> ${builtContact.place}</body></html>`,
  '__spa-fallback.html': page('application'),
  'manifest.webmanifest': '{"theme_color":"#0a7f5a"}',
  'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  'sw.js': 'precache("@served-pages@")',
  'assets/app-Ab12.js': script,
  'assets/manifest-9f.js': `window.__reactRouterManifest=${JSON.stringify({ routes })};`,
};

const build = mkdtempSync(join(tmpdir(), 'amasin-web-'));
const folder = join(build, 'client');
let app: FastifyInstance;

async function buildServer(
  web: string,
  portal = 'https://pay.example',
  settings = { ...house, emergencyNumber: '112' },
): Promise<FastifyInstance> {
  const instance = Fastify();
  instance.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody('ROUTE_NOT_FOUND')));
  registerSecurityHeaders(instance);
  instance.get('/api/known', () => ({ known: true }));
  await serveWeb(instance, { folder: web, settings, portalOrigins: [portal] });
  return instance;
}

beforeAll(async () => {
  for (const [file, text] of Object.entries(built)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  writeFileSync(join(folder, 'assets/app-Ab12.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets/app-Ab12.js.gz'), gzipSync(script));
  mkdirSync(join(build, 'previous', 'assets'), { recursive: true });
  writeFileSync(join(build, 'previous', 'assets', 'app-Old1.js'), 'export const x = 0;');
  writeFileSync(join(build, 'previous', 'assets', 'app-Ab12.js'), 'never sent');
  app = await buildServer(folder);
});

afterAll(async () => {
  await app.close();
  rmSync(build, { recursive: true });
});

const get = (url: string, headers: InjectOptions['headers'] = {}) => app.inject({ url, headers });

describe('a page', () => {
  it.each([
    ['/', 'index.html'],
    ['/login', 'login/index.html'],
    ['/login/', 'login/index.html'],
    ['/login?next=%2Forder', 'login/index.html'],
    ['/tracking', '__spa-fallback.html'],
    ['/tracking?order=1', '__spa-fallback.html'],
  ])('%s is %s, with a policy of its script hashes', async (url, file) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(built[file]);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(response.headers['content-security-policy']);
    expect(policy).toContain(`script-src 'self' ${inlineScriptHashes(built[file]!).join(' ')};`);
    expect(policy).toContain("frame-src 'self' https://pay.example;");
    expect(policy).not.toContain('upgrade-insecure-requests');
  });

  it('is revalidated each time and returns 304 when unchanged', async () => {
    const first = await get('/login');
    expect(first.headers['cache-control']).toBe('no-cache');
    const again = await get('/login', { 'if-none-match': String(first.headers.etag) });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    // A browser replaces the stored policy with that of the 304.
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
  });

  it('is sent compressed with the same policy', async () => {
    const plain = await get('/login');
    const small = await get('/login', { 'accept-encoding': 'gzip, deflate, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(small.headers.vary).toBe('accept-encoding');
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(built['login/index.html']);
    expect(small.headers['content-security-policy']).toBe(plain.headers['content-security-policy']);
    const zipped = await get('/login', { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(built['login/index.html']);
  });

  it.each([
    '/nulle/part',
    '/login/autre',
    '/login/index.html',
    '/__spa-fallback.html',
    '/..%2f..%2fetc/passwd',
  ])('%s is the application with status 404, without 304', async (url) => {
    const { etag } = (await get('/tracking')).headers;
    for (const headers of [{}, { 'if-none-match': String(etag) }]) {
      const response = await get(url, headers);
      expect(response.statusCode).toBe(404);
      expect(response.body).toBe(built['__spa-fallback.html']);
      expect(response.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
      expect(response.headers['x-robots-tag']).toBe('noindex');
    }
  });

  it('is noindex only when it requires a session', async () => {
    expect((await get('/tracking')).headers['x-robots-tag']).toBe('noindex');
    expect((await get('/login')).headers['x-robots-tag']).toBeUndefined();
  });

  it('can be requested with HEAD', async () => {
    const response = await app.inject({ method: 'HEAD', url: '/login' });
    expect([response.statusCode, response.body]).toEqual([200, '']);
  });
});

describe('how the house is reached', () => {
  it('is in the text of a page and for its application, and another one after a change, which devices load again', async () => {
    const settings = { ...house, emergencyNumber: '118', contactPlace: 'Rue « A"b » <1>' };
    const server = await buildServer(folder, undefined, settings);
    const text = (place: string) =>
      `<a href="tel:+2290196009900">01\u00a096\u00a000\u00a099\u00a000</a> <a href="mailto:aide@exemple.bj">aide@exemple.bj</a> ${place}<`;
    const before = await server.inject('/about');
    const worker = (await server.inject('/sw.js')).body;
    expect(before.body).toContain(text('Rue « A&quot;b » &lt;1&gt;'));
    const content = /name="amasin-contact" content="(.*?)"/.exec(before.body)?.[1] ?? '';
    expect(
      JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')),
    ).toEqual({
      phone: '+2290196009900',
      email: 'aide@exemple.bj',
      place: 'Rue « A"b » <1>',
      emergency: '118',
    });
    settings.contactPlace = 'Parakou, $& Bénin';
    const after = await server.inject({
      url: '/about',
      headers: { 'if-none-match': String(before.headers.etag) },
    });
    expect([after.statusCode, after.body]).toEqual([
      200,
      expect.stringContaining(text('Parakou, $&amp; Bénin')),
    ]);
    expect((await server.inject('/sw.js')).body).not.toBe(worker);
    await server.close();
  });
});

it('the colour of the house is in its pages and its manifest, as light as the green of the build', async () => {
  const server = Fastify();
  await serveWeb(server, {
    folder,
    settings: { ...house, emergencyNumber: '112' },
    portalOrigins: [],
    color: '#ffcc00',
  });
  const { body } = await server.inject('/about');
  expect(body).toContain('<style>:root:root{--mantine-color-feuille-0:#fff4ca;');
  expect(body).toContain('--mantine-color-feuille-7:#886d00;');
  expect((await server.inject('/manifest.webmanifest')).json()).toEqual({
    theme_color: '#886d00',
  });
  expect((await get('/manifest.webmanifest')).json()).toEqual({ theme_color: '#0a7f5a' });
  await server.close();
});

describe('a file', () => {
  it('of the build before is still there, beside that of the same name in this one', async () => {
    const older = await get('/assets/app-Old1.js');
    expect([older.statusCode, older.body]).toEqual([200, 'export const x = 0;']);
    expect(older.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/assets/app-Ab12.js')).body).toBe(script);
  });

  it('under assets is cached for a year: its name contains a hash', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const response = await get('/assets/app-Ab12.js', { 'accept-encoding': encoding });
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      expect(response.headers['content-type']).toContain('javascript');
    }
  });

  it.each(['/favicon.svg', '/sw.js'])('%s is revalidated each time', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-cache');
    // A worker uses the policy of its own script.
    expect(response.headers['content-security-policy']).toContain("default-src 'self'");
  });
});

describe('the service worker', () => {
  const workerOf = async (server: FastifyInstance) => (await server.inject('/sw.js')).body;

  it('has another revision of its pages with another payment provider, and the same after a restart', async () => {
    const servers = await Promise.all([buildServer(folder), buildServer(folder, 'https://other.example')]);
    const [again, other] = await Promise.all(servers.map(workerOf));
    await Promise.all(servers.map((server) => server.close()));
    const now = await workerOf(app);
    expect(now).toMatch(/^precache\("[0-9a-f]{16}"\)$/);
    expect(again).toBe(now);
    expect(other).toMatch(/^precache\("[0-9a-f]{16}"\)$/);
    expect(other).not.toBe(now);
  });

  it('is not sent again to a browser that has it, and is compressed', async () => {
    const { headers, rawPayload } = await get('/sw.js', { 'accept-encoding': 'br' });
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(brotliDecompressSync(rawPayload).toString()).toBe(await workerOf(app));
    expect((await get('/sw.js', { 'if-none-match': headers.etag as string })).statusCode).toBe(304);
  });
});

describe('unknown paths', () => {
  it.each([
    ['GET', '/assets/gone-1234.js'],
    ['GET', '/assets/app-Ab12.js.br'],
    ['GET', '/assets'],
    ['GET', '/api'],
    ['GET', '/api/unknown'],
    ['GET', '/api/unknown/deeper?x=1'],
    ['POST', '/api/known'],
    ['DELETE', '/api/unknown'],
    ['GET', '/health/unknown'],
    ['GET', '/sandbox-pay/unknown'],
    ['POST', '/login'],
    ['PUT', '/nulle/part'],
  ] as const)('%s %s is an uncached 404 in JSON', async (method, url) => {
    const response = await app.inject({ method, url });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ success: false, code: 'ROUTE_NOT_FOUND', message: 'Page introuvable' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('do not hide existing ones', async () => {
    expect((await get('/api/known')).json()).toEqual({ known: true });
  });
});

describe('a build', () => {
  it('that is missing returns 503 in French, and the API works', async () => {
    const bare = await buildServer(join(folder, 'missing'));
    const response = await bare.inject({ url: '/' });
    expect(response.statusCode).toBe(503);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toMatch(/n’est pas encore construite.*npm start/);
    expect(response.body).toContain('Nous revenons dans un instant');
    expect((await bare.inject({ url: '/api/known' })).statusCode).toBe(200);
    expect((await bare.inject({ url: '/api/unknown' })).statusCode).toBe(404);
    await bare.close();
  });

  it('without a route manifest serves the application at every path', async () => {
    const listless = mkdtempSync(join(tmpdir(), 'amasin-web-'));
    writeFileSync(join(listless, '__spa-fallback.html'), page('application'));
    const other = await buildServer(listless);
    expect((await other.inject({ url: '/nulle/part' })).statusCode).toBe(200);
    await other.close();
    rmSync(listless, { recursive: true });
  });
});
