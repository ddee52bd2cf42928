import type { Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { isPortPassed } from './listen.ts';

/** Clients are asked to close their connections for this long, ms. */
const ASKING_MS = 1_000;
/** The asking ends earlier when no request was pending for this long, ms. */
const QUIET_MS = 100;

/** Interval for closing idle connections, ms. */
const INTERVAL_MS = 50;
/**
 * Idle connections are closed when nothing has arrived for this long since the port was closed, ms: the first request of a
 * connection just accepted, or one sent on an idle connection, may still be on its way.
 */
const GRACE_MS = 500;
/**
 * Idle connections are closed after this time at the latest, ms: of thousands of browsers, some always use theirs. They retry on a
 * new connection when it is closed at the same moment.
 */
const LONGEST_GRACE_MS = 2_000;

/** Requests are read after so many turns without a new one: a turn accepts a connection, and the next one reads its request. */
const QUIET_TURNS = 3;
/** More connections may arrive during a turn that takes longer than this, ms; one without work takes a hundredth. */
const SHORT_MS = 0.1;
/** We wait this long for such turns while requests are served, ms. */
const CALM_MS = 1_000;
/** We wait this long for them once requests are refused, ms. */
const PATIENCE_MS = 5_000;

/** The connections without a request, and how many bytes each had received with the last one. */
const idleConnections = new WeakMap<Server, Map<Socket, number>>();

/** Counts the connections and requests that have arrived so far, with the time of the last one. */
const arrivals = new WeakMap<Server, { count: number; at: number }>();

/**
 * Before the server closes, it serves requests for up to `askingMs` with `Connection: close`, which Fastify adds: clients then open
 * another connection instead of sending a request on one that we close at the same time. Call it before the server listens.
 * @param beforeClosing must make the server refuse new requests, unless systemd keeps the port open: a port that is closed while
 * requests are unread loses them
 */
export function askBeforeClosing(
  app: FastifyInstance,
  beforeClosing: () => Promise<void>,
  askingMs = ASKING_MS,
): void {
  const { server } = app;
  let pending = 0;
  let lastResponseAt = 0;
  const arrive = () =>
    arrivals.set(server, { count: (arrivals.get(server)?.count ?? 0) + 1, at: performance.now() });
  const idle = new Map<Socket, number>();
  idleConnections.set(server, idle);
  server.on('connection', (socket) => {
    arrive();
    idle.set(socket, 0);
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    arrive();
    pending += 1;
    idle.delete(socket);
    response.once('close', () => {
      pending -= 1;
      lastResponseAt = performance.now();
      if (socket.writable) idle.set(socket, socket.bytesRead);
    });
  });
  app.addHook('preClose', async () => {
    const until = performance.now() + askingMs;
    const isBusy = () => pending > 0 || performance.now() - lastResponseAt < QUIET_MS;
    while (isBusy() && performance.now() < until) await pause(QUIET_MS);
    await beforeClosing();
    // The next process reads what waits at a port of systemd.
    if (!isPortPassed() && server.listening) await readWhatWasSent(server);
    // The port is closed at once: what arrives before is lost.
    await closePort(server);
  });
}

/**
 * Closes the port, and resolves when all connections are closed. The `close` of an HTTP server would close the idle
 * connections before the port: meanwhile further ones arrive, and one that was just accepted looks idle too.
 */
function closePort(server: Server): Promise<void> {
  return new Promise((resolve) => {
    NetServer.prototype.close.call(server, () => resolve());
  });
}

/**
 * Responds to pending requests and closes the HTTP server. Our own port comes first: the kernel resets a connection that arrives
 * between the last turn of the event loop and the close, and the clients that are asked to close theirs open many. Idle
 * connections are closed last; a browser keeps one open for up to 72 s.
 * @param limitMs time after which remaining connections are closed, so that the database can be stopped cleanly
 */
export async function closeHttp(app: FastifyInstance, limitMs: number, graceMs = GRACE_MS): Promise<void> {
  // Under more load, the port is closed only once all requests are refused.
  if (!isPortPassed() && (await readWhatWasSent(app.server, CALM_MS))) void closePort(app.server);
  const timeout = setTimeout(() => app.server.closeAllConnections(), limitMs);
  let isClosed = false;
  const closing = app.close().finally(() => {
    isClosed = true;
    clearTimeout(timeout);
  });
  let closedAt = Infinity;
  while (!isClosed) {
    if (!app.server.listening) closedAt = Math.min(closedAt, performance.now());
    const lastArrival = Math.max(closedAt, arrivals.get(app.server)?.at ?? 0);
    const now = performance.now();
    if (now - lastArrival >= graceMs || now - closedAt >= Math.max(graceMs, LONGEST_GRACE_MS))
      await closeIdleConnections(app.server);
    await Promise.race([closing, pause(INTERVAL_MS)]);
    await readWhatWasSent(app.server);
  }
  await closing;
}

/**
 * Closes one idle connection in a turn of the event loop, after what clients have sent was read. Closing hundreds at once
 * takes milliseconds, and loses the requests that arrive meanwhile.
 */
async function closeIdleConnections(server: Server): Promise<void> {
  const idle = idleConnections.get(server) ?? new Map<Socket, number>();
  for (const socket of [...idle.keys()]) {
    await turn();
    // Bytes have come if a request is being received, or if it was upgraded to a WebSocket.
    if (idle.get(socket) === socket.bytesRead) socket.destroy();
  }
  // This closes those that arrived before `askBeforeClosing`.
  server.closeIdleConnections();
}

/**
 * Resolves when the requests that clients have sent until now have been read. A connection that is closed before looks
 * idle to us, and the client loses its request.
 * @returns false when some may be unread after `patienceMs`
 */
async function readWhatWasSent(server: Server, patienceMs = PATIENCE_MS): Promise<boolean> {
  const until = performance.now() + patienceMs;
  let quiet = 0;
  while (quiet < QUIET_TURNS && performance.now() < until) {
    const before = arrivals.get(server)?.count;
    const begin = performance.now();
    await turn();
    const isQuiet = arrivals.get(server)?.count === before && performance.now() - begin < SHORT_MS;
    quiet = isQuiet ? quiet + 1 : 0;
  }
  return quiet >= QUIET_TURNS;
}
