import { useSyncExternalStore } from 'react';

const TICK_MS = 30_000;

// One clock for the whole screen, running only while something shows it.
const watchers = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date();
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = new Date();
    timer = setInterval(tick, TICK_MS);
  }
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const read = () => now;

/** The present moment, renewed every half minute: what was written « À l'instant » does not stay so. */
export function useNow(): Date {
  return useSyncExternalStore(watch, read, read);
}
