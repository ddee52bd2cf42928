import { escapeMarkup } from '../../routing/escape-markup.ts';

/** The preview image of shared links, 1200 × 630 (`scripts/draw-share-image.mjs`). */
const SHARE_IMAGE = '/share.png';

/**
 * Adds the absolute URLs that are known only at run time: the canonical one and those for previews of shared
 * links. React does not touch unknown elements in the head.
 */
export function withAbsoluteUrls(html: string, origin: string, path: string): string {
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
