import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { darkLeaf, leafShades, shadeAsLightAs } from '@amasin/domain/house/color.ts';
import { builtContact, CONTACT_META } from '@amasin/domain/house/contact.ts';
import { formatPhone } from '@amasin/domain/users/phone-number.ts';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { escapeMarkup } from '../routing/escape-markup.ts';
import { pagePolicy } from './page-policies.ts';

/** A response that is the same for everybody, with its compressed versions. */
export interface Served {
  readonly type: string;
  readonly text: string | Buffer;
  /** The content security policy; that of a page has the hashes of its inline scripts. */
  readonly policy: string;
  readonly etag: string;
  readonly compressed: Readonly<Partial<Record<Compression, Buffer>>>;
}

/** A page or the service worker. */
export interface ServedText extends Served {
  readonly text: string;
}

const encodings = ['br', 'gzip'] as const;
type Compression = (typeof encodings)[number];

/** How the house is reached. */
export interface HouseContact {
  readonly contactPhone: string;
  readonly contactEmail: string;
  readonly contactPlace: string;
  readonly emergencyNumber: string;
}

export interface PageOptions {
  /** Origins of payment portals that pages may frame. */
  readonly portalOrigins: readonly string[];
  /** Firebase sends the codes. */
  readonly firebaseCodes?: boolean | undefined;
  /** `https://amasin.bj`, for absolute URLs in pages. */
  readonly publicUrl?: string | undefined;
  /** Adds the notice of a demonstration. */
  readonly demo?: boolean | undefined;
  readonly contact: HouseContact;
  /** The primary colour of the pages, `#0a7f5a`. */
  readonly color?: string | undefined;
}

// This compression delays the first request for a page by 2 ms. Level 9 saves 1 % and takes up to 1.3 s for all pages, level 11 saves 10 %
// in 0.7 s.
const QUALITY = 5;

/** Reads the prerendered pages by path: `/`, `/login`… */
export function readPrerenderedPages(root: string, options: PageOptions): Map<string, ServedText> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) =>
    path.split(sep).join('/'),
  );
  return new Map(
    files
      .filter((file) => /(^|\/)index\.html$/.test(file))
      .map((file) => {
        const path = `/${file.replace(/\/?index\.html$/, '')}`;
        return [path, readPage(join(root, file), path, options)];
      }),
  );
}

/** Reads a page. With `path: null` it is served at several paths and gets no URLs of its own. */
export function readPage(file: string, path: string | null, options: PageOptions): ServedText {
  const { publicUrl, demo, contact, color } = options;
  const reached = withContact(readFileSync(file, 'utf8'), contact);
  const built = color === undefined ? reached : withColor(reached, color);
  const noticed = demo ? withDemoNotice(built) : built;
  const html =
    publicUrl === undefined || path === null ? noticed : withAbsoluteUrls(noticed, publicUrl, path);
  return {
    type: 'text/html; charset=utf-8',
    text: html,
    policy: pagePolicy(html, options),
    etag: etagOf(html),
    compressed: compress(html),
  };
}

/** Weak, because the compressed versions share it. */
export const etagOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;

/** Compresses when a version is first read: for all pages, it took a twentieth of the time of a start. */
export function compress(text: string): ServedText['compressed'] {
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  let br: Buffer | undefined;
  let gzip: Buffer | undefined;
  return {
    get br() {
      br ??= brotliCompressSync(text, { params });
      return br;
    },
    get gzip() {
      gzip ??= gzipSync(text);
      return gzip;
    },
  };
}

const manifest = z.object({
  routes: z.record(z.string(), z.object({ path: z.string().optional(), parentId: z.string().optional() })),
});

/**
 * Whether the built web has a page at a path, for a real 404 status. Reads the route manifest of the build;
 * without one, every path is accepted.
 */
export function readKnownPages(folder: string): (path: string) => boolean {
  const patterns = routePaths(folder).map(patternOf);
  return patterns.length === 0 ? () => true : (path) => patterns.some((pattern) => pattern.test(path));
}

