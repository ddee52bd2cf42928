import { z } from 'zod';

/** Maximum number of subscriptions of one user; beyond it, the oldest are deleted. */
export const MAX_SUBSCRIPTIONS = 10;

// The server calls this URL: only a public host name on the default port, no IP address and no private network's name.
const publicUrl = /^https:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+([a-z][a-z\d-]*)\/[\x21-\x7e]*$/;
const privateSuffixes = new Set(['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'arpa']);

/** Whether the server may send to this URL of a push service. */
function isPushUrl(text: string): boolean {
  const suffix = publicUrl.exec(text)?.[1];
  return suffix !== undefined && !privateSuffixes.has(suffix);
}

/** A subscription as the browser's `PushSubscription.toJSON()` returns it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1000).refine(isPushUrl),
  keys: z.object({
    /** Public key of the browser: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** Secret of the browser: 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});
