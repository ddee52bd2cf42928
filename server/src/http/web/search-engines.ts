import type { FastifyInstance, FastifyRequest } from 'fastify';
import { escapeMarkup } from '../../routing/escape-markup.ts';
import type { PrerenderedPage } from './prerendered-pages.ts';

interface Options {
  readonly pages: ReadonlyMap<string, PrerenderedPage>;
  readonly publicUrl?: string | undefined;
}

/** `/robots.txt` and `/sitemap.xml` with the prerendered pages that are not noindex. */
export function guideSearchEngines(app: FastifyInstance, { pages, publicUrl }: Options): void {
  const listed = [...pages].filter(([, { html }]) => !isHidden(html)).map(([path]) => path);
  const paths = listed.sort();

  app.get('/robots.txt', (request, reply) => {
    const site = publicUrl ?? originOf(request);
    // Only prerendered pages are listed, but a search engine that renders /pharmacies needs the API.
    const lines = ['User-agent: *', 'Allow: /', 'Disallow: /api/docs', 'Disallow: /sandbox-pay/'];
    if (site !== null) lines.push('', `Sitemap: ${site}/sitemap.xml`);
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`${lines.join('\n')}\n`);
  });

  app.get('/sitemap.xml', (request, reply) => {
    const site = publicUrl ?? originOf(request);
    if (site === null) return reply.callNotFound();
    const places = paths.map((path) => `  <url><loc>${escapeMarkup(site + path)}</loc></url>\n`);
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${places.join('')}</urlset>\n`,
      );
  });
}

function isHidden(html: string): boolean {
  return /<meta name="robots" content="noindex/.test(html);
}

/** The origin of the request, if valid. */
function originOf({ protocol, host }: FastifyRequest): string | null {
  return URL.parse(`${protocol}://${host}`)?.origin ?? null;
}