function routePaths(folder: string): string[] {
  const assets = join(folder, 'assets');
  const names = existsSync(assets) ? readdirSync(assets) : [];
  const file = names.find((name) => /^manifest-[\w-]+\.js$/.test(name));
  if (file === undefined) return [];
  // A script with one assignment: `window.__reactRouterManifest={…};`
  const json = /=(\{.*\});?\s*$/s.exec(readFileSync(join(assets, file), 'utf8'))?.[1];
  const parsed = manifest.safeParse(parseJson(json));
  if (!parsed.success) return [];
  const { routes } = parsed.data;
  const full = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id];
    return route === undefined ? '' : [full(route.parentId), route.path].filter(Boolean).join('/');
  };
  // The catch-all route is the page for unknown paths.
  return Object.keys(routes)
    .map(full)
    .filter((path) => path !== '*');
}

function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** `orders/:id` → `/orders/` and one segment; `?` is optional, `*` matches the rest. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').filter(Boolean).map(partPattern);
  return new RegExp(`^${parts.join('') || '/'}$`, 'i');
}

function partPattern(part: string): string {
  if (part === '*') return '(?:/.*)?';
  const name = part.replace(/\?$/, '');
  const segment = name.startsWith(':') ? '/[^/]+' : `/${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`;
  return part.endsWith('?') ? `(?:${segment})?` : segment;
}

/**
 * Replaces the greens of the theme, which every style reads from these variables, by shades as light as they are. React does not
 * touch unknown elements in the head.
 */
function withColor(html: string, color: string): string {
  const shade = (name: string, model: string) => `--${name}:${shadeAsLightAs(color, model)}`;
  const shades = leafShades.map((model, index) => shade(`mantine-color-feuille-${index}`, model));
  const dark = [
    shade('leaf-wash', darkLeaf.wash),
    shade('mantine-color-feuille-light', darkLeaf.light),
    shade('mantine-color-feuille-light-hover', darkLeaf.lightHover),
  ];
  // Twice the same selector counts more than Mantine's own, which stands later.
  const style = `:root:root{${shades.join(';')}}:root:root[data-mantine-color-scheme=dark]{${dark.join(';')}}`;
  return html.replace('</head>', () => `<style>${style}</style></head>`);
}

/** The preview image of shared links, 1200 × 630 (`scripts/draw-share-image.mjs`). */
const SHARE_IMAGE = '/share.png';

/**
 * Adds the absolute URLs that are known only at run time: the canonical one and those for previews of shared
 * links. React does not touch unknown elements in the head.
 */
function withAbsoluteUrls(html: string, origin: string, path: string): string {
  const url = escapeMarkup(origin + path);
  const image = escapeMarkup(origin + SHARE_IMAGE);
  const lines = [
    `<link rel="canonical" href="${url}"/>`,
    `<meta property="og:url" content="${url}"/>`,
    `<meta property="og:image" content="${image}"/>`,
    '<meta property="og:image:width" content="1200"/>',
    '<meta property="og:image:height" content="630"/>',
    '<meta property="og:image:alt" content="Amasin : un livreur en route depuis la pharmacie"/>',
    `<meta name="twitter:image" content="${image}"/>`,
  ];
  return html.replace('</head>', () => `${lines.join('')}</head>`);
}

const NOTICE_TEXT = 'Démonstration : rien n’est livré ni payé.';

const NOTICE_STYLE = [
  '.demo-notice{padding:4px max(16px,env(safe-area-inset-right)) 4px max(16px,env(safe-area-inset-left));',
  'border-bottom:1px solid #d9a520;background:#fff3d1;color:#4d3600;font-size:13px;line-height:1.4;text-align:center}',
  '[data-mantine-color-scheme=dark] .demo-notice{border-color:#7a5c12;background:#3a2c08;color:#ffe2a0}',
].join('');

/**
 * Says at the top of a page that it belongs to a demonstration. The notice is in the flow of the page, so that it covers nothing
 * and is there before anything is drawn. React does not touch unknown elements in the head and the body.
 */
