import type { SystemCtx } from '../ctx.ts';
import { presentNotification } from '../notifications/inbox.ts';
import { findNotifications } from '../notifications/queries.ts';
import { type Change, personRoom } from './audience.ts';
import type { LiveServer } from './sockets.ts';

/** Notifications within this time are read with one query, ms. */
const COLLECT_MS = 20;

/** Sends each new notification to the sockets of its owner in this process. */
export function announceNotifications(ctx: SystemCtx, io: LiveServer): { add(change: Change): void } {
  let ids: string[] = [];
  async function flush(): Promise<void> {
    const waiting = ids;
    ids = [];
    try {
      for (const row of await findNotifications(ctx.db, waiting)) {
        io.local.to(personRoom(row.userId)).emit('notification', presentNotification(row));
      }
    } catch (error) {
      // The owner still gets `changed`, and reads the list.
      ctx.log.error({ err: error }, 'notifications could not be announced');
    }
  }
  return {
    add: ({ id, people }) => {
      const isConnected = people.some((person) => io.sockets.adapter.rooms.has(personRoom(person)));
      if (id === null || !isConnected) return;
      if (ids.push(id) === 1) setTimeout(() => void flush(), COLLECT_MS);
    },
  };
}
