import { z } from 'zod';
import { endpointsTagged } from '../contract/endpoint.ts';
import { anySignedIn } from '../users/user-type.ts';

const endpoint = endpointsTagged('Notifications');

/** Subscriptions of one person; the oldest is dropped. */
export const MAX_SUBSCRIPTIONS = 10;

// The server calls this address: a public host name, the usual port, no literal IP address, nothing of a private network.
const publicAddress = /^https:\/\/(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+([a-z][a-z\d-]*)\/[\x21-\x7e]*$/;
const privateSuffixes = new Set(['localhost', 'local', 'internal', 'intranet', 'lan', 'home', 'arpa']);

/** Whether the server may send to this address of a push service. */
export function isPushAddress(text: string): boolean {
  const suffix = publicAddress.exec(text)?.[1];
  return suffix !== undefined && !privateSuffixes.has(suffix);
}

/** A subscription as the browser's `PushSubscription.toJSON()` gives it. */
export const pushSubscription = z.object({
  endpoint: z.string().max(1000).refine(isPushAddress),
  keys: z.object({
    /** Public key of the browser: 65 bytes. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    /** Secret of the browser: 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
});

export const pushEndpoints = {
  readPushKey: endpoint('GET', '/push/key', {
    summary: 'La clé publique des alertes ; nulle quand le serveur n’en envoie pas',
    allow: anySignedIn,
    responses: { 200: z.object({ key: z.string().nullable() }) },
  }),
  subscribePush: endpoint('POST', '/push/subscriptions', {
    summary: 'Recevoir les alertes sur cet appareil, jusqu’à la déconnexion',
    allow: anySignedIn,
    body: pushSubscription,
    responses: { 204: null },
  }),
  unsubscribePush: endpoint('DELETE', '/push/subscriptions', {
    summary: 'Ne plus recevoir les alertes sur cet appareil',
    allow: anySignedIn,
    responses: { 204: null },
  }),
};
