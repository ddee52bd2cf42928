import type { ServerEvents } from '@amasin/domain/live/events.ts';
import { act } from '@testing-library/react';
import { onTestFinished } from 'vitest';
import { type LiveSocket, setSocket, setStatus } from '../lib/live.ts';

/** A live connection that records what is sent, until the end of the test. */
export function fakeLive() {
  const handlers = new Map<string, Set<(...args: unknown[]) => void>>();
  const of = (event: string) => {
    const found = handlers.get(event) ?? new Set();
    handlers.set(event, found);
    return found;
  };
  const emitted: { event: string; data: unknown }[] = [];
  const socket = {
    connected: true,
    on: (event: string, handler: () => void) => of(event).add(handler),
    off: (event: string, handler: () => void) => of(event).delete(handler),
    timeout: () => ({
      emitWithAck: async (event: string, data: unknown) => {
        emitted.push({ event, data });
        return { success: true };
      },
    }),
  };
  setSocket(socket as unknown as LiveSocket);
  const setConnected = (connected: boolean) => {
    socket.connected = connected;
    setStatus({ connected, lostAt: connected ? null : Date.now() });
  };
  setConnected(true);
  onTestFinished(() => setSocket(null));
  return {
    emitted,
    setConnected: (connected: boolean) => act(async () => setConnected(connected)),
    /** Whether something shown listens to the event: what is on screen may not have subscribed yet. */
    isHeard: (event: keyof ServerEvents) => of(event).size > 0,
    /** Receives the event once for each of these payloads, in one update. */
    receive: <E extends keyof ServerEvents>(event: E, ...data: Parameters<ServerEvents[E]>[0][]) =>
      act(async () => {
        for (const one of data) for (const handler of of(event)) handler(one);
      }),
  };
}
