import { useSyncExternalStore } from 'react';
import { timeNow } from './clock.ts';

const TICK_MS = 30_000;

// One interval for the whole screen, running only while a component uses it.
const watchers = new Set<() => void>();
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = new Date(timeNow());
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  if (timer === undefined) {
    now = new Date(timeNow());
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

/** The present time, updated every 30 s, so that « À l'instant » is replaced in time. */
export function useNow(): Date {
  return useSyncExternalStore(watch, read, read);
}
