import { DAY_MS } from '@amasin/domain/contract/time.ts';
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { list, number, recent, type Schema, sent } from './schema.ts';
import { readToken } from './session-token.ts';
import { storedOf } from './stored.ts';

type Seen = { readonly at: number; readonly data: unknown };
type SeenByName = Readonly<Record<string, Seen>>;

/** Under which name a query is stored, shared by queries of the same data, and what is stored of its data. */
export type SeenKind = { readonly name: string; readonly partOf: (data: unknown) => unknown };

/** Null for a query that is not stored. */
export type KindOf = (key: QueryKey) => SeenKind | null;

const MAX_AGE_MS = 7 * DAY_MS;
const MAX_QUERIES = 40;
/** Writes are debounced, ms: a page loads several queries at once. */
const PAUSE_MS = 500;

const seen = sent<Seen>({ at: recent(number, MAX_AGE_MS) });

const seenEntry: Schema<[string, Seen]> = (value) => {
  const [name, one] = value as [string, unknown];
  return [name, seen(one)];
};

const seenQueries = storedOf<SeenByName>('seen-queries', (value) =>
  Object.fromEntries(list(seenEntry)(Object.entries(value ?? {}))),
);

/**
 * Stores what the queries of this person have loaded, and returns it to queries that have loaded nothing yet: while they
 * load, and offline. Sign-out and an expired session remove it (decision 0012).
 * @returns a function that stops it
 */
export function keepSeen(queries: QueryClient, personId: string, kindOf: KindOf): () => void {
  const cache = queries.getQueryCache();
  const token = readToken();
  const stored = readSeen(personId);
  let fresh: Record<string, Seen> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    // After sign-out nothing is written any more.
    if (readToken() !== token || Object.keys(fresh).length === 0) return;
    // Reads before it writes: another tab may have stored others.
    seenQueries.write(personId, latestOf({ ...readSeen(personId), ...fresh }));
    fresh = {};
  };
  const restore = (key: QueryKey) => {
    const name = kindOf(key)?.name ?? '';
    const seen = fresh[name] ?? stored[name];
    if (seen === undefined || queries.getQueryData(key) !== undefined) return;
    queries.setQueryData(key, seen.data, { updatedAt: seen.at });
    // Loaded again however recent it is: something may have changed since.
    cache.find({ queryKey: key })?.invalidate();
  };

  const keep = ({ queryKey, state }: Query) => {
    const kind = kindOf(queryKey);
    if (kind === null) return;
    fresh[kind.name] = { at: state.dataUpdatedAt, data: kind.partOf(state.data) };
    timer ??= setTimeout(write, PAUSE_MS);
  };

  // A page may have loaded its data before this code was there.
  for (const query of cache.getAll()) {
    if (query.state.data === undefined) restore(query.queryKey);
    else keep(query);
  }
  const unsubscribe = cache.subscribe((event) => {
    const { queryKey } = event.query;
    // A query may be added during a render, which must not update other components.
    if (event.type === 'added') queueMicrotask(() => restore(queryKey));
    if (event.type !== 'updated' || event.action.type !== 'success') return;
    keep(event.query);
  });
  document.addEventListener('visibilitychange', write);
  return () => {
    unsubscribe();
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', write);
  };
}

export function hasSeen(personId: string, name: string): boolean {
  return readSeen(personId)[name] !== undefined;
}

const readSeen = (personId: string): SeenByName => seenQueries.read(personId) ?? {};

function latestOf(seen: SeenByName): SeenByName {
  const latest = Object.entries(seen).sort(([, a], [, b]) => b.at - a.at);
  return Object.fromEntries(latest.slice(0, MAX_QUERIES));
}
