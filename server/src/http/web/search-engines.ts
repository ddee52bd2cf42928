import type { FastifyInstance } from 'fastify';
import { escapeMarkup } from '../../routing/escape-markup.ts';
import type { ServedText } from './prerendered-pages.ts';

interface Options {
  readonly pages: ReadonlyMap<string, ServedText>;
  /** Only this: the host of a request is what its caller says. */
  readonly publicUrl?: string | undefined;
}

/** `/robots.txt` and `/sitemap.xml` with the prerendered pages that are not noindex; without a public URL there is no sitemap. */
export function guideSearchEngines(app: FastifyInstance, { pages, publicUrl }: Options): void {
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
    const places = paths.map((path) => `  <url><loc>${escapeMarkup(publicUrl + path)}</loc></url>\n`);
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
