import type { SystemCtx } from '../../ctx.ts';
import { presentNotification } from '../../notifications/inbox.ts';
import { findNotifications } from '../../notifications/queries.ts';
import { type Change, personRoom } from '../audience.ts';
import type { LiveServer } from '../types.ts';

/**
 * Sends each new notification, and each that has a new sentence, to the sockets of its owner in this process. An update of
 * an unread one is a new sentence, or a name that was erased.
 * @returns the changes that were sent; a hint announces the others, for the other pages of a user who has read
 */
export async function tellNotifications(
  ctx: SystemCtx,
  io: LiveServer,
  changes: readonly Change[],
): Promise<ReadonlySet<Change>> {
  const isConnected = (person: string) => io.sockets.adapter.rooms.has(personRoom(person));
  const ids = new Set(changes.filter(({ people }) => people.some(isConnected)).flatMap(({ id }) => id ?? []));
  if (ids.size === 0) return new Set();
  const inserted = new Set(changes.filter(({ op }) => op === 'insert').map(({ id }) => id));
  const sent = new Set<string | null>();
  for (const row of await findNotifications(ctx.db, [...ids])) {
    if (row.isRead && !inserted.has(row.id)) continue;
    io.local.to(personRoom(row.userId)).emit('notification', presentNotification(row));
    sent.add(row.id);
  }
  return new Set(changes.filter(({ id }) => sent.has(id)));
}
