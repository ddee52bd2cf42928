import type { Server as HttpServer, IncomingMessage } from 'node:http';
import { Server } from 'socket.io';
import { forgetPresence, touchPresence } from '../consultations/write-queries.ts';
import type { Log, SystemCtx } from '../ctx.ts';
import { findActiveSessions, findUserByToken } from '../session/queries.ts';
import { mustEnrol } from '../session/second-factor.ts';
import { bearerToken, tokenHash } from '../session/tokens.ts';
import { places } from '../settings/limits.ts';
import { personRoom, typeRoom } from './audience.ts';
import { handleChatEvents, limitFlood } from './chat-events.ts';
import type { LiveServer, LiveSocket } from './types.ts';

/** Maximum size of a frame, bytes; a larger one closes the connection. */
const MAX_FRAME = 64 * 1024;
/** A connection that has not authenticated is closed after this time, ms. */
const CONNECT_MS = 10_000;

/** Accepts live connections at `/socket.io` on the port of the API. Each is authenticated, even when it reconnects. */
export function openSockets(
  ctx: SystemCtx,
  http: HttpServer,
  { publicUrl }: { publicUrl?: string | undefined },
): LiveServer {
  const io: LiveServer = new Server(http, {
    serveClient: false,
    maxHttpBufferSize: MAX_FRAME,
    connectTimeout: CONNECT_MS,
    allowRequest: (request, decide) => decide(null, isOwnOrigin(request, publicUrl)),
  });
  io.use((socket, next) => {
    admit(ctx, io, socket).then(
      () => next(),
      (error: unknown) => next(asConnectError(error, ctx.log)),
    );
  });
  io.on('connection', (socket) => {
    const { userId, type } = socket.data;
    void socket.join([personRoom(userId), typeRoom(type)]);
    // The session may have ended between its check and the joining.
    void closeEnded(ctx, io, [userId]);
    limitFlood(socket, ctx.log);
    handleChatEvents(ctx, socket);
    keepPresence(ctx, io, socket);
  });
  return io;
}

/** A refused connection; the client reads the message of `connect_error`. */
class ConnectRefusal extends Error {}

/** @throws ConnectRefusal `unauthorized` without a live session of an active account; `too many connections` */
async function admit(ctx: SystemCtx, io: LiveServer, socket: LiveSocket): Promise<void> {
  const { token } = socket.handshake.auth as { token?: unknown };
  const given = typeof token === 'string' ? bearerToken(`Bearer ${token}`) : null;
  const user = given === null ? null : await findUserByToken(ctx.db, tokenHash(given), ctx.clock.now());
  if (given === null || !user?.active || mustEnrol(ctx, user)) throw new ConnectRefusal('unauthorized');
  const others = io.sockets.adapter.rooms.get(personRoom(user.id))?.size ?? 0;
  if (others >= places.connections) throw new ConnectRefusal('too many connections');
  Object.assign(socket.data, { userId: user.id, type: user.type, tokenHash: tokenHash(given) });
}

function asConnectError(error: unknown, log: Log): Error {
  if (error instanceof ConnectRefusal) return error;
  log.error({ err: error }, 'a live connection could not be authenticated');
  return new Error('unavailable');
}

/** Browsers send the origin of the page; other clients have none. */
function isOwnOrigin({ headers: { origin, host } }: IncomingMessage, publicUrl: string | undefined): boolean {
  if (origin === undefined) return true;
  return origin === publicUrl || (URL.canParse(origin) && new URL(origin).host === host);
}

const isDoctor = ({ data }: { data: LiveSocket['data'] }) => data.type === 'partnerDoctor';

/** Makes a doctor available while one of their sockets is connected. */
function keepPresence(ctx: SystemCtx, io: LiveServer, socket: LiveSocket): void {
  if (!isDoctor(socket)) return;
  void tryRecording(ctx, () => touchPresence(ctx.db, [socket.data.userId], ctx.clock.now()));
  socket.on('disconnect', () => {
    if (io.sockets.adapter.rooms.has(personRoom(socket.data.userId))) return;
    void tryRecording(ctx, () => forgetPresence(ctx.db, socket.data.userId));
  });
}

/**
 * Renews the presence of the doctors who are connected to this process.
 * @param among only these
 */
export function touchDoctors(ctx: SystemCtx, io: LiveServer, among?: readonly string[]): Promise<void> {
  const doctors = [...io.sockets.sockets.values()]
    .filter((socket) => isDoctor(socket) && among?.includes(socket.data.userId) !== false)
    .map(({ data }) => data.userId);
  return tryRecording(ctx, () => touchPresence(ctx.db, [...new Set(doctors)], ctx.clock.now()));
}

/** Events that a connection may leave unread; it loads everything again when it reconnects. */
const MAX_UNREAD = 200;

/** Closes the sockets of this process that answer and do not read: what they are told would stay in memory. */
export function closeSilent(io: LiveServer): void {
  for (const socket of io.sockets.sockets.values()) {
    // The type of the library hides what waits in the connection.
    const { writeBuffer } = socket.conn as unknown as { readonly writeBuffer: readonly unknown[] };
    if (writeBuffer.length > MAX_UNREAD) socket.disconnect(true);
  }
}

async function tryRecording(ctx: SystemCtx, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    ctx.log.warn({ err: error }, 'the presence of doctors could not be recorded');
  }
}

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
