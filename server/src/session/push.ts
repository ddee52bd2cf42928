import { MAX_SUBSCRIPTIONS, type pushSubscription } from '@amasin/domain/notifications/push.ts';
import type { z } from 'zod';
import type { Ctx } from '../ctx.ts';
import { transact } from '../database/transaction.ts';
import { lockUser } from '../people/queries.ts';
import { Refusal } from '../refusal.ts';
import { deleteSubscriptionOf, lockSession, putSubscription, trimSubscriptions } from './queries.ts';
import { tokenHash } from './tokens.ts';

/**
 * Subscribes the browser of this session, until the session ends.
 * @throws 401 UNAUTHENTICATED when it has ended meanwhile
 */
export async function subscribe(
  ctx: Ctx,
  token: string,
  { endpoint, keys }: z.output<typeof pushSubscription>,
): Promise<void> {
  const sessionHash = tokenHash(token);
  await transact(ctx.db, async (tx) => {
    // Concurrent subscriptions of one person are counted one at a time.
    await lockUser(tx, ctx.actor._id);
    if (!(await lockSession(tx, sessionHash))) throw new Refusal('UNAUTHENTICATED');
    await putSubscription(tx, { sessionHash, endpoint, ...keys, createdAt: ctx.clock.now() });
    await trimSubscriptions(tx, ctx.actor._id, MAX_SUBSCRIPTIONS);
  });
}

export async function unsubscribe(ctx: Ctx, token: string): Promise<void> {
  await deleteSubscriptionOf(ctx.db, tokenHash(token));
}
