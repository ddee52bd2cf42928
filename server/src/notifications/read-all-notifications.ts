import type { Ctx } from '../ctx.ts';
import { markAllRead } from './queries.ts';

/** Marks all of the caller's notifications as read. */
export async function readAllNotifications(ctx: Ctx): Promise<void> {
  await markAllRead(ctx.db, ctx.actor._id);
}
