import type { LiveResource } from '@amasin/domain/live/resources.ts';

/** Changes within this time reach a room as one event, ms. */
const COLLECT_MS = 100;

export interface Hints {
  add(rooms: readonly string[], resource: LiveResource): void;
  stop(): void;
}

/** Collects what has changed for each room, so that a hundred changes cause a few events. */
export function collectHints(send: (room: string, resources: LiveResource[]) => void): Hints {
  const waiting = new Map<string, Set<LiveResource>>();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    for (const [room, resources] of waiting) send(room, [...resources]);
    waiting.clear();
  };
  return {
    add: (rooms, resource) => {
      for (const room of rooms) {
        const resources = waiting.get(room) ?? new Set();
        waiting.set(room, resources.add(resource));
      }
      timer ??= setTimeout(flush, COLLECT_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
