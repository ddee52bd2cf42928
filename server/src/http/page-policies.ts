import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** The policy of responses that are not pages: opened by a browser, they may not load or execute anything. */
const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** The policy of static files: a worker uses the policy of its own script, not that of the page. */
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

/** The kit of Firebase and its reCAPTCHA load from these, as Google documents it. */
const firebase = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  calls: ['https://identitytoolkit.googleapis.com'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
};
const noFirebase: typeof firebase = { scripts: [], calls: [], frames: [] };

interface Outside {
  /** Payment portals, as frames. */
  readonly portalOrigins: readonly string[];
  /** Firebase sends the codes. */
  readonly firebaseCodes?: boolean | undefined;
}

/** The policy of a built page: hashes of its inline scripts, and what it may load from elsewhere. */
export function pagePolicy(html: string, { portalOrigins, firebaseCodes }: Outside): string {
  const { scripts, calls, frames } = firebaseCodes ? firebase : noFirebase;
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

const ONE_YEAR_S = 31_536_000;

/** Default headers of a response: not cached, loading nothing. */
export const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': INERT_POLICY,
  // It leaves out includeSubDomains: other hosts of the domain are not ours to decide.
  'strict-transport-security': `max-age=${ONE_YEAR_S}`,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy':
    'camera=(self), geolocation=(self), microphone=(), display-capture=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
  // A payment portal in a frame may open its own window.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Adds the security headers to every response. Must be registered before the routes. */
export function registerSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => secureReply(reply));
}

/** Adds them to a response for which no hook runs: that to a malformed URL. */
export function secureReply(reply: FastifyReply): void {
  for (const [name, value] of Object.entries(securityHeaders)) {
    if (!reply.hasHeader(name)) void reply.header(name, value);
  }
}
