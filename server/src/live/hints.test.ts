import { expect, it, onTestFinished, vi } from 'vitest';
import { collectHints } from './tell.ts';

it('sends a hundred changes of a room as one event with each resource once', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: [string, string[]][] = [];
  const hints = collectHints((room, resources) => sent.push([room, resources]));
  for (let n = 0; n < 100; n += 1)
    hints.add(['type:agent', 'type:supervisor'], n % 2 ? 'orders' : 'payments');
  vi.advanceTimersByTime(99);
  expect(sent).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(sent).toEqual([
    ['type:agent', ['payments', 'orders']],
    ['type:supervisor', ['payments', 'orders']],
  ]);
  hints.add(['type:agent'], 'orders');
  vi.advanceTimersByTime(100);
  expect(sent).toHaveLength(3);
});
