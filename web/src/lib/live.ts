import type { Acknowledgement, ClientEvents, ServerEvents } from '@amasin/domain/live/events.ts';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';

/** How long connecting may take, ms. */
export const CONNECT_MS = 20_000;

export type LiveSocket = Socket<ServerEvents, ClientEvents>;

/** `lostAt`: timestamp (ms) since which changes do not arrive; null while connected, and for visitors. */
export type LiveStatus = { connected: boolean; lostAt: number | null };

type Event = keyof ServerEvents;
type Handler = (...args: never[]) => void;

let socket: LiveSocket | null = null;
let status: LiveStatus = { connected: false, lostAt: null };
const watchers = new Set<() => void>();
const handlers: { readonly event: Event; readonly handler: Handler }[] = [];

/** Handles an event of the live connection, whenever there is one. @returns a function that unsubscribes */
export function onLive<E extends Event>(event: E, handler: ServerEvents[E]): () => void {
  const subscription = { event, handler };
  handlers.push(subscription);
  socket?.on(event, handler as never);
  return () => {
    handlers.splice(handlers.indexOf(subscription), 1);
    socket?.off(event, handler as never);
  };
}

/** How long the server may take to acknowledge an event, ms. */
const ACKNOWLEDGED_MS = 10_000;

/** Sends an event. @throws Error without a connection or an acknowledgement */
export async function emitLive<E extends keyof ClientEvents>(
  event: E,
  data: Parameters<ClientEvents[E]>[0],
): Promise<Acknowledgement> {
  if (!socket?.connected) throw new Error('not connected');
  return socket.timeout(ACKNOWLEDGED_MS).emitWithAck(event, ...([data] as never));
}

/** Replaces the connection: handlers move to the new one. For `connect.ts`. */
export function setSocket(next: LiveSocket | null): void {
  socket = next;
  for (const { event, handler } of handlers) next?.on(event, handler as never);
  setStatus({ connected: false, lostAt: null });
}

/** For `connect.ts`. */
export function setStatus(next: LiveStatus): void {
  status = next;
  for (const changed of watchers) changed();
}

function watch(changed: () => void): () => void {
  watchers.add(changed);
  return () => watchers.delete(changed);
}

/** Whether changes arrive by themselves, and since when they do not. */
export function useLive(): LiveStatus {
  return useSyncExternalStore(
    watch,
    () => status,
    () => status,
  );
}
