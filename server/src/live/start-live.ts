import type { Server as HttpServer } from 'node:http';
import { liveResources } from '@amasin/domain/live/resources.ts';
import type { Pool } from 'pg';
import type { SystemCtx } from '../ctx.ts';
import { listen } from '../database/listen.ts';
import { announceNotifications } from './announce-notifications.ts';
import { audienceOf, type Change } from './audience.ts';
import { closeEnded } from './close-ended.ts';
import { collectHints } from './hints.ts';
import { openSockets } from './sockets.ts';

/** Interval of the check that finds sessions past their end, ms. */
const UPKEEP_MS = 20_000;

interface Options {
  readonly http: HttpServer;
  readonly pool: Pool;
  readonly publicUrl?: string | undefined;
}

export interface Live {
  close(): Promise<void>;
}

/**
 * Connects the committed changes of the database to the sockets of this process (decision 23). Every process does the same
 * for its own sockets, so that several behind one address need nothing but the database.
 */
export async function startLive(ctx: SystemCtx, { http, pool, publicUrl }: Options): Promise<Live> {
  const io = openSockets(ctx, http, { publicUrl });
  const hints = collectHints((room, resources) => io.local.to(room).emit('changed', resources));
  const notifications = announceNotifications(ctx, io, hints);
  const tell = (change: Change) => {
    if (change.table === 'notifications' && change.op === 'insert') return notifications.add(change);
    const told = audienceOf(change);
    if (told !== null) hints.add(told.rooms, told.resource);
    if (change.table === 'sessions' || change.table === 'users') void closeEnded(ctx, io, change.people);
  };
  const listening = await listen(pool, 'changes', {
    onPayload: (payload) => tell(JSON.parse(payload) as Change),
    onResume: () => io.local.emit('changed', liveResources),
    onError: (error) => ctx.log.error({ err: error }, 'the connection for changes was lost'),
  });
  const upkeep = setInterval(() => void closeEnded(ctx, io), UPKEEP_MS);
  return {
    close: async () => {
      clearInterval(upkeep);
      hints.stop();
      await listening.close();
      // Clients reconnect after this; `io.close` would also close the HTTP server.
      io.engine.close();
    },
  };
}
