import type { ServerEvents } from '@amasin/domain/live/events.ts';
import { io, type Socket } from 'socket.io-client';
import { onTestFinished } from 'vitest';
import { type Live, startLive } from '../live/start-live.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** A connected client and what it has received, in order. */
export interface LiveClient {
  // biome-ignore lint/suspicious/noExplicitAny: tests send anything.
  readonly socket: Socket<ServerEvents, any>;
  readonly received: { readonly event: string; readonly data: unknown }[];
}

export interface LiveTest {
  readonly url: string;
  readonly live: Live;
  /** Connects this visitor. @throws the reason when the server refuses */
  connect(visitor: Visitor | null): Promise<LiveClient>;
}

/** Starts live connections on a test application, which then listens on a port. */
export async function startLiveTest(server: TestApp): Promise<LiveTest> {
  const url = await server.listen();
  const live = await startLive(server.ctx, { http: server.app.server, pool: server.pool });
  return {
    url,
    live,
    connect: (visitor) => connectTo(url, visitor?.token),
  };
}

export async function connectTo(url: string, token: unknown, headers = {}): Promise<LiveClient> {
  const socket: LiveClient['socket'] = io(url, {
    auth: { token },
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    extraHeaders: headers,
  });
  const received: { event: string; data: unknown }[] = [];
  socket.onAny((event: string, data: unknown) => received.push({ event, data }));
  onTestFinished(() => void socket.disconnect());
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
    socket.io.once('close', (reason) => {
      // After a refusal the client itself closes the connection.
      if (reason !== 'forced close') reject(new Error(`closed: ${reason}`));
    });
  });
  return { socket, received };
}
