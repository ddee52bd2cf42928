import { randomUUID } from 'node:crypto';
import type { ServerEvents } from '@amasin/domain/live/events.ts';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { notifyChannel } from '../database/listen.ts';
import { type Live, startLive } from '../live/start-live.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** Time limit for events that the server emits. */
export const WAIT = { timeout: 20_000, interval: 10 };

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
  /** Waits until these clients have received everything that was committed before. */
  settled(...clients: LiveClient[]): Promise<void>;
}

/** The data of what a client has received of one event. */
export const eventsOf = ({ received }: LiveClient, event: string) =>
  received.filter((one) => one.event === event).map(({ data }) => data);

/** Starts live connections on a test application, which then listens on a port. */
export async function startLiveTest(server: TestApp): Promise<LiveTest> {
  const url = await server.listen();
  const live = await startLive(server.ctx, { http: server.app.server, pool: server.pool });
  return {
    url,
    live,
    connect: (visitor) => connectTo(url, visitor?.token),
    settled: (...clients) => settle(server.db, clients),
  };
}

/** Waits until these clients, of any process on this database, have received everything that was committed before. */
export async function settle(db: Database, clients: readonly LiveClient[]): Promise<void> {
  const marks = (client: LiveClient) =>
    eventsOf(client, 'changed')
      .flat()
      .filter((resource) => resource === 'pharmacies').length;
  const before = clients.map(marks);
  // A change of `places` is emitted to every user type, and changes are emitted in their order.
  const mark = JSON.stringify({ table: 'places', op: 'update', people: [], id: null });
  await notifyChannel(db, 'changes', mark);
  for (const [index, client] of clients.entries()) {
    await vi.waitFor(() => expect(marks(client)).toBeGreaterThan(before[index] ?? 0), WAIT);
  }
  // A client is in several rooms, each with its own event: the acknowledgement comes after them all.
  await Promise.all(
    clients.map(({ socket }) =>
      socket.timeout(WAIT.timeout).emitWithAck('leaveChat', { chatId: randomUUID() }),
    ),
  );
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
