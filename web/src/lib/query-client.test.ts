import { statsEndpoints } from '@amasin/domain/stats/endpoints.ts';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { fakeApi, networkError, refuse } from '../testing/fake-api.ts';
import { call } from './call.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function ask() {
  const queries = createQueryClient();
  const observer = new QueryObserver(queries, {
    queryKey: ['stats'],
    queryFn: ({ signal }) => call(statsEndpoints.readDashboardStats, {}, { signal }),
  });
  onTestFinished(observer.subscribe(() => {}));
  return () => observer.getCurrentResult();
}

test('fails 15 s after a request without a response', async () => {
  vi.stubGlobal(
    'fetch',
    (_url: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      }),
  );
  onTestFinished(() => void vi.unstubAllGlobals());
  const result = ask();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(result().isPending).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(result()).toMatchObject({ isError: true, fetchStatus: 'idle', error: { code: 'NETWORK' } });
});

test.each([
  ['a lost connection', () => networkError],
  ['an unavailable server', () => refuse('UNAVAILABLE')],
] satisfies [string, () => ReturnType<typeof refuse> | typeof networkError][])(
  'retries three times after %s, then fails within 15 s',
  async (_what, respond) => {
    const api = fakeApi();
    api.on(statsEndpoints.readDashboardStats, respond);
    const result = ask();
    // Known at once, while the next attempts follow.
    await vi.advanceTimersByTimeAsync(0);
    expect(result()).toMatchObject({ isPending: true, fetchStatus: 'fetching', failureCount: 1 });
    await vi.advanceTimersByTimeAsync(7_000);
    expect(result().isError).toBe(true);
    expect(api.sent).toHaveLength(4);
  },
);

test('does not retry an error that arrives late', async () => {
  const api = fakeApi();
  api.on(statsEndpoints.readDashboardStats, async () => {
    await new Promise((resolve) => setTimeout(resolve, 9_000));
    return refuse('UNAVAILABLE');
  });
  const result = ask();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(result()).toMatchObject({ isError: true, error: { code: 'UNAVAILABLE' } });
});
