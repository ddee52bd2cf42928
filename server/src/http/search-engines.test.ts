import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { house } from '../testing/test-app.ts';
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
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

async function get(url: string, headers: Record<string, string> = {}, publicUrl?: string, demo = false) {
  const app = Fastify();
  await serveWeb(app, {
    folder,
    settings: { ...house, emergencyNumber: '112' },
    portalOrigins: [],
    publicUrl,
    demo,
  });
  const response = await app.inject({ url, headers });
  await app.close();
  return response;
}

/** Without how the house is reached, which is in every page. */
const withoutContact = (html: string) => html.replace(/<meta name="amasin-contact"[^>]*>/, '');

const listed = (xml: string) => [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);

it('the sitemap lists the prerendered pages without noindex', async () => {
  const response = await get('/sitemap.xml', {}, 'https://amasin.bj');
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(listed(response.body)).toEqual(['https://amasin.bj/', 'https://amasin.bj/about']);
});

it('without a public URL there is no sitemap: the host of a request is never repeated', async () => {
  const headers = { host: 'elsewhere.example', 'x-forwarded-host': 'elsewhere.example' };
  expect((await get('/sitemap.xml', headers)).statusCode).toBe(404);
  expect((await get('/robots.txt', headers)).body).not.toMatch(/Sitemap|elsewhere/);
  expect((await get('/about', headers)).body).not.toContain('elsewhere');
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
  expect(withoutContact(html).replace(/<link.*(?=<\/head>)/, '')).toBe(built['about/index.html']);
});

it('without a public URL pages are unchanged, and the fallback page never has a canonical URL', async () => {
  expect(withoutContact((await get('/about')).body)).toBe(built['about/index.html']);
  const lost = await get('/nulle/part', {}, 'https://amasin.bj');
  expect(withoutContact(lost.body)).toBe(built['__spa-fallback.html']);
});

it('in a demonstration every page says so, and no other page does', async () => {
  const notice =
    '<body><aside class="demo-notice" aria-label="Démonstration">Démonstration : rien n’est livré ni payé.</aside>';
  for (const url of ['/', '/about', '/verify-otp', '/nulle/part']) {
    const response = await get(url, { 'accept-encoding': 'br' }, 'https://amasin.bj', true);
    const html = brotliDecompressSync(response.rawPayload).toString();
    expect(html).toContain(notice);
    expect(html.match(/<style>\.demo-notice\{/g)).toHaveLength(1);
    // The hashes of the inline scripts are those of the page.
    expect(response.headers['content-security-policy']).toContain("script-src 'self' 'sha256-");
    expect((await get(url, {}, 'https://amasin.bj')).body).not.toContain('demo-notice');
  }
});
