import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { refetchChanged } from './connect.ts';

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

/** An observed query that resolves after `latency` ms, `wait` ms after its first request, and the times of its requests. */
async function observe(key: readonly unknown[], latency = 0, wait = latency) {
  const queries = new QueryClient();
  const start = Date.now();
  const requests: number[] = [];
  const observer = new QueryObserver(queries, {
    queryKey: key,
    queryFn: async () => {
      requests.push(Date.now() - start);
      await new Promise((resolve) => setTimeout(resolve, latency));
      return requests.length;
    },
  });
  onTestFinished(observer.subscribe(() => {}));
  await vi.advanceTimersByTimeAsync(wait);
  const refetching = refetchChanged(queries);
  onTestFinished(refetching.stop);
  return { queries, refetching, requests };
}

function hide(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  document.dispatchEvent(new Event('visibilitychange'));
}

test('a change is read at once; a hundred a second cause one request a second', async () => {
  const { refetching, requests } = await observe(['orders', 'list', {}]);
  for (let n = 0; n < 300; n += 1) {
    refetching.add(['orders']);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(requests).toEqual([0, 0, 1000, 2000, 3000]);
});

test('a change during a request is read after it, not by cancelling it', async () => {
  const { refetching, requests } = await observe(['orders', 'list', {}], 3000);
  refetching.add(['orders']);
  await vi.advanceTimersByTimeAsync(500);
  refetching.add(['orders']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toEqual([0, 3000, 6000]);
});

test('a change during the first request for what contains it is read after that request', async () => {
  const { queries, refetching, requests } = await observe(['stats', 'list', {}], 3000, 0);
  refetching.add(['orders']);
  expect(queries.isFetching()).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toEqual([0, 3000]);
});

test('a query that shows several changed resources is refetched once', async () => {
  const { refetching, requests } = await observe(['stats', 'list', {}], 100);
  refetching.add(['orders', 'users', 'benefits']);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(requests).toHaveLength(2);
});

test('other resources are not refetched', async () => {
  const { refetching, requests } = await observe(['zones', 'list', {}]);
  refetching.add(['orders']);
  await vi.advanceTimersByTimeAsync(5000);
  expect(requests).toEqual([0]);
});

test('a hidden page refetches once when it is shown', async () => {
  const { refetching, requests } = await observe(['orders', 'list', {}]);
  hide(true);
  onTestFinished(() => hide(false));
  refetching.add(['orders']);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(requests).toEqual([0]);
  hide(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(requests).toHaveLength(2);
});
