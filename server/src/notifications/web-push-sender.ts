import webPush from 'web-push';
import type { PushSender } from '../ports/push-sender.ts';
import { LIMIT_MS } from '../ports/with-timeout.ts';
import { FRESH_MS } from './deliver-push.ts';

export interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:…` or `https://…`, for the operator of a push service. */
  readonly subject: string;
}

type Post = (address: string, init: RequestInit) => Promise<Response>;

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Sends through the push services of the browsers. */
export function webPushSender(keys: VapidKeys, post: Post = fetch): PushSender {
  return {
    publicKey: keys.publicKey,
    send: async ({ endpoint, p256dh, auth }, payload) => {
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { ...keys },
          TTL: FRESH_MS / 1000,
          urgency: 'high',
        },
      );
      const response = await post(endpoint, {
        method: 'POST',
        headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
        body: body === null ? null : new Uint8Array(body),
        // A redirect could lead into the private network.
        redirect: 'manual',
        signal: AbortSignal.timeout(LIMIT_MS),
      });
      await response.body?.cancel();
      if (GONE.has(response.status)) return 'gone';
      if (!response.ok) throw new Error(`the push service responded ${response.status}`);
      return 'sent';
    },
  };
}

/** Without keys nothing is sent and browsers cannot subscribe. */
export const noPush: PushSender = { publicKey: null, send: async () => 'sent' };
