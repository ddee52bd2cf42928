import type { Server as HttpServer } from 'node:http';
import { liveResources } from '@amasin/domain/live/resources.ts';
import type { Pool } from 'pg';
import type { SystemCtx } from '../ctx.ts';
import { listen } from '../database/listen.ts';
import { loadHouse, SETTINGS_CHANGED } from '../house/settings.ts';
import type { Change } from './audience.ts';
import { collectHints, startForwarding } from './forward.ts';
import { closeEnded, closeSilent, openSockets, touchDoctors } from './sockets.ts';
import type { LiveServer } from './types.ts';

/** Interval of the checks of sessions and of doctors' presence, ms. */
const UPKEEP_MS = 20_000;

interface Options {
  readonly http: HttpServer;
  readonly pool: Pool;
  readonly publicUrl?: string | undefined;
}

export interface Live {
  readonly io: LiveServer;
  close(): Promise<void>;
}

/**
 * Sends the committed changes of the database to the sockets of this process (decision 23). Every process does the same
 * for its own sockets, so that several processes behind one address share only the database.
 */
export async function startLive(ctx: SystemCtx, { http, pool, publicUrl }: Options): Promise<Live> {
  const io = openSockets(ctx, http, { publicUrl });
  const hints = collectHints((room, resources) => io.local.to(room).emit('changed', resources));
  const forwarder = startForwarding(ctx, io, hints);
  // One after the other, so that the last reading counts.
  let reading = Promise.resolve();
  const readHouse = () => {
    reading = reading
      .then(() => loadHouse(ctx))
      .catch((error) => ctx.log.error({ err: error }, 'the settings could not be read again'));
  };
  const listening = await listen(pool, 'changes', {
    onPayload: (payload) => {
      const change = JSON.parse(payload) as Change;
      if (change.table === 'sessions' || change.table === 'users') ctx.sessions.forget(change.people);
      // They have left one process, and may be connected to this one.
      if (change.table === 'presence') return void touchDoctors(ctx, io, change.people);
      if (change.table === SETTINGS_CHANGED.table) readHouse();
      forwarder.add(change);
    },
    onLost: () => ctx.sessions.setListening(false),
    onResume: () => {
      ctx.sessions.setListening(true);
      readHouse();
      io.local.emit('changed', liveResources);
    },
    onError: (error) => ctx.log.error({ err: error }, 'the connection for changes was lost'),
  });
  ctx.sessions.setListening(true);
  // It may have changed before we listened.
  readHouse();
  const upkeep = setInterval(() => {
    closeSilent(io);
    void closeEnded(ctx, io);
    void touchDoctors(ctx, io);
  }, UPKEEP_MS);
  return {
    io,
    close: async () => {
      clearInterval(upkeep);
      ctx.sessions.setListening(false);
      await listening.close();
      await forwarder.settle();
      await reading;
      hints.stop();
      // Clients reconnect after this; `io.close` would also close the HTTP server.
      io.engine.close();
    },
  };
}
