import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { leafShades, shadeAsLightAs } from '@amasin/domain/house/color.ts';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { notPages, sendMaintenance } from './maintenance.ts';
import { FILE_POLICY } from './page-policies.ts';
import {
  compress,
  etagOf,
  guideSearchEngines,
  type HouseContact,
  type PageOptions,
  readKnownPages,
  readPage,
  readPrerenderedPages,
  type ServedText,
  sendPage,
  sendPageAs,
} from './web-pages.ts';

interface WebOptions extends Omit<PageOptions, 'contact'> {
  /** How the house is reached may change while the server runs. */
  readonly settings: HouseContact;
  /** Folder of the built web. */
  readonly folder: string;
}

/** The page that starts the application at paths without a prerendered page. */
const FALLBACK = '__spa-fallback.html';

/**
 * Beside the built web: the assets of the build before (scripts/tools/build.mjs), which pages that were loaded from it still
 * ask for.
 */
const PREVIOUS = 'previous';

const NOT_BUILT =
  '<p>L’interface web n’est pas encore construite. Lancez « npm start », qui la construit, puis rechargez cette page.</p>';

/**
 * Serves the built web: prerendered pages with their own policies, static files, and the application at all
 * other paths.
 */
export async function serveWeb(
  app: FastifyInstance,
  { folder, settings, ...options }: WebOptions,
): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(join(root, FALLBACK))) return serveNotBuilt(app);
  const manifest = readManifest(root, options.color);
  const siteNow = keepSite(root, settings, options);
  const isKnown = readKnownPages(root);
  const files = readFiles(root);
  const previous = join(root, '..', PREVIOUS);
  const olderFiles = existsSync(previous) ? readFiles(previous) : new Set<string>();

  await app.register(fastifyStatic, {
    root,
    // One route for all files below: a route for each of them takes 7 MB.
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isOlder = path.startsWith(previous + sep);
      const file = relative(isOlder ? previous : root, path)
        .split(sep)
        .join('/');
      void reply.header('content-security-policy', FILE_POLICY);
      // File names under assets contain a hash of their content.
      const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      void reply.header('cache-control', cache);
    },
  });
  guideSearchEngines(app, { pages: siteNow().pages, publicUrl: options.publicUrl });

  app.get<{ Params: { '*': string } }>('/*', { config: { always: true } }, (request, reply) => {
    const rest = request.params['*'];
    const { pages, fallback, worker } = siteNow();
    if (rest === 'sw.js' && worker !== null) return sendPage(request, reply, worker);
    if (rest === MANIFEST && manifest !== null) return sendPage(request, reply, manifest);
    if (files.has(rest)) return reply.sendFile(rest);
    if (olderFiles.has(rest)) return reply.sendFile(rest, previous);
    const path = withoutEndSlashes(`/${rest}`);
    if (notPages.test(path)) return reply.callNotFound();
    const prerendered = pages.get(path);
    if (prerendered !== undefined) return sendPage(request, reply, prerendered);
    // Pages that require a session and unknown paths are not indexed.
    void reply.header('x-robots-tag', 'noindex');
    if (isKnown(path)) return sendPage(request, reply, fallback);
    return sendPageAs(request, reply, 404, fallback);
  });
}

interface Site {
  readonly pages: ReadonlyMap<string, ServedText>;
  readonly fallback: ServedText;
  /** Another one when the pages change, so that devices load them again. */
  readonly worker: ServedText | null;
}

/** Keeps the pages in memory with the contact of the house in them, and reads them again when it has changed. */
function keepSite(root: string, settings: HouseContact, options: Omit<PageOptions, 'contact'>): () => Site {
  const readSite = (contact: HouseContact): Site => {
    const pages = readPrerenderedPages(root, { ...options, contact });
    const fallback = readPage(join(root, FALLBACK), null, { ...options, contact });
    return { pages, fallback, worker: readServiceWorker(root, [...pages.values(), fallback]) };
  };
  let contact = contactOf(settings);
  let site = readSite(contact);
  return () => {
    const { contactPhone, contactEmail, contactPlace } = settings;
    const isSame =
      contactPhone === contact.contactPhone &&
      contactEmail === contact.contactEmail &&
      contactPlace === contact.contactPlace;
    if (!isSame) {
      contact = contactOf(settings);
      site = readSite(contact);
    }
    return site;
  };
}

const contactOf = ({
  contactPhone,
  contactEmail,
  contactPlace,
  emergencyNumber,
}: HouseContact): HouseContact => ({
  contactPhone,
  contactEmail,
  contactPlace,
  emergencyNumber,
});

/** The paths of the files, without pages and compressed versions: `assets/app-Ab12.js`. */
function readFiles(root: string): Set<string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(html|br|gz)$/.test(entry.name));
  return new Set(
    files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).split(sep).join('/')),
  );
}

/**
 * Removes trailing slashes: `/tracking//` is `/tracking`. A regular expression would not take linear time.
 */
function withoutEndSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function serveNotBuilt(app: FastifyInstance): void {
  app.get('/*', { config: { always: true } }, (request, reply) =>
    notPages.test(request.url) ? reply.callNotFound() : sendMaintenance(reply, NOT_BUILT),
  );
}

const MANIFEST = 'manifest.webmanifest';

/** The manifest of the installed application in the colour of the house; null when the file of the build serves. */
function readManifest(root: string, color: string | undefined): ServedText | null {
  const file = join(root, MANIFEST);
  if (color === undefined || !existsSync(file)) return null;
  const text = readFileSync(file, 'utf8').replace(leafShades[7], shadeAsLightAs(color, leafShades[7]));
  return {
    type: 'application/manifest+json; charset=utf-8',
    text,
    policy: FILE_POLICY,
    etag: etagOf(text),
    compressed: compress(text),
  };
}

/** The same text as in web/service-worker/build.ts. */
const PLACEHOLDER = '@served-pages@';

/**
 * Reads the service worker, and puts into it a digest of what the settings change in the pages that it caches: another payment
 * provider makes a new version, whose pages have its frame in their policy. Null when the web was built without one.
 */
function readServiceWorker(root: string, pages: readonly ServedText[]): ServedText | null {
  const file = join(root, 'sw.js');
  if (!existsSync(file)) return null;
  const served = createHash('sha256');
  for (const { etag, policy } of pages) served.update(`${etag}\0${policy}\0`);
  const text = readFileSync(file, 'utf8').replaceAll(PLACEHOLDER, served.digest('hex').slice(0, 16));
  return {
    type: 'text/javascript; charset=utf-8',
    text,
    policy: FILE_POLICY,
    etag: etagOf(text),
    compressed: compress(text),
  };
}
