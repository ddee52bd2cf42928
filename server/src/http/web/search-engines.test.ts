import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveWeb } from './serve-web.ts';

const page = (name: string, more = '') =>
  `<!DOCTYPE html><html><head><title>${name}</title>${more}</head><body><script>start()</script></body></html>`;
const built: Record<string, string> = {
  'index.html': page('Accueil'),
  'about/index.html': page('À propos'),
  'verify-otp/index.html': page('Code', '<meta name="robots" content="noindex"/>'),
  '__spa-fallback.html': page('Application'),
};
const folder = mkdtempSync(join(tmpdir(), 'amasin-listed-'));

beforeAll(() => {
  for (const [file, text] of Object.entries(built)) {
    mkdirSync(join(folder, file, '..'), { recursive: true });
    writeFileSync(join(folder, file), text);
    writeFileSync(join(folder, `${file}.br`), brotliCompressSync(text));
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function get(url: string, headers: Record<string, string> = {}, publicUrl?: string) {
  const app = Fastify();
  await serveWeb(app, { folder, portalOrigins: [], publicUrl });
  const response = await app.inject({ url, headers });
  await app.close();
  return response;
}

const listed = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

it('the sitemap lists the prerendered pages without noindex', async () => {
  const response = await get('/sitemap.xml', {}, 'https://amasin.bj');
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(listed(response.body)).toEqual(['https://amasin.bj/', 'https://amasin.bj/about']);
});

it("without a public URL, uses the request's host if it is valid", async () => {
  expect(listed((await get('/sitemap.xml', { host: 'amasin.test:3000' })).body)[0]).toBe(
    'http://amasin.test:3000/',
  );
  const { body } = await get('/sitemap.xml', { host: 'a"b&c' });
  expect(body).not.toMatch(/"b|&c/);
  expect((await get('/sitemap.xml', { host: 'a<b' })).statusCode).toBe(404);
  expect((await get('/robots.txt', { host: 'a<b' })).body).not.toContain('Sitemap');
});

it('robots.txt allows everything and names the sitemap', async () => {
  const response = await get('/robots.txt', {}, 'https://amasin.bj');
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(response.body).toMatch(/^User-agent: \*\nAllow: \/\n/);
  expect(response.body).toContain('\nSitemap: https://amasin.bj/sitemap.xml\n');
});

it('a page contains its absolute URLs, even when compressed', async () => {
  const response = await get('/about', { 'accept-encoding': 'br' }, 'https://amasin.bj');
  const html = brotliDecompressSync(response.rawPayload).toString();
  expect(html).toContain('<link rel="canonical" href="https://amasin.bj/about"/>');
  expect(html).toContain('<meta property="og:url" content="https://amasin.bj/about"/>');
  expect(html).toContain('<meta property="og:image" content="https://amasin.bj/share.png"/>');
  expect(html.replace(/<link.*(?=<\/head>)/, '')).toBe(built['about/index.html']);
});

it('without a public URL pages are unchanged, and the fallback page never has a canonical URL', async () => {
  expect((await get('/about')).body).toBe(built['about/index.html']);
  const lost = await get('/nulle/part', {}, 'https://amasin.bj');
  expect(lost.body).toBe(built['__spa-fallback.html']);
});
