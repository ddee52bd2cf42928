import { type LiveResource, liveResources } from '@amasin/domain/live/resources.ts';
import type { QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { timeNow } from './clock.ts';
import { invalidate, showing } from './keys.ts';
import { CONNECT_MS, type LiveSocket, setSocket, setStatus } from './live.ts';

/** Each resource is refetched at most once in this time, ms. */
const INTERVAL_MS = 1000;

export type Refetching = { add(resources: readonly LiveResource[]): void; stop(): void };

/**
 * Refetches what is shown of changed resources: at once, then at most once a second, never while a request for it is pending,
 * since its response may be older than the change. A hidden page waits until it is shown.
 */
export function refetchChanged(queries: QueryClient): Refetching {
  const changed = new Set<LiveResource>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function refetch(): void {
    timer = undefined;
    if (changed.size === 0 || document.hidden) return;
    const ready = [...changed].filter((resource) => queries.isFetching(showing(resource)) === 0);
    for (const resource of ready) changed.delete(resource);
    void invalidate(queries, ...ready);
    timer = setTimeout(refetch, INTERVAL_MS);
  }
  const whenShown = () => timer ?? refetch();
  document.addEventListener('visibilitychange', whenShown);
  return {
    add: (resources) => {
      for (const resource of resources) changed.add(resource);
      timer ?? refetch();
    },
    stop: () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', whenShown);
    },
  };
}

/** Interval of refetches without a connection, ms. */
const POLL_MS = 30_000;
/** Delay before connecting again after the server has refused or closed the connection, ms. */
const REFUSED_MS = 5_000;

/** Attempts to reconnect have no limit, the default of the library. */
export const connectionOptions = (token: string) => ({
  auth: { token },
  // Polling is the fallback where a proxy blocks WebSocket.
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  timeout: CONNECT_MS,
  reconnectionDelay: 1_000,
  reconnectionDelayMax: 5_000,
  randomizationFactor: 0.5,
});

/**
 * Keeps a live connection open for this session and refetches what has changed. Without a connection it
 * refetches every 30 s, and once more after reconnecting.
 * @param checkSession called when the server refuses the connection or closes it
 * @returns a function that disconnects
 */
export function connect(token: string, queries: QueryClient, checkSession: () => void): () => void {
  const socket: LiveSocket = io(connectionOptions(token));
  const refetching = refetchChanged(queries);
  const readAll = () => refetching.add(liveResources);
  let poll: ReturnType<typeof setInterval> | undefined;
  let refused: ReturnType<typeof setTimeout> | undefined;

  const lose = () => {
    poll ??= setInterval(readAll, POLL_MS);
  };
  const retry = () => {
    checkSession();
    clearTimeout(refused);
    refused = setTimeout(() => socket.connect(), REFUSED_MS);
  };
  setSocket(socket);
  setStatus({ connected: false, lostAt: timeNow() });
  lose();
  socket.on('connect', () => {
    clearInterval(poll);
    poll = undefined;
    setStatus({ connected: true, lostAt: null });
    // After subscribing, so that no change is missed in between.
    readAll();
  });
  socket.on('changed', refetching.add);
  socket.on('disconnect', (reason) => {
    setStatus({ connected: false, lostAt: timeNow() });
    lose();
    if (reason === 'io server disconnect') retry();
  });
  socket.on('connect_error', () => {
    // Otherwise the client reconnects by itself.
    if (!socket.active) retry();
  });
  return () => {
    clearInterval(poll);
    clearTimeout(refused);
    refetching.stop();
    // Without its listeners: the one for `disconnect` would start polling again.
    socket.off().disconnect();
    setSocket(null);
  };
}
