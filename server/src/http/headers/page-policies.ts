import { createHash } from 'node:crypto';

/** For responses that are not pages: opened by a browser, they may not load or execute anything. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** For static files: a worker uses the policy of its own script, not that of the page. */
export const FILE_POLICY = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'";

/** The maintenance page is self-contained. */
export const MAINTENANCE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'";

/** The documentation page uses inline styles and images and calls this server. */
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

/** What the kit of Firebase and its reCAPTCHA load, as Google documents it. */
const firebase = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  calls: ['https://identitytoolkit.googleapis.com'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};
const nothing: typeof firebase = { scripts: [], calls: [], frames: [] };

interface Outside {
  /** Payment portals, as frames. */
  readonly portalOrigins: readonly string[];
  /** Firebase sends the codes. */
  readonly firebaseCodes?: boolean | undefined;
}

/** The policy of a built page: hashes of its inline scripts, and what it may load from elsewhere. */
export function pagePolicy(html: string, { portalOrigins, firebaseCodes }: Outside): string {
  const { scripts, calls, frames } = firebaseCodes ? firebase : nothing;
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineScriptHashes(html), ...scripts].join(' '),
    // Mantine sets colours and sizes in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https://tile.openstreetmap.org",
    "worker-src 'self' blob:",
    ["connect-src 'self'", ...calls].join(' '),
    ["frame-src 'self'", ...portalOrigins, ...frames].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** The distinct `'sha256-…'` sources of a page's inline scripts. */
export function inlineScriptHashes(html: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', text = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi)) {
    if (/\ssrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  }
  return [...hashes];
}
