import { escapeMarkup } from '../../routing/escape-markup.ts';

/** The drawing that a shared link shows, 1200 × 630 (`scripts/draw-share-image.mjs`). */
const SHARE_IMAGE = '/share.png';

/**
 * A built page with the absolute addresses that only the running site knows: its canonical one, and those that messaging and
 * social networks read for the preview of a shared link. React leaves what it does not know in a head as it is.
 */
export function withAddresses(html: string, origin: string, path: string): string {
  const address = escapeMarkup(origin + path);
  const image = escapeMarkup(origin + SHARE_IMAGE);
  const lines = [
    `<link rel="canonical" href="${address}"/>`,
    `<meta property="og:url" content="${address}"/>`,
    `<meta property="og:image" content="${image}"/>`,
    '<meta property="og:image:width" content="1200"/>',
    '<meta property="og:image:height" content="630"/>',
    '<meta property="og:image:alt" content="Amasin : un livreur en route depuis la pharmacie"/>',
    `<meta name="twitter:image" content="${image}"/>`,
  ];
  return html.replace('</head>', () => `${lines.join('')}</head>`);
}
