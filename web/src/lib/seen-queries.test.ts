import { DAY_MS } from '@amasin/domain/contract/time.ts';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hasSeen, keepSeen } from './seen-queries.ts';
import { writeToken } from './session-token.ts';
import { clearEnded, readStored, store } from './stored.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  writeToken('afi-token');
});
afterEach(() => {
  vi.useRealTimers();
  clearEnded();
});

/** Only zones are stored, without their secret. */
const kindOf = ([name]: readonly unknown[]) =>
  name === 'zones' ? { name, partOf: (data: unknown) => ({ ...(data as object), secret: undefined }) } : null;

function aVisit(personId = 'afi') {
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  const stop = keepSeen(queries, personId, kindOf);
  onTestFinished(stop);
  return { queries, stop };
}

async function load(queries: QueryClient, key: string, data: object) {
  queries.setQueryData([key], data);
  await vi.advanceTimersByTimeAsync(500);
}

/** The result for a component that uses this query and gets no response. */
async function shown(queries: QueryClient, key: string) {
  const observer = new QueryObserver(queries, { queryKey: [key], queryFn: () => new Promise(() => {}) });
  onTestFinished(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(0);
  return observer.getCurrentResult();
}

test('the next visit shows what was stored, with the time when it was loaded, until it is loaded again', async () => {
  await load(aVisit().queries, 'zones', { fee: 800, secret: 'not for the device' });
  vi.setSystemTime(NOW.getTime() + DAY_MS);
  const { queries } = aVisit();
  const result = await shown(queries, 'zones');
  expect(result).toMatchObject({ data: { fee: 800 }, dataUpdatedAt: NOW.getTime(), isFetching: true });
  expect(result.data).not.toHaveProperty('secret', 'not for the device');
  expect(hasSeen('afi', 'zones')).toBe(true);
  queries.setQueryData(['zones'], { fee: 900 });
  expect((await shown(queries, 'zones')).data).toEqual({ fee: 900 });
});

test('what a page has loaded before it is kept is stored too', async () => {
  const queries = new QueryClient();
  onTestFinished(() => queries.clear());
  queries.setQueryData(['zones'], { fee: 800 });
  onTestFinished(keepSeen(queries, 'afi', kindOf));
  await vi.advanceTimersByTimeAsync(500);
  expect(hasSeen('afi', 'zones')).toBe(true);
});

test('what was stored a moment ago is loaded again too', async () => {
  await load(aVisit().queries, 'zones', { fee: 800 });
  const { queries } = aVisit();
  const asked = vi.fn(() => Promise.resolve({ fee: 900 }));
  const options = { queryKey: ['zones'], queryFn: asked, staleTime: 60_000 };
  // The query exists before a component uses it.
  queries.getQueryCache().build(queries, queries.defaultQueryOptions(options));
  await vi.advanceTimersByTimeAsync(0);
  const observer = new QueryObserver(queries, options);
  onTestFinished(observer.subscribe(() => {}));
  expect(observer.getCurrentResult().data).toEqual({ fee: 800 });
  await vi.advanceTimersByTimeAsync(0);
  expect(observer.getCurrentResult().data).toEqual({ fee: 900 });
});

test('nothing is shown to another person, after seven days, or of another kind of data', async () => {
  const { queries } = aVisit();
  await load(queries, 'zones', { fee: 800 });
  await load(queries, 'medications', { label: 'Paracétamol' });
  expect((await shown(aVisit('koffi').queries, 'zones')).data).toBeUndefined();
  expect((await shown(aVisit().queries, 'medications')).data).toBeUndefined();
  vi.setSystemTime(NOW.getTime() + 8 * DAY_MS);
  expect((await shown(aVisit().queries, 'zones')).data).toBeUndefined();
  expect(hasSeen('afi', 'zones')).toBe(false);
});

test('after sign-out, what had not been written yet is not written', async () => {
  const { queries } = aVisit();
  queries.setQueryData(['zones'], { fee: 800 });
  writeToken(null);
  await vi.advanceTimersByTimeAsync(1000);
  expect(readStored('afi', 'seen-queries')).toBeNull();
});

test('two tabs do not remove what the other has stored', async () => {
  const one = aVisit();
  const other = aVisit();
  const all = ([name]: readonly unknown[]) => ({ name: String(name), partOf: (data: unknown) => data });
  onTestFinished(keepSeen(one.queries, 'afi', all));
  await load(one.queries, 'addresses', []);
  await load(other.queries, 'zones', { fee: 800 });
  expect(hasSeen('afi', 'addresses')).toBe(true);
  expect(hasSeen('afi', 'zones')).toBe(true);
});

test.each([
  ['a text', 'no'],
  ['a list', [1, null]],
  ['an entry without a time', { zones: { data: 1 } }],
])('a stored value that is %s is ignored', async (_, value) => {
  store('afi', 'seen-queries', value as object);
  expect((await shown(aVisit().queries, 'zones')).data).toBeUndefined();
});
