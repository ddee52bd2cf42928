import type { SystemCtx } from '../../ctx.ts';
import { presentNotification } from '../../notifications/inbox.ts';
import { findNotifications } from '../../notifications/queries.ts';
import { type Change, personRoom } from '../audience.ts';
import type { LiveServer } from '../types.ts';

/** Sends each new notification to the sockets of its owner in this process. */
export async function tellNotifications(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
): Promise<void> {
  const isConnected = (person: string) => io.sockets.adapter.rooms.has(personRoom(person));
  const ids = changes.filter(({ people }) => people.some(isConnected)).flatMap(({ id }) => id ?? []);
  if (ids.length === 0) return;
  for (const row of await findNotifications(ctx.db, ids)) {
    io.local.to(personRoom(row.userId)).emit('notification', presentNotification(row));
  }
}
