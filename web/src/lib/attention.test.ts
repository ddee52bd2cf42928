import { expect, onTestFinished, test, vi } from 'vitest';
import { isUnattended, watchAttention } from './attention.ts';

function watch() {
  vi.useFakeTimers();
  const onActive = vi.fn();
  const stop = watchAttention(onActive, 50_000);
  onTestFinished(() => {
    stop();
    vi.useRealTimers();
  });
  return { onActive, stop };
}

const press = () => window.dispatchEvent(new Event('keydown'));

test('a page is unattended a minute after the last input, and attended again at the next one', () => {
  const { stop } = watch();
  vi.advanceTimersByTime(60_000);
  expect(isUnattended()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isUnattended()).toBe(true);
  press();
  expect(isUnattended()).toBe(false);
  vi.advanceTimersByTime(60_001);
  stop();
  expect(isUnattended()).toBe(false);
});

test('reports input at most once per interval, and nothing without input', () => {
  const { onActive } = watch();
  vi.advanceTimersByTime(200_000);
  expect(onActive).not.toHaveBeenCalled();
  press();
  press();
  expect(onActive).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(50_000);
  press();
  expect(onActive).toHaveBeenCalledTimes(2);
});
