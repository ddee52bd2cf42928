import { createHash } from 'node:crypto';

/** For whatever is not a page: an answer that a browser opens by itself may neither load nor do anything. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For the built files: a worker obeys the policy of its own script, not that of the page which started it. */
export const FILE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The maintenance page holds all that it shows. */
export const MAINTENANCE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The documentation page writes its own styles, draws inlined pictures and tries calls of this very server. */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The policy of one built page: its own inline scripts by their hashes, and payment portals as frames. */
export function pagePolicy(html: string, portalOrigins: readonly string[]): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes(html)].join(' '),
    // The interface library sets colours and sizes as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://tile.openstreetmap.org",
    "worker-src 'self' blob:",
    "connect-src 'self'",
    ["frame-src 'self'", ...portalOrigins].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** `'sha256-…'` of every inline script of a page, each once. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)) {
    if (/\ssrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}
