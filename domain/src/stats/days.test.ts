import { expect, test } from 'vitest';
import { daysFilter, resolvePeriod } from './days.ts';

const TODAY = '2026-11-20';

test.each([
  [{}, '2026-10-22', TODAY],
  [{ from: '2026-11-18' }, '2026-11-18', TODAY],
  [{ to: '2026-11-30' }, '2026-11-01', '2026-11-30'],
  [{ from: '2026-01-01' }, '2026-01-01', '2026-04-02'],
  [{ from: '2026-12-01' }, '2026-12-01', '2027-03-02'],
  [{ from: '2026-11-01', to: '2026-11-01' }, '2026-11-01', '2026-11-01'],
])('resolves %o to %s – %s', (filter, from, to) => {
  expect(resolvePeriod(filter, TODAY)).toEqual({ from, to });
});

test.each([
  [{ from: '2026-01-01', to: '2026-04-02' }, null],
  [{ from: '2026-01-01', to: '2026-04-03' }, '92 jours au plus'],
  [{ from: '2026-01-02', to: '2026-01-01' }, 'La fin précède le début'],
  [{ from: 'hier' }, 'Date invalide'],
])('%o: %s', (filter, message) => {
  const { error } = daysFilter.safeParse(filter);
  expect(error?.issues[0]?.message ?? null).toBe(message);
});
