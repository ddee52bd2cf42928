import type { Ctx } from '../ctx.ts';
import { Refusal } from '../refusal.ts';
import { markRead } from './queries.ts';

/** Marks one of the caller's notifications as read, again and again if they like. Somebody else's is not there. */
export async function readNotification(ctx: Ctx, id: string): Promise<void> {
  if (!(await markRead(ctx.db, ctx.actor._id, id))) throw new Refusal('NOT_FOUND');
}
