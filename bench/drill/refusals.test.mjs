import { expect, it } from 'vitest';
import { judgeRefusals } from './refusals.mjs';

it('an overload in which nothing was refused is a fault', () => {
  expect(judgeRefusals([])).toEqual({ p95: 0, faults: ['nothing was refused: no overload was reached'] });
  expect(judgeRefusals([3])).toEqual({ p95: 3, faults: [] });
});

it('95 % of the refusals take 100 ms at most', () => {
  const times = (slow) => Array.from({ length: 1_000 }, (_, n) => (n < slow ? 101 : 100));
  expect(judgeRefusals(times(49)).faults).toEqual([]);
  expect(judgeRefusals(times(51))).toEqual({ p95: 101, faults: ['refused in 101 ms'] });
});
