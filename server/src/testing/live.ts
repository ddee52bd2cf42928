import { randomUUID } from 'node:crypto';
import type { ServerEvents } from '@amasin/domain/live/events.ts';
import { inArray } from 'drizzle-orm';
import { io, type Socket } from 'socket.io-client';
import { expect, onTestFinished, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { notifyChannel } from '../database/listen.ts';
import { sessions } from '../database/schema/sessions.ts';
import type { Change } from '../live/audience.ts';
import { type Live, startLive } from '../live/start-live.ts';
import { tokenHash } from '../session/tokens.ts';
import type { TestApp, Visitor } from './test-app.ts';

/** Time limit for events that the server emits. */
export const WAIT = { timeout: 20_000, interval: 10 };

/** `settle` announces this change: no test that calls it changes this table. Staff who are connected are told as well. */
export const MARK = { table: 'insurance_cards', resource: 'insurance' } as const;

/** A connected client and what it has received, in order. */
export interface LiveClient {
  readonly token: unknown;
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
      .filter((resource) => resource === MARK.resource).length;
  const before = clients.map(marks);
  const hashes = clients.map(({ token }) => tokenHash(String(token)));
  const people = await db.select().from(sessions).where(inArray(sessions.tokenHash, hashes));
  // Changes are emitted in their order.
  const change: Change = {
    table: MARK.table,
    op: 'update',
    people: people.map(({ userId }) => userId),
    id: null,
  };
  await notifyChannel(db, 'changes', JSON.stringify(change));
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
  return { token, socket, received };
}
