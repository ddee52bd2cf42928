import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { FILE_POLICY, pagePolicy } from '../headers/page-policies.ts';
import { readKnownPages } from './known-pages.ts';

export interface WebOptions {
  /** Of the built web. */
  readonly folder: string;
  /** Origins of payment portals that its pages may frame. */
  readonly portalOrigins: readonly string[];
}

/** The page that starts the application at any address that was not written at build time. */
const FALLBACK = '__spa-fallback.html';

const NOT_BUILT =
  'L’interface web n’est pas encore construite. Lancez « npm start », qui la construit, puis rechargez cette page.\n';

/** Below these, what is not there is a 404 in JSON and never a page. */
const notPages = /^\/(api|assets|health|metrics|sandbox-pay|socket\.io)(\/|$)/i;

/** Serves the built web: its pages each with their own policy, its files, and the application at every other address. */
export async function serveWeb(app: FastifyInstance, { folder, portalOrigins }: WebOptions): Promise<void> {
  const root = resolve(folder);
  if (!existsSync(join(root, FALLBACK))) return sayNotBuilt(app);
  const policies = readPolicies(root, portalOrigins);
  const isKnown = readKnownPages(root);

  await app.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    redirect: false,
    preCompressed: true,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz'],
    cacheControl: false,
    setHeaders: (reply, path) => {
      const file = slashed(relative(root, path)).replace(/\.(br|gz)$/, '');
      void reply.header('content-security-policy', policies.get(file) ?? FILE_POLICY);
      // The build writes a hash of the content into every name under assets.
      const cache = file.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
      void reply.header('cache-control', cache);
    },
  });

  app.get<{ Params: { '*': string } }>('/*', (request, reply) => {
    const path = `/${request.params['*']}`.replace(/(?<=.)\/+$/, '');
    if (notPages.test(path)) return reply.callNotFound();
    const written = `${path}/index.html`.replace(/^\/+/, '');
    if (policies.has(written)) return reply.sendFile(written);
    if (isKnown(path)) return reply.sendFile(FALLBACK);
    // Without validators: a 304 would reach the browser as an empty 404.
    return reply.code(404).sendFile(FALLBACK, { etag: false, lastModified: false });
  });
}

function sayNotBuilt(app: FastifyInstance): void {
  app.get('/*', (request, reply) =>
    notPages.test(request.url)
      ? reply.callNotFound()
      : reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT),
  );
}

/** The policy of each built page, by its file. */
function readPolicies(root: string, portalOrigins: readonly string[]): Map<string, string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(slashed);
  return new Map(
    files
      .filter((file) => file === FALLBACK || /(^|\/)index\.html$/.test(file))
      .map((file) => [file, pagePolicy(readFileSync(join(root, file), 'utf8'), portalOrigins)]),
  );
}

const slashed = (path: string) => path.split(sep).join('/');
