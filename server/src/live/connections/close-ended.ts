import type { SystemCtx } from '../../ctx.ts';
import { findActiveSessions } from '../../session/queries.ts';
import type { LiveServer } from '../types.ts';

/**
 * Closes the sockets of this process whose session has ended or whose account was disabled or has another type.
 * @param people only the sockets of these users
 */
export async function closeEnded(ctx: SystemCtx, io: LiveServer, people?: readonly string[]): Promise<void> {
  const sockets = [...io.sockets.sockets.values()].filter(
    ({ data }) => people === undefined || people.includes(data.userId),
  );
  if (sockets.length === 0) return;
  try {
    const hashes = [...new Set(sockets.map(({ data }) => data.tokenHash))];
    const active = await findActiveSessions(ctx.db, hashes, ctx.clock.now());
    for (const socket of sockets) {
      if (active.get(socket.data.tokenHash) !== socket.data.type) socket.disconnect(true);
    }
  } catch (error) {
    // The next check finds them.
    ctx.log.error({ err: error }, 'live sessions could not be checked');
  }
}
