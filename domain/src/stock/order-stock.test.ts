import { expect, test } from 'vitest';
import { type StockedLine, sumStock } from './order-stock.ts';

const early = new Date('2026-11-20T07:00:00Z');
const late = new Date('2026-11-20T09:00:00Z');
const line = (label: string, there: boolean | null, seenAt = there === null ? null : late): StockedLine => ({
  medicationId: label,
  label,
  there,
  price: null,
  seenAt,
});

test.each([
  ['nothing named', [line('A', null), line('B', null)], null],
  ['no line', [], null],
  ['all there', [line('A', true), line('B', true, early)], { seenAt: early, lacks: [], has: 2, unknown: 0 }],
  [
    'some of each',
    [line('A', true), line('B', false), line('C', null)],
    { seenAt: late, lacks: ['B'], has: 1, unknown: 1 },
  ],
])('%s', (_, lines, sum) => {
  expect(sumStock(lines)).toEqual(sum);
});
