import type { IncomingMessage } from 'node:http';
import { type Agent, request } from 'node:https';
import { HOUR_MS } from '@amasin/domain/contract/time.ts';
import type { SystemCtx } from '../ctx.ts';
import type { JobData } from '../ports/jobs.ts';
import type { PushSender } from '../ports/push-sender.ts';
import { LIMIT_MS } from '../ports/with-timeout.ts';
import { PublicAgent } from './public-agent.ts';
import { deleteSubscription, findPush } from './push-queries.ts';

/** A notification older than this is not announced any more, ms. */
export const FRESH_MS = HOUR_MS;

/**
 * Announces one notification to one browser of its owner, unless it has been read or the session has ended. The payload
 * has only the notification's id, title and link; the title has no names in it.
 * @throws Error on failure; the job is then retried (jobs/open-queue.ts)
 */
export async function deliverPush(
  { db, push, clock }: Pick<SystemCtx, 'db' | 'push' | 'clock'>,
  job: JobData['send-push'],
): Promise<void> {
  const now = clock.now();
  const found = await findPush(db, job, { now, since: new Date(now.getTime() - FRESH_MS) });
  if (found === null) return;
  const { id, title, link, ...target } = found;
  const result = await push.send(target, JSON.stringify({ id, title, link }));
  if (result === 'gone') await deleteSubscription(db, job.subscriptionId);
}

interface VapidKeys {
  readonly publicKey: string;
  readonly privateKey: string;
  /** `mailto:…` or `https://…`, for the operator of a push service. */
  readonly subject: string;
}

const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Sends through the push services of the browsers. */
export function webPushSender(keys: VapidKeys, agent: Agent = new PublicAgent()): PushSender {
  return {
    publicKey: keys.publicKey,
    send: async ({ endpoint, p256dh, auth }, payload) => {
      // Loaded by the first push: 4 MB.
      const { default: webPush } = await import('web-push');
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails: { ...keys },
          TTL: FRESH_MS / 1000,
          urgency: 'high',
        },
      );
      // Redirects are not followed: they could lead into the private network.
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const signal = AbortSignal.timeout(LIMIT_MS);
        request(endpoint, { method: 'POST', headers, agent, signal }, resolve).on('error', reject).end(body);
      });
      response.destroy();
      const { statusCode = 0 } = response;
      if (GONE.has(statusCode)) return 'gone';
      if (statusCode < 200 || statusCode > 299) throw new Error(`the push service responded ${statusCode}`);
      return 'sent';
    },
  };
}

/** Without keys nothing is sent and browsers cannot subscribe. */
export const noPush: PushSender = { publicKey: null, send: async () => 'sent' };
