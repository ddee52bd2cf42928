import { forgetPresence, touchPresence } from '../../consultations/requests/presence-queries.ts';
import type { SystemCtx } from '../../ctx.ts';
import { personRoom } from '../audience.ts';
import type { LiveServer, LiveSocket } from '../types.ts';

const isDoctor = ({ data }: { data: LiveSocket['data'] }) => data.type === 'partnerDoctor';

/** Makes a doctor available while one of their sockets is connected. */
export function keepPresence(ctx: SystemCtx, io: LiveServer, socket: LiveSocket): void {
  if (!isDoctor(socket)) return;
  void record(ctx, () => touchPresence(ctx.db, [socket.data.userId], ctx.clock.now()));
  socket.on('disconnect', () => {
    // If they are still connected to another process, its next check makes them available again.
    if (io.sockets.adapter.rooms.has(personRoom(socket.data.userId))) return;
    void record(ctx, () => forgetPresence(ctx.db, [socket.data.userId]));
  });
}

/** Renews the presence of all connected doctors. */
export function touchDoctors(ctx: SystemCtx, io: LiveServer): Promise<void> {
  const doctors = [...io.sockets.sockets.values()].filter(isDoctor).map(({ data }) => data.userId);
  return record(ctx, () => touchPresence(ctx.db, [...new Set(doctors)], ctx.clock.now()));
}

async function record(ctx: SystemCtx, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    ctx.log.warn({ err: error }, 'the presence of doctors could not be recorded');
  }
}
