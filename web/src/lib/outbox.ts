import { useEffect, useSyncExternalStore } from 'react';
import { ApiError, messageOf } from './api-error.ts';
import { timeNow } from './clock.ts';
import { useLive } from './live.ts';
import { retryDelay } from './query-client.ts';
import { list, type Schema } from './schema.ts';
import { storedOf } from './stored.ts';

/** Something to send, written on this device at this moment (ISO). */
export type Entry = { readonly at: string };

export type Outgoing<E extends Entry> = E & {
  /** `held`: not sent yet, so that it can be removed. */
  readonly state: 'held' | 'sending' | 'failed';
  /** Why the server refused it; a refused entry is not retried automatically. */
  readonly refusal: string | null;
};

/** How long what nothing undoes on the server can be taken back before it is sent, ms. */
export const UNDO_MS = 5000;

type Options<E extends Entry, Result> = {
  /** Under which the entries are stored. */
  name: string;
  /** An entry of another shape is left out. */
  schema: Schema<E>;
  keyOf: (entry: E) => string;
  /**
   * Sends an entry; sent again after a lost response, it must have no other effect.
   * @param save stores the entry as it is after a first part of the work
   */
  send: (entry: E, save: (entry: E) => void) => Promise<Result>;
  /** How long it is held, in ms. */
  holdOf?: (entry: E) => number;
  /** Names its subject. A later entry on the same subject ends the hold of an earlier one, so that they leave in order. */
  aboutOf?: (entry: E) => string;
};

/** A component's callbacks for the outcome of a request. */
export type Sender<E, Result> = {
  onSent: (result: Result, entry: E) => void;
  onRefused?: (entry: E) => void;
};

export type Outbox<E extends Entry, Result> = ReturnType<typeof createOutbox<E, Result>>;

/**
 * Entries that the server may not have yet, stored on the device by person. They are sent one after the other, in the order
 * in which they were written, except those that are held. After a failure it waits, then retries. It sends only while a
 * component uses it for this person: another person may sign in.
 * @returns the outbox of a person
 */
export function defineOutbox<E extends Entry, Result>(options: Options<E, Result>) {
  const boxes = new Map<string, Outbox<E, Result>>();
  return (personId: string): Outbox<E, Result> => {
    const box = boxes.get(personId) ?? createOutbox(personId, options);
    boxes.set(personId, box);
    return box;
  };
}

function createOutbox<E extends Entry, Result>(personId: string, options: Options<E, Result>) {
  const { name, schema, keyOf, send, holdOf = () => 0, aboutOf = keyOf } = options;
  const stored = storedOf(name, list(schema));
  const failures = new Map<string, string | null>();
  const listeners = new Set<() => void>();
  const senders = new Set<Sender<E, Result>>();
  let isSending = false;
  let failedInARow = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let snapshot = take();

  function readEntries(): readonly E[] {
    return stored.read(personId) ?? [];
  }

  /** Reads before it writes: another tab may have added one. */
  function change(next: (before: readonly E[]) => readonly E[]): void {
    const entries = next(readEntries());
    stored.write(personId, entries.length === 0 ? null : [...entries]);
  }

  /** How long this entry is still held, in ms. A clock that was set back does not hold it longer. */
  function heldFor(entry: E, at: number, entries: readonly E[]): number {
    if (entries.slice(at + 1).some((later) => aboutOf(later) === aboutOf(entry))) return 0;
    const hold = holdOf(entry);
    const rest = new Date(entry.at).getTime() + hold - timeNow();
    return rest > hold ? 0 : Math.max(rest, 0);
  }

  function take(): readonly Outgoing<E>[] {
    return readEntries().map((entry, at, entries) => ({
      ...entry,
      state: failures.has(keyOf(entry)) ? 'failed' : heldFor(entry, at, entries) > 0 ? 'held' : 'sending',
      refusal: failures.get(keyOf(entry)) ?? null,
    }));
  }

  function notify(): void {
    snapshot = take();
    for (const listener of listeners) listener();
  }

  function remove(key: string): void {
    failures.delete(key);
    change((before) => before.filter((entry) => keyOf(entry) !== key));
    notify();
  }

  /** Whether it is to be sent: not once the server has refused it. */
  const isWaiting = (entry: E) => (failures.get(keyOf(entry)) ?? null) === null;

  async function flush(): Promise<void> {
    if (isSending || senders.size === 0) return;
    clearTimeout(timer);
    isSending = true;
    while (senders.size > 0) {
      const waiting = readEntries().filter(isWaiting);
      const next = waiting.find((...entry) => heldFor(...entry) === 0);
      if (next === undefined) {
        if (waiting.length > 0) timer = setTimeout(() => void flush(), Math.min(...waiting.map(heldFor)));
        break;
      }
      if (!(await attempt(next))) break;
    }
    isSending = false;
  }

  /** @returns whether the next one may be sent */
  async function attempt(entry: E): Promise<boolean> {
    const key = keyOf(entry);
    failures.delete(key);
    notify();
    try {
      const result = await send(entry, (saved) =>
        change((before) => before.map((one) => (keyOf(one) === key ? saved : one))),
      );
      failedInARow = 0;
      // The sent entry is shown before the unsent one is removed, so that it never disappears.
      for (const { onSent } of senders) onSent(result, entry);
      remove(key);
      return true;
    } catch (error) {
      if (isRefusal(error)) {
        failures.set(key, messageOf(error));
        notify();
        for (const { onRefused } of senders) onRefused?.(entry);
        return true;
      }
      for (const waiting of readEntries().filter(isWaiting)) failures.set(keyOf(waiting), null);
      notify();
      timer = setTimeout(() => void flush(), retryDelay(failedInARow));
      failedInARow += 1;
      return false;
    }
  }

  return {
    read: () => snapshot,
    watch(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    add(entry: E): void {
      change((before) => [...before, entry]);
      notify();
      void flush();
    },
    retry(key?: string): void {
      failedInARow = 0;
      if (key !== undefined) failures.delete(key);
      notify();
      void flush();
    },
    remove,
    /** Starts sending. @returns a function that stops it */
    use(sender: Sender<E, Result>): () => void {
      senders.add(sender);
      const onOnline = () => void flush();
      window.addEventListener('online', onOnline);
      const stopWatching = stored.watch(personId, notify);
      notify();
      void flush();
      return () => {
        senders.delete(sender);
        window.removeEventListener('online', onOnline);
        stopWatching();
        if (senders.size === 0) clearTimeout(timer);
      };
    },
  };
}

/**
 * Whether another attempt would fail too: not without a response, for 401 (the session ended), for 408 (the network was too slow for
 * the body), for 429 (too many requests), or while a first attempt is in progress.
 */
const isRefusal = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  (!['NETWORK', 'IN_PROGRESS'].includes(error.code) &&
    error.status >= 400 &&
    error.status < 500 &&
    ![401, 408, 429].includes(error.status));

/** The entries that are not sent yet, including those of an earlier visit. */
export function useUnsent<E extends Entry, Result>(box: Outbox<E, Result>): readonly Outgoing<E>[] {
  return useSyncExternalStore(box.watch, box.read, box.read);
}

/** Sends the entries, again as soon as the live connection is back. @param sender the same object at every render */
export function useSender<E extends Entry, Result>(box: Outbox<E, Result>, sender: Sender<E, Result>): void {
  const { connected } = useLive();
  useEffect(() => box.use(sender), [box, sender]);
  useEffect(() => {
    if (connected) box.retry();
  }, [box, connected]);
}
