import type { SystemCtx } from '../ctx.ts';
import { presentNotification } from '../notifications/inbox.ts';
import { findNotifications } from '../notifications/queries.ts';
import { type Change, personRoom } from './audience.ts';
import type { Hints } from './hints.ts';
import type { LiveServer } from './sockets.ts';

/** Notifications within this time are read with one query, ms. */
const COLLECT_MS = 20;

/** Sends each new notification to the sockets of its owner in this process. */
export function announceNotifications(
  ctx: SystemCtx,
  io: LiveServer,
  hints: Hints,
): { add(change: Change): void } {
  let waiting: Change[] = [];
  async function flush(): Promise<void> {
    const changes = waiting;
    waiting = [];
    try {
      const ids = changes.flatMap(({ id }) => id ?? []);
      for (const row of await findNotifications(ctx.db, ids)) {
        io.local.to(personRoom(row.userId)).emit('notification', presentNotification(row));
      }
    } catch (error) {
      ctx.log.error({ err: error }, 'notifications could not be read');
      // The owners read their list instead.
      hints.add(
        changes.flatMap(({ people }) => people.map(personRoom)),
        'notifications',
      );
    }
  }
  return {
    add: (change) => {
      if (!change.people.some((person) => io.sockets.adapter.rooms.has(personRoom(person)))) return;
      if (waiting.push(change) === 1) setTimeout(() => void flush(), COLLECT_MS);
    },
  };
}
