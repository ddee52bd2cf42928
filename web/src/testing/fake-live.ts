import type { ServerEvents } from '@amasin/domain/live/events.ts';
import { onTestFinished } from 'vitest';
import { type LiveSocket, setSocket } from '../lib/live/live.ts';

/** Replaces the live connection until the end of the test. */
export function fakeLive() {
  const handlers = new Map<string, Set<(...args: unknown[]) => void>>();
  const of = (event: string) => {
    const found = handlers.get(event) ?? new Set();
    handlers.set(event, found);
    return found;
  };
  setSocket({
    on: (event: string, handler: () => void) => of(event).add(handler),
    off: (event: string, handler: () => void) => of(event).delete(handler),
  } as unknown as LiveSocket);
  onTestFinished(() => setSocket(null));
  return {
    receive: <E extends keyof ServerEvents>(event: E, ...args: Parameters<ServerEvents[E]>) => {
      for (const handler of of(event)) handler(...args);
    },
  };
}
