import { describe, expect, it } from 'vitest';
import { batchNumber, expiresSoon, isExpired, lastDayOf } from './batch.ts';

describe('a batch number', () => {
  it.each([
    ['ab12', 'AB12'],
    [' l-4/7.b ', 'L-4/7.B'],
    ['12 34', '1234'],
    ['Lot ab12', 'AB12'],
    ['LOT: AB12', 'AB12'],
    ['lot', 'LOT'],
    ['', null],
    ['   ', null],
    ['ABC_1', null],
    ['LOT’1', null],
    ['A'.repeat(20), 'A'.repeat(20)],
    ['A'.repeat(21), null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(batchNumber.safeParse(typed).data ?? null).toBe(stored);
  });
});

it.each([
  ['2026-11-29', true, true],
  ['2026-11-30', false, true],
  ['2026-12-29', false, true],
  ['2026-12-30', false, false],
])('a box of %s is expired on 2026-11-30: %j, soon: %j', (day, expired, soon) => {
  expect([isExpired(day, '2026-11-30'), expiresSoon(day, '2026-11-30')]).toEqual([expired, soon]);
});

it.each([
  ['2027-01', '2027-01-31'],
  ['2028-02', '2028-02-29'],
  ['2027-02', '2027-02-28'],
  ['2026-12', '2026-12-31'],
])('%s ends on %s', (month, day) => {
  expect(lastDayOf(month)).toBe(day);
});
