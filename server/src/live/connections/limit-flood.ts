import { clientEvents } from '@amasin/domain/live/events.ts';
import type { Socket } from 'socket.io';
import type { Log } from '../../ctx.ts';

/** Events that a client may send in a second. */
const PER_SECOND = 20;

/** Closes the connection of a client that exceeds this rate or sends an unknown event. */
export function limitFlood(socket: Socket, log: Log): void {
  let second = 0;
  let count = 0;
  socket.use(([event], next) => {
    const now = Math.floor(performance.now() / 1000);
    count = now === second ? count + 1 : 1;
    second = now;
    if (count <= PER_SECOND && Object.hasOwn(clientEvents, event)) return next();
    log.warn(
      { userId: socket.data.userId, event: String(event).slice(0, 40), count },
      'live connection closed',
    );
    socket.disconnect(true);
  });
}