function withDemoNotice(html: string): string {
  return html
    .replace('</head>', () => `<style>${NOTICE_STYLE}</style></head>`)
    .replace(
      /<body[^>]*>/,
      (body) => `${body}<aside class="demo-notice" aria-label="Démonstration">${NOTICE_TEXT}</aside>`,
    );
}

/**
 * Writes how the house is reached where the build has left places, and into a `<meta>` from which the application reads it before
 * its first drawing: what it draws is then what the page shows.
 */
function withContact(
  html: string,
  { contactPhone: phone, contactEmail: email, contactPlace: place, emergencyNumber: emergency }: HouseContact,
): string {
  const replacements: readonly (readonly [string, string])[] = [
    [builtContact.phone, phone],
    [formatPhone(builtContact.phone), formatPhone(phone)],
    [builtContact.email, email],
    // The only one that a person wrote as a text: it may hold any sign.
    [builtContact.place, escapeMarkup(place)],
  ];
  const content = escapeMarkup(JSON.stringify({ phone, email, place, emergency }));
  return replacements
    .reduce((text, [built, now]) => text.replaceAll(built, () => now), html)
    .replace('</head>', () => `<meta name="${CONTACT_META}" content="${content}"/></head>`);
}

interface GuideOptions {
  readonly pages: ReadonlyMap<string, ServedText>;
  /** No other origin is written: the host of a request is what its caller says. */
  readonly publicUrl?: string | undefined;
}

/** Serves `/robots.txt`, and `/sitemap.xml` with the prerendered pages that are not noindex; without a public URL there is no sitemap. */
export function guideSearchEngines(app: FastifyInstance, { pages, publicUrl }: GuideOptions): void {
  const listed = [...pages].filter(([, { text }]) => !isHidden(text)).map(([path]) => path);
  const paths = listed.sort();

  app.get('/robots.txt', { config: { always: true } }, (_request, reply) => {
    // Only prerendered pages are listed, but a search engine that renders /pharmacies needs the API.
    const lines = ['User-agent: *', 'Allow: /', 'Disallow: /api/docs', 'Disallow: /sandbox-pay/'];
    if (publicUrl !== undefined) lines.push('', `Sitemap: ${publicUrl}/sitemap.xml`);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  });

  app.get('/sitemap.xml', { config: { always: true } }, (_request, reply) => {
    if (publicUrl === undefined) return reply.callNotFound();
    const urls = paths.map((path) => `  <url><loc>${escapeMarkup(publicUrl + path)}</loc></url>\n`);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`,
      );
  });
}

function isHidden(html: string): boolean {
  return /<meta name="robots" content="noindex/.test(html);
}

/** Sends a page or a file in the best accepted encoding, or 304 when the browser has it. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Served): FastifyReply {
  // A browser replaces the stored policy with that of the 304.
  setHeaders(reply, page).header('etag', page.etag);
  if (isCached(request, page.etag)) return reply.code(304).send();
  return sendBody(request, reply, page);
}

/** Sends a page with another status, never 304, which the browser would show as an empty page. */
export function sendPageAs(request: FastifyRequest, reply: FastifyReply, status: number, page: Served) {
  return sendBody(request, setHeaders(reply.code(status), page), page);
}

function setHeaders(reply: FastifyReply, { type, policy }: Served): FastifyReply {
  return reply
    .type(type)
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding');
}

function sendBody(request: FastifyRequest, reply: FastifyReply, page: Served): FastifyReply {
  const offered = encodings.filter((name) => name in page.compressed);
  const encoding = negotiate(String(request.headers['accept-encoding'] ?? ''), offered);
  if (encoding === null) return reply.send(page.text);
  return reply.header('content-encoding', encoding).send(page.compressed[encoding]);
}

function isCached(request: FastifyRequest, etag: string): boolean {
  const etags = request.headers['if-none-match'];
  return etags?.split(',').some((one) => one.trim() === etag) ?? false;
}
